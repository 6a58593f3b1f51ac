package org.jzfof.hdf5.filters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
        "shuffle,zstd",
        "blosc,fletcher32",
        "blosc,blosclz",
        "blosc,lz4",
        "blosc,snappy",
        "blosc,zlib",
        "blosc,zstd",
        "blosc,copied"
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
        "shuffle,zstd",
        "blosc,blosclz",
        "blosc,lz4",
        "blosc,snappy",
        "blosc,zlib",
        "blosc,zstd",
        "blosc,copied"
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

  @ParameterizedTest
  @ValueSource(strings = {"blosclz", "lz4", "snappy", "zlib", "zstd", "copied"})
  void chunksOfBloscThatAreCutShort(String name) throws IOException {
    byte[] chunk = chunk("/blosc," + name);
    Packing packing = Packing.of(Packing.BLOSC, new int[8]).orElseThrow();
    byte[] values = new byte[3 * CHUNK * Float.BYTES];
    packing.unpack(chunk, chunk.length, values);
    for (int length = 0; length < chunk.length; length++) {
      byte[] cut = Arrays.copyOf(chunk, length);
      assertThrows(Hdf5Exception.class, () -> packing.unpack(cut, cut.length, values));
      if (length >= 16) { // and that says so itself
        ByteBuffer.wrap(cut).order(ByteOrder.LITTLE_ENDIAN).putInt(12, length);
        assertThrows(Hdf5Exception.class, () -> packing.unpack(cut, cut.length, values));
      }
    }
  }

  @Test
  void chunksOfBloscThatNobodyKnows() throws IOException {
    byte[] chunk = chunk("/blosc,lz4");
    int whole = 3 * CHUNK * Float.BYTES;
    assertDamaged(chunk, whole, 0, 3, "its version 3 of Blosc, flags 21, is not known");
    assertDamaged(chunk, whole, 2, 0x29, "its version 2 of Blosc, flags 29, is not known");
    assertDamaged(chunk, whole, 2, 0xe0, "its codec 7 of Blosc is not known");
    assertDamaged(chunk, whole, 3, 0, "blocks of 6012 with values of 0, instead of 6012");
    assertDamaged(chunk, whole - 4, 3, 4, "it says that it has 6012 bytes");
    assertDamaged(chunk, whole, 19, 0x80, "bytes at -2147483");
  }

  private static void assertDamaged(byte[] chunk, int whole, int at, int value, String said) {
    byte[] damaged = chunk.clone();
    damaged[at] = (byte) value;
    Packing packing = Packing.of(Packing.BLOSC, new int[8]).orElseThrow();
    Hdf5Exception e =
        assertThrows(
            Hdf5Exception.class, () -> packing.unpack(damaged, damaged.length, new byte[whole]));
    assertTrue(e.getMessage().contains(said), e.getMessage());
  }

  /** The second chunk of a dataset as it is stored. */
  private byte[] chunk(String name) throws IOException {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset(name)) {
      Hdf5Chunk chunk = data.chunks().find(1);
      int at = (int) chunk.address();
      return Arrays.copyOfRange(Files.readAllBytes(file), at, at + (int) chunk.bytes());
    }
  }

  @Test
  void otherParametersAreLeftToTheLibrary() {
    assertTrue(Packing.of(Packing.BITSHUFFLE, 0, 3, 4, 0, 9, 0, 0, 0).isEmpty());
    assertTrue(Packing.of(Packing.BITSHUFFLE, 0, 3, 0, 0, 2, 0, 0, 0).isEmpty());
    assertTrue(Packing.of(32026, new int[8]).isEmpty()); // Blosc 2
    assertEquals(6, Packing.FILTERS.stream().filter(Hdf5Library::hasFilter).count());
  }
}
