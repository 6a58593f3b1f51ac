package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run} with several snapshots. */
class BatchTest {
  private static final int COUNT = 3000;

  @TempDir private Path folder;
  private Path in;
  private Path out;

  @BeforeEach
  void writeSnapshots() throws IOException {
    in = Files.createDirectory(folder.resolve("in"));
    out = folder.resolve("out");
    for (int k = 1; k <= 4; k++) {
      writeSnapshot(k, -1);
    }
  }

  /** Clumps of 30, of which row {@code bad}, if there is one, is nowhere. */
  private Path writeSnapshot(int number, int bad) {
    double[] positions = new double[3 * COUNT];
    Random random = new Random(number);
    for (int i = 0; i < COUNT; i++) {
      for (int d = 0; d < 3; d++) {
        double centre =
            i % 30 == 0 ? 10 + 80 * random.nextDouble() : positions[3 * (i - i % 30) + d];
        positions[3 * i + d] = centre + 0.1 * random.nextDouble();
      }
    }
    if (bad >= 0) {
      positions[3 * bad] = Double.NaN;
    }
    Path file = in.resolve("snap_%03d.hdf5".formatted(number));
    return SnapshotFixtures.gadget4(file, 100, Particles.at(positions));
  }

  private Path catalogue(int number) {
    return catalogue(out, number, 0);
  }

  private static Path catalogue(Path folder, int number, int piece) {
    return folder.resolve(
        "groups_%03d/fof_subhalo_tab_%03d.%d.hdf5".formatted(number, number, piece));
  }

  private static long[] column(Path file, String dataset) {
    return CatalogueFile.of(file).longs(dataset);
  }

