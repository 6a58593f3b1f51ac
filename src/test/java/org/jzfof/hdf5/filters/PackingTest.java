package org.jzfof.hdf5.filters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Library;
import org.jzfof.hdf5.chunks.Hdf5Chunk;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Chunks that the filters' own programs have packed: see src/test/python/make_filters.py. */
class PackingTest {
  private static final int ROWS = 1300;
  private static final int CHUNK = 501;

  @TempDir private Path dir;
  private Path file;

  @BeforeEach
  void copy() throws IOException {
    file = dir.resolve("filters.hdf5");
    try (InputStream in = PackingTest.class.getResourceAsStream("filters.hdf5")) {
      Files.copy(in, file);
    }
  }

  /** As make_filters.py makes them. */
  private static float[] values() {
    float[] values = new float[3 * ROWS];
    long x = 1;
    for (int i = 0; i < values.length; i++) {
      values[i] = i / 8 * 0.5f;
      if (i >= 3 * 831 && i < 3 * 1002) {
        x = (x * 1103515245 + 12345) % (1L << 31);
        values[i] = x;
      }
    }
    return values;
  }

  private static float[] read(Hdf5Dataset data, int row, int rows) {
    float[] values = new float[3 * rows];
    data.read(row, rows, values);
    return values;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lzf",
        "shuffle,lzf,fletcher32",
        "lz4",
        "shuffle,lz4",
        "bitshuffle",
        "bitshuffle,lz4",
        "bitshuffle,lz4,fletcher32",
        "bitshuffle,zstd",
        "zstd",
        "shuffle,zstd"
      })
  void valuesOfOtherPrograms(String name) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/" + name)) {
      String reading = data.reading();
      assertTrue(reading.endsWith(", read by threads") && !reading.contains(";"), reading);
      assertTrue(data.missingFilter().isEmpty());
      assertArrayEquals(values(), read(data, 0, ROWS));
      assertArrayEquals(Arrays.copyOfRange(values(), 3 * 900, 3 * 1200), read(data, 900, 300));
    }
  }

  /** Whatever is damaged, it is named, or it is what a checksum would find. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lzf",
        "lz4",
        "shuffle,lz4",
        "bitshuffle,lz4",
        "bitshuffle,zstd",
        "zstd",
        "shuffle,zstd"
      })
  void damagedChunksAreNamedOrReadInFull(String name) throws IOException {
    Hdf5Chunk chunk;
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/" + name)) {
      chunk = data.chunks().find(1);
    }
    byte[] sound = Files.readAllBytes(file);
    Random random = new Random(7);
    int named = 0;
    int trials = 40;
    for (int t = 0; t < trials; t++) {
      int first = t < 12 ? t : random.nextInt((int) chunk.bytes()); // the headers, then anything
      int at = (int) chunk.address() + first;
      try (RandomAccessFile f = new RandomAccessFile(file.toFile(), "rw")) {
        f.seek(at);
        f.write(sound[at] ^ 1 << random.nextInt(8));
        f.write(sound[at + 1] ^ random.nextInt(256));
      }
      try (Hdf5File f = Hdf5File.open(file);
          Hdf5Dataset data = f.dataset("/" + name)) {
        try {
          read(data, 0, ROWS);
        } catch (Hdf5Exception e) {
          named++;
          String where = "the chunk from row 501 on (%d bytes at %d of the file) is damaged: ";
          String start = where.formatted(chunk.bytes(), chunk.address());
          assertTrue(e.getMessage().startsWith(start), e.getMessage());
        }
        assertArrayEquals(Arrays.copyOf(values(), 3 * CHUNK), read(data, 0, CHUNK));
      }
      Files.write(file, sound);
    }
    assertTrue(named > 5, named + " of " + trials);
  }

  @Test
  void chunksThatAreCutShort() {
    List<Packing> packings =
        List.of(
            Packing.of(Packing.LZF, new int[8]).orElseThrow(),
            Packing.of(Packing.LZ4, new int[8]).orElseThrow(),
            Packing.of(Packing.ZSTD, new int[8]).orElseThrow(),
            Packing.of(Packing.BITSHUFFLE, 0, 3, 4, 0, 2, 0, 0, 0).orElseThrow(),
            Packing.of(Packing.BITSHUFFLE, 0, 3, 4, 0, 3, 0, 0, 0).orElseThrow(),
            Packing.of(Packing.BITSHUFFLE, 0, 3, 4, 0, 0, 0, 0, 0).orElseThrow());
    for (Packing packing : packings) {
      for (int length = 0; length < 20; length++) {
        int n = length;
        assertThrows(Hdf5Exception.class, () -> packing.unpack(new byte[n], n, new byte[100]));
      }
    }
  }

  @Test
  void otherParametersAreLeftToTheLibrary() {
    assertTrue(Packing.of(Packing.BITSHUFFLE, 0, 3, 4, 0, 9, 0, 0, 0).isEmpty());
    assertTrue(Packing.of(Packing.BITSHUFFLE, 0, 3, 0, 0, 2, 0, 0, 0).isEmpty());
    assertTrue(Packing.of(32001, new int[8]).isEmpty());
    assertEquals(5, Packing.FILTERS.stream().filter(Hdf5Library::hasFilter).count());
  }
}
