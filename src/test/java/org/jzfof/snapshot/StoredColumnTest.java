package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.threads.Parallel;

/** Stored rows of several files, by several threads, whatever the storage. */
class StoredColumnTest {
  private static final int COUNT = 100_000;
  private static final int FIRST = 61_234; // rows of the first file, which several threads read

  @TempDir private Path dir;

  private final Particles particles = Particles.uniform(COUNT, 50, 1);

  @ParameterizedTest
  @CsvSource({"false, 1", "false, 4", "true, 4"})
  void anyRowsHaveTheStoredBytes(boolean chunked, int threads) {
    SnapshotFixtures fixtures = SnapshotFixtures.gadget4(50, particles);
    if (chunked) {
      fixtures.chunked(1000, Hdf5Chunks.Filter.GZIP);
    }
    Path file = fixtures.writeSplit(dir.resolve("s_001"), FIRST, COUNT - FIRST).get(0);
    SnapshotHeader header = Snapshot.open(file).header();
    int[] expected =
        IntStream.range(0, 3 * COUNT)
            .map(i -> Float.floatToRawIntBits(particles.velocities()[i]))
            .toArray();
    try (StoredColumn column = new StoredColumn(header, 1, "Velocities")) {
      assertEquals(12, column.rowBytes());
      Parallel.with(threads, () -> assertRows(expected, column, 0, COUNT));
      Random random = new Random(5);
      for (int i = 0; i < 10; i++) {
        int row = random.nextInt(COUNT);
        int rows = random.nextInt(COUNT - row);
        Parallel.with(threads, () -> assertRows(expected, column, row, rows));
      }
    }
  }

  private static void assertRows(int[] expected, StoredColumn column, int row, int rows) {
    int[] words = new int[3 * rows + 1]; // one more than needed
    column.read(row, rows, words);
    assertEquals(0, words[3 * rows]);
    assertArrayEquals(
        Arrays.copyOfRange(expected, 3 * row, 3 * (row + rows)),
        Arrays.copyOf(words, 3 * rows),
        row + " and " + rows);
  }

  /** HDF5 reads these numbers, of three bytes per row. */
  @Test
  void rowsThatDoNotFillTheirWords() {
    Particles few = Particles.uniform(10, 50, 1);
    Path file = SnapshotFixtures.gadget4(dir.resolve("s_002.hdf5"), 50, few);
    try (Hdf5Writer out = Hdf5Writer.open(file)) {
      out.dataset("/PartType1/Flags", Hdf5Type.UINT8, 10, 3);
      out.write("/PartType1/Flags", 0, 10, IntStream.range(0, 30).toArray());
    }
    try (StoredColumn column = new StoredColumn(Snapshot.open(file).header(), 1, "Flags")) {
      int[] words = new int[2];
      column.read(4, 2, words);
      assertArrayEquals(new int[] {0x0e0d0c, 0x11100f}, words);
    }
  }
}