  /** Read ahead and written behind, each snapshot has its own groups and members. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void equalsSingleRuns(int ranks) {
    Outcome batch = Jzfof.run("run", in + "/*", "-o", out, "--ranks", ranks).succeeded();
    assertTrue(
        batch.out().contains("4 snapshots: 4 done, 0 complete before, 0 failed"), batch.out());
    Path single = folder.resolve("single");
    for (int k = 1; k <= 4; k++) {
      Jzfof.run("run", in.resolve("snap_%03d".formatted(k)), "-o", single).succeeded();
      for (String dataset : List.of("/Group/GroupLen", "/IDs/ID")) {
        long[] expected = column(catalogue(single, k, 0), dataset);
        assertTrue(expected.length > 50);
        assertArrayEquals(expected, column(catalogue(k), dataset), dataset + " of " + k);
      }
    }
  }

  @Test
  void commandLineInACatalogueIsThatOfItsSnapshot() {
    Jzfof.run("run", in + "/*", "-o", out, "--resume", "--types", "1", "--max-time", "99h", "-q")
        .succeeded();
    try (Hdf5File file = Hdf5File.open(catalogue(2))) {
      assertEquals(
          "jzfof run " + in.resolve("snap_002.hdf5") + " --output " + out + " --types 1 --quiet",
          file.text("/Parameters", "JzfofCommandLine"));
    }
  }

  /** The file that is bad is found by the rank that reads it; all leave it out. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void oneBadSnapshotDoesNotStopTheOthers(int ranks) throws IOException {
    writeSnapshot(2, COUNT - 1);
    Files.writeString(in.resolve("snap_003.hdf5"), "no HDF5 at all");
    Outcome batch = Jzfof.run("run", in + "/snap_*", "-o", out, "--ranks", ranks);
    assertEquals(ExitCodes.SNAPSHOT, batch.code(), batch.err());
    List<String> errors = batch.err().lines().toList();
    assertEquals(2, errors.size(), batch.err());
    String rank = ranks == 1 ? "" : "rank " + (ranks - 1) + ": ";
    String first = "jzfof: error: " + in.resolve("snap_002.hdf5") + ": " + rank + "the position of";
    assertTrue(errors.get(0).startsWith(first), batch.err());
    String second = "jzfof: error: " + in.resolve("snap_003.hdf5") + ": cannot read";
    assertTrue(errors.get(1).startsWith(second), batch.err());
    assertTrue(
        batch.out().contains("4 snapshots: 2 done, 0 complete before, 2 failed"), batch.out());
    assertTrue(Files.exists(catalogue(1)) && Files.exists(catalogue(4)));
    assertFalse(Files.exists(out.resolve("groups_002")) || Files.exists(out.resolve("groups_003")));
  }

  @Test
  void failFastStops() {
    writeSnapshot(2, 17);
    Outcome batch = Jzfof.run("run", in + "/*", "-o", out, "--fail-fast", "--ranks", 2);
    assertEquals(ExitCodes.SNAPSHOT, batch.code(), batch.err());
    assertTrue(batch.out().contains("1 done, 0 complete before, 1 failed, 2 not st"), batch.out());
    assertTrue(batch.err().contains("stopped by the failure with 2 of 4 snapshots left"));
    assertFalse(Files.exists(out.resolve("groups_003")));
  }

  /** The writer is a thread of its own, but its failure is that of the snapshot. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void outputThatCannotBeWrittenIsOneFailure(int ranks) throws IOException {
    Files.createDirectories(catalogue(2)); // a folder in place of the file
    Outcome batch = Jzfof.run("run", in + "/*", "-o", out, "--ranks", ranks);
    assertEquals(ExitCodes.OUTPUT, batch.code(), batch.err());
    assertEquals(1, batch.err().lines().count(), batch.err());
    assertTrue(batch.out().contains("3 done, 0 complete before, 1 failed"), batch.out());
  }

  @Test
  void resumeLeavesOutWhatIsComplete() throws IOException {
    writeSnapshot(3, 5);
    Jzfof.run("run", in + "/*", "-o", out);
    FileTime made = Files.getLastModifiedTime(catalogue(1));
    writeSnapshot(3, -1);
    Outcome again = Jzfof.run("run", in + "/*", "-o", out, "--resume").succeeded();
    assertTrue(again.out().contains("1 done, 3 complete before, 0 failed"), again.out());
    assertEquals(made, Files.getLastModifiedTime(catalogue(1)));
    assertEquals(100, column(catalogue(3), "/Group/GroupLen").length);
  }

  @Test
  void resumeDoesAgainWhatIsNotAsAskedFor() throws IOException {
    Jzfof.run("run", in + "/*", "-o", out, "--files", 2).succeeded();
    try (RandomAccessFile torn = new RandomAccessFile(catalogue(1).toFile(), "rw")) {
      torn.setLength(torn.length() / 2);
    }
    Files.delete(catalogue(out, 2, 1));
    Files.setLastModifiedTime(
        in.resolve("snap_003.hdf5"),
        FileTime.fromMillis(Files.getLastModifiedTime(catalogue(3)).toMillis() + 60_000));
    assertDone(3, "--files", 2);
    Files.setLastModifiedTime(in.resolve("snap_003.hdf5"), FileTime.fromMillis(0));
    assertDone(0, "--files", 2);
    assertDone(4, "--files", 1);
    assertDone(4, "--files", 1, "-b", 0.19);
    assertDone(4, "--files", 1, "-b", 0.19, "--no-ids");
    assertDone(0, "--files", 1, "-b", 0.19, "--no-ids", "--threads", 1, "--backend", "cpu");
    Files.move(catalogue(1), catalogue(2), StandardCopyOption.REPLACE_EXISTING);
    Outcome mixed = Jzfof.run("run", in + "/*", "-o", out, "--resume", "-b", 0.19, "--no-ids");
    assertEquals(ExitCodes.OUTPUT, mixed.code());
    assertTrue(mixed.out().contains("1 done, 2 complete before, 1 failed"), mixed.out());
    assertTrue(mixed.err().contains("is of another snapshot, " + in), mixed.err());
  }

  /** A catalogue alone is not all that was asked for. */
  @Test
  void resumeMakesProductsThatAreMissing() throws IOException {
    Object[] options = {"--format", "swift", "--membership", "--reorder"};
    assertDone(4, options);
    assertDone(0, options);
    Files.delete(out.resolve("groups_002/membership_002.hdf5"));
    Files.delete(out.resolve("snapdir_003/snap_003.0.hdf5"));
    Files.delete(out.resolve("groups_004/fof_output_0004.hdf5"));
    assertDone(3, options);
    assertDone(0, options);
  }

