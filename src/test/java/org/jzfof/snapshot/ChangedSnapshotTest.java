package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.positions.PositionFile;

/** Files that are not what they were when the snapshot was opened: no mixture is read. */
class ChangedSnapshotTest {
  @TempDir Path dir;

  private List<Path> files;
  private Path file;

  @BeforeEach
  void write() {
    files =
        SnapshotFixtures.gadget4(50, Particles.uniform(1000, 50, 1))
            .writeSplit(dir.resolve("s_1"), 500, 500);
    file = files.get(1);
  }

  private static void assertChanged(Path file, String how, Executable read) {
    SnapshotException e = assertThrows(SnapshotException.class, read);
    assertTrue(
        e.getMessage().startsWith(file + " has changed while it was read (" + how), e::getMessage);
  }

  private static void ids(Snapshot s) {
    s.read(ParticleColumn.IDS, 1, 0, 1000, block -> {});
  }

  private void replace() {
    try {
      FileTime time = Files.getLastModifiedTime(file);
      Path other = Files.copy(file, dir.resolve("other"));
      Files.setLastModifiedTime(other, time);
      assertTrue(other.toFile().renameTo(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anotherFileOfTheSameSizeAndTime() {
    Snapshot s = Snapshot.open(dir);
    ids(s);
    replace();
    assertChanged(file, "another file of the same name", () -> ids(s));
    ids(Snapshot.open(dir));
  }

  @Test
  void replacedDuringARead() {
    Snapshot s = Snapshot.open(dir);
    assertChanged(
        file,
        "another file of the same name",
        () ->
            s.read(
                ParticleColumn.IDS,
                1,
                0,
                1000,
                block -> {
                  if (block.row() == 500) {
                    replace();
                  }
                }));
  }

  @Test
  void writtenInPlace() throws IOException {
    Snapshot s = Snapshot.open(dir);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    assertChanged(file, "written at 1970-01-01T00:16:40Z", () -> ids(s));
  }

  /** Not "it seems damaged". */
  @Test
  void cutOffOrRemoved() throws IOException {
    Snapshot s = Snapshot.open(dir);
    try (FileChannel c = FileChannel.open(file, StandardOpenOption.WRITE)) {
      c.truncate(1000);
    }
    assertChanged(file, "1000 bytes instead of ", () -> ids(s));
    Files.delete(file);
    assertChanged(file, "removed", () -> ids(s));
  }

  @Test
  void sourceOfAVirtualFile() {
    Path virtual = dir.resolve("v_1.hdf5");
    SnapshotFixtures.gadget4(50)
        .and(w -> w.group("/PartType1"))
        .counts(1, 1000)
        .massTable(1, 1)
        .write(virtual);
    List<Hdf5Extras.Part> parts =
        List.of(
            Hdf5Extras.Part.whole(files.get(0), 0, 500),
            Hdf5Extras.Part.whole(files.get(1), 500, 500));
    Hdf5Extras.virtualDataset(virtual, "/PartType1/Coordinates", true, 1000, 3, parts);
    Snapshot s = Snapshot.open(virtual);
    Collected.of(s, 1);
    replace();
    assertChanged(file, "another file of the same name", () -> Collected.of(s, 1));
  }

  @Test
  void filesOfPositions() throws IOException {
    Path raw = Files.write(dir.resolve("p.f32"), new byte[1200]);
    PositionSource positions = PositionFile.open(raw);
    Files.write(raw, new byte[2400]);
    assertChanged(
        raw, "2400 bytes instead of 1200", () -> positions.read(0, 100, new Collected(100)));
  }
}
