package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** A heap that is too small, in a JVM of its own: the message says what to set. */
class SmallHeapTest {
  @TempDir Path dir;

  /**
   * Grows the heap from one in which not even the snapshot opens until the run fits: wherever the
   * memory ends, be it in an estimate, on the device or in any other object, the end is the same.
   */
  @Test
  void everyHeapThatIsTooSmallEndsWithTheRemedy() throws Exception {
    Particles particles = Particles.uniform(100_000, 50, 4);
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, particles);
    Path out = dir.resolve("out");
    boolean foreseen = false;
    boolean met = false;
    int heap = 6;
    List<Object> words = List.of("run", snapshot, "-o", out, "--threads", 2, "--min-length", 1);
    Outcome outcome = run(heap, words); // the more groups, the more memory
    while (outcome.code() != 0) {
      outcome.failed(ExitCodes.MEMORY, "JZFOF_HEAP");
      assertFalse(Files.exists(out), "left behind with a heap of " + heap + " MiB");
      foreseen |= outcome.err().contains("100000 particles need about");
      met |= !outcome.err().contains("particles need about");
      heap = heap * 7 / 5;
      assertTrue(heap < 215, "2000 bytes per group with its properties are not enough");
      outcome = run(heap, words);
    }
    assertTrue(foreseen && met, "both by the estimate and in the middle of the work");
    assertTrue(CatalogueFile.in(out, "001").groups() > 30_000);
  }

  /** The heap may be much smaller than the file. */
  @Test
  void neighboursNeedMemoryForTheSourcesOnly() throws Exception {
    Particles particles = Particles.uniform(40_000, 50, 5);
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, particles);
    Path out = dir.resolve("out/neighbours.hdf5");
    List<Object> words =
        List.of("knn", snapshot, "-o", out, "-k", 200, "--values", "index,id", "--threads", 2);
    int heap = 12;
    Outcome outcome = run(heap, words);
    assertTrue(outcome.code() != 0, "an upper bound of nothing");
    while (outcome.code() != 0) {
      outcome.failed(ExitCodes.MEMORY, "JZFOF_HEAP");
      assertFalse(Files.exists(out.getParent()), "left behind with a heap of " + heap + " MiB");
      heap *= 2;
      assertTrue(heap <= 96, "the blocks are not bounded");
      outcome = run(heap, words);
    }
    assertTrue(Files.size(out) > 40_000 * 200 * 12L);
  }

  /** All of their neighbours at once would take twice the heap. */
  @Test
  void smoothingLengthsOfNeighboursNeedMemoryForTheSourcesOnly() throws Exception {
    Particles particles = Particles.uniform(40_000, 50, 6);
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, particles);
    Path out = dir.resolve("lists.hdf5");
    run(48, List.of("neighbours", snapshot, "-o", out, "--smoothing", 0.1, "-k", 200, "--count"))
        .succeeded();
    assertTrue(Files.exists(out));
  }

  /** With the collector of the launcher, which gives up where it frees next to nothing. */
  private Outcome run(int heapMib, List<Object> words) throws IOException, InterruptedException {
    return new OwnProcess(dir, Main.class)
        .option("-XX:-UseSerialGC")
        .option("-XX:+UseParallelGC")
        .option("-Xlog:disable")
        .option("-Xmx" + heapMib + "m")
        .run(words.toArray());
  }
}