  /** A file has 34 groups, the next one 33. */
  @Test
  void resumeDoesAgainWhatDoesNotAddUp() throws IOException {
    assertDone(4, "--files", 3);
    Files.copy(catalogue(out, 1, 0), catalogue(out, 1, 1), StandardCopyOption.REPLACE_EXISTING);
    assertDone(1, "--files", 3);
    Hdf5Extras.remove(catalogue(2), "/IDs/ID");
    Hdf5Extras.packedDataset(catalogue(2), "/IDs/ID", 32, chunks -> {}, new int[100]);
    assertDone(1, "--files", 3);
  }

  private void assertDone(int count, Object... options) {
    Outcome batch =
        Jzfof.run(List.of("run", in + "/*", "-o", out, "--resume"), options).succeeded();
    String summary = "4 snapshots: %d done, %d complete before".formatted(count, 4 - count);
    assertTrue(batch.out().contains(summary), batch.out());
  }

  @Test
  void snapshotsThatWriteTheSameAreRefused() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.copy(in.resolve("snap_003.hdf5"), other.resolve("snap_003.hdf5"));
    Outcome batch =
        Jzfof.run("run", in + "/*", other.resolve("snap_003.hdf5"), "-o", out, "--resume");
    batch.failed(ExitCodes.USAGE, in.resolve("snap_003.hdf5") + " and ", "groups_003");
    assertFalse(Files.exists(out));
  }

  @Test
  void listNamesSnapshots() throws IOException {
    Path list = folder.resolve("list.txt");
    Files.writeString(
        list, "# the first two\n\n" + in + "/snap_001.hdf5  # one\n  " + in + "/snap_*2.hdf5\n");
    Outcome batch =
        Jzfof.run("run", in.resolve("snap_004.hdf5"), "--list", list, "-o", out).succeeded();
    assertTrue(batch.out().contains("3 snapshots: 3 done"), batch.out());
    assertFalse(Files.exists(catalogue(3)));
    Jzfof.run("run", "--list", folder.resolve("none.txt"))
        .failed(ExitCodes.SNAPSHOT, "none.txt cannot be read");
  }

  /** This JVM has been running for more than a second. */
  @Test
  void withoutTimeNothingIsStarted() {
    Outcome batch = Jzfof.run("run", in + "/*", "-o", out, "--max-time", "1s", "--ranks", 2);
    assertEquals(ExitCodes.UNFINISHED, batch.code());
    assertEquals(
        "jzfof: stopped by --max-time with 4 of 4 snapshots left: continue with the same command and"
            + " --resume\n",
        batch.err());
    assertFalse(Files.exists(out));
    Jzfof.run("run", in + "/*", "-o", out, "--max-time", "99h").succeeded();
  }

  @Test
  void dryRunOfManyWritesNothing() {
    Outcome batch = Jzfof.run("run", in + "/*", "-o", out, "--dry-run").succeeded();
    assertEquals(4, batch.out().lines().filter(l -> l.contains("needs about")).count());
    assertFalse(Files.exists(out));
  }

  /** A snapshot without IDs warns, with its name. */
  @Test
  void warningsNameTheSnapshot() {
    SnapshotFixtures.gadget4(50, Particles.at(new double[30]).withIds((long[]) null))
        .write(in.resolve("snap_002.hdf5"));
    Outcome batch = Jzfof.run("run", in + "/*", "-o", out, "--no-ids");
    assertEquals(0, batch.code());
    assertTrue(
        batch.err().contains("jzfof: warning: " + in.resolve("snap_002.hdf5") + ": PartType1"),
        batch.err());
  }
}
