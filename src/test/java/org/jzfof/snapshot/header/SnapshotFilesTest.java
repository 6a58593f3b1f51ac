package org.jzfof.snapshot.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Collected;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;

class SnapshotFilesTest {
  @TempDir Path dir;

  private final Particles some = Particles.uniform(10, 50, 1);

  @ParameterizedTest
  @CsvSource({
    "snapshot_001.hdf5, 001",
    "snapshot_001.0.hdf5, 001",
    "snapdir_042, 042",
    "snapdir_042/snapshot_042, 042",
    "snap_123.h5, 123",
    "flamingo_0077.0.hdf5, 0077",
    "run.00100.0, 00100",
    "run.00100, 00100",
    "snap_0.500.hdf5, 0.500",
    "snap_1.000.0.hdf5, 1.000",
    "snapshot.hdf5, snapshot",
    "lcdm32.hdf5, lcdm32",
    "final_A.hdf5, final_A",
    "final_A.0.hdf5, final_A",
    "z0.5.hdf5, z0.5"
  })
  void numberIsTakenFromTheName(String path, String number) {
    assertEquals(number, SnapshotFiles.number(Path.of(path)));
  }

  /** What looks like a piece is one where the next one is there. */
  @ParameterizedTest
  @CsvSource({
    "snapshot_001.2.hdf5, snapshot_001.1.hdf5, 001",
    "snapshot_001.2.hdf5, snapshot_001.0.hdf5, 001.2",
    "snapshot_001.010.hdf5, snapshot_001.009.hdf5, 001",
    "snapshot_001.000.hdf5, snapshot_001.001.hdf5, 001",
    "snap_0.500.hdf5, snap_0.000.hdf5, 0.500",
    "snap_0.000.hdf5, snap_0.500.hdf5, 0.000",
    "run.00100.3, run.00100.2, 00100",
    "run.00100, run.00099, 00100"
  })
  void numberOfAPiece(String file, String other, String number) throws Exception {
    Files.createFile(dir.resolve(other));
    assertEquals(number, SnapshotFiles.number(dir.resolve(file)));
  }

  private void assertPieces(List<Path> expected, Path named) {
    List<Path> found =
        Snapshot.open(named).header().pieces().stream().map(SnapshotHeader.Piece::file).toList();
    assertEquals(expected, found);
  }

  @Test
  void aSplitSnapshotIsFoundByPieceBaseAndFolder() throws Exception {
    Path folder = Files.createDirectory(dir.resolve("snapdir_001"));
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(folder.resolve("snapshot_001"), 4, 1, 5);
    Files.writeString(folder.resolve("parameters.txt"), "x");
    assertPieces(files, files.get(2));
    assertPieces(files, folder.resolve("snapshot_001"));
    assertPieces(files, folder);
  }

  @Test
  void piecesAreInOrderOfTheirNumbers() {
    int[] pieces = new int[11];
    Arrays.fill(pieces, 1);
    List<Path> files =
        SnapshotFixtures.gadget4(50, Particles.uniform(11, 50, 1))
            .writeSplit(dir.resolve("snap_000"), pieces);
    assertPieces(files, dir);
    assertEquals(11, Collected.ids(Snapshot.open(dir), 1, 10, 1)[0]);
  }

  @Test
  void aSingleFileIsFoundByItsBaseWithEitherEnding() {
    Path hdf5 = SnapshotFixtures.gadget4(dir.resolve("a_001.hdf5"), 50, some);
    Path h5 = SnapshotFixtures.gadget4(dir.resolve("b_001.h5"), 50, some);
    assertPieces(List.of(hdf5), dir.resolve("a_001"));
    assertPieces(List.of(h5), dir.resolve("b_001"));
  }

  @Test
  void pkdgravFilesHaveNoEnding() {
    Path file = SnapshotFixtures.pkdgrav(50, some).write(dir.resolve("run.00100.0"));
    assertPieces(List.of(file), dir.resolve("run.00100"));
    assertPieces(List.of(file), file);
  }

  private String messageFor(Path named) {
    return assertThrows(SnapshotException.class, () -> Snapshot.open(named)).getMessage();
  }

  @Test
  void aMissingPieceIsNamed() throws Exception {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("snapshot_001"), 4, 1, 5);
    Files.delete(files.get(1));
    for (Path named : List.of(files.get(0), files.get(2), dir, dir.resolve("snapshot_001"))) {
      String message = messageFor(named);
      assertTrue(message.startsWith(files.get(1) + " is missing"), message);
      assertTrue(message.contains("3 files"), message);
    }
    Files.delete(files.get(0));
    assertTrue(messageFor(dir.resolve("snapshot_001")).startsWith(files.get(0) + " is missing"));
  }

  @Test
  void aPieceUnderAnotherNameIsRefused() throws Exception {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("snapshot_001"), 4, 6);
    Path renamed = Files.move(files.get(0), dir.resolve("first.hdf5"));
    String message = messageFor(renamed);
    assertTrue(message.contains("NumFilesPerSnapshot = 2"), message);
    assertTrue(message.contains("BASE.K.hdf5"), message);
  }

  @Test
  void whatIsNotThereIsSaidSo() {
    String message = messageFor(dir.resolve("snapshot_009.hdf5"));
    assertTrue(message.startsWith(dir.resolve("snapshot_009.hdf5") + " does not exist"), message);
    message = messageFor(dir.resolve("none").resolve("snapshot_009"));
    assertTrue(message.contains("does not exist"), message);
  }

  @Test
  void folderWithoutOrWithSeveralSnapshotsIsRefused() {
    assertTrue(messageFor(dir).contains("holds no .hdf5 or .h5 file"), messageFor(dir));
    SnapshotFixtures.gadget4(dir.resolve("snapshot_000.hdf5"), 50, some);
    SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
    assertTrue(
        messageFor(dir).contains("2 snapshots (snapshot_000, snapshot_001): name one"),
        messageFor(dir));
  }

  @Test
  void neighboursBesideASnapshotAreNoSnapshot() throws Exception {
    Path file = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
    Files.copy(file, dir.resolve("neighbours_001.hdf5"));
    assertEquals(file, SnapshotFiles.find(dir));
  }
}
