package org.jzfof.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Type;

class Hdf5Test {
  @TempDir Path dir;

  private Path write(Consumer<Hdf5Writer> content) {
    return WrittenFile.in(dir, content);
  }

  @Test
  void versionIsThatOfTheLibrary() {
    assertTrue(Hdf5Library.version().matches("1\\.\\d+\\.\\d+"), Hdf5Library.version());
  }

  @Test
  void attributesKeepTypeShapeAndValue() {
    Path file =
        write(
            w -> {
              w.group("/Header");
              w.attribute("/Header", "Total", Hdf5Type.INT64, 1L << 40);
              w.attribute("/Header", "U32", Hdf5Type.UINT32, 4_000_000_000L);
              w.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, 62.5);
              w.attribute("/Header", "Box3", Hdf5Type.FLOAT64, new double[] {1, 2, 3});
              w.attribute("/Header", "Counts", Hdf5Type.UINT64, new long[] {0, 7, 1L << 33});
              w.attribute("/Header", "Empty", Hdf5Type.INT32, new long[0]);
              w.attribute("/Header", "Code", "SWIFT");
              w.attribute("/Header", "Nothing", "");
              w.attribute("/Header", "Unit", "Å");
            });
    try (Hdf5File f = Hdf5File.open(file)) {
      assertEquals(1L << 40, f.longs("/Header", "Total")[0]);
      assertEquals("int64", f.attribute("/Header", "Total").describe());
      assertEquals(4_000_000_000L, f.longs("/Header", "U32")[0]);
      assertEquals("uint32", f.attribute("/Header", "U32").describe());
      assertArrayEquals(new double[] {62.5}, f.doubles("/Header", "BoxSize"));
      assertArrayEquals(new double[] {1, 2, 3}, f.doubles("/Header", "Box3"));
      assertEquals("float64[3]", f.attribute("/Header", "Box3").describe());
      assertArrayEquals(new long[] {0, 7, 1L << 33}, f.longs("/Header", "Counts"));
      assertArrayEquals(new double[] {0, 7, 8589934592.0}, f.doubles("/Header", "Counts"));
      assertEquals(0, f.longs("/Header", "Empty").length);
      assertEquals("SWIFT", f.text("/Header", "Code"));
      assertEquals("", f.text("/Header", "Nothing"));
      assertEquals("Å", f.text("/Header", "Unit"));
      assertTrue(f.hasAttribute("/Header", "Code"));
      assertFalse(f.hasAttribute("/Header", "None"));
      assertFalse(f.hasAttribute("/None", "Code"));
      Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> f.longs("/Header", "Code"));
      assertEquals("attribute Code of /Header is string, not a number", e.getMessage());
    }
  }

  @Test
  void datasetsKeepTheirValuesInEveryType() {
    Path file =
        write(
            w -> {
              w.group("/G");
              w.dataset("/G/f16", Hdf5Type.FLOAT16, 4);
              w.write("/G/f16", 0, 4, new float[] {0, 1, -0.5f, 2048});
              w.dataset("/G/f64", Hdf5Type.FLOAT64, 2, 3);
              w.write("/G/f64", 0, 2, new double[] {1, 2, 3, 4, 5, 0.1});
              w.dataset("/G/u64", Hdf5Type.UINT64, 3);
              w.write("/G/u64", 0, 3, new long[] {1, -1L, Long.MIN_VALUE});
              w.dataset("/G/u32", Hdf5Type.UINT32, 3);
              w.write("/G/u32", 0, 3, new int[] {1, -1, Integer.MIN_VALUE});
              w.dataset("/G/i32", Hdf5Type.INT32, 3);
              w.write("/G/i32", 0, 3, new long[] {1, -1, -5});
              w.dataset("/G/none", Hdf5Type.INT64, 0);
              w.dataset("/G/none3", Hdf5Type.FLOAT32, 0, 3);
              w.flush();
            });
    try (Hdf5File f = Hdf5File.open(file)) {
      assertEquals(List.of("f16", "f64", "i32", "none", "none3", "u32", "u64"), f.children("/G"));
      assertEquals(List.of("G"), f.children("/"));
      assertTrue(f.exists("/G/f16") && f.exists("/G") && f.exists("/"));
      assertFalse(f.exists("/G/x") || f.exists("/X/y/z"));
      try (Hdf5Dataset d = f.dataset("/G/f16")) {
        float[] v = new float[4];
        d.read(0, 4, v);
        assertArrayEquals(new float[] {0, 1, -0.5f, 2048}, v);
        assertEquals("float16[4]", d.info().describe());
      }
      try (Hdf5Dataset d = f.dataset("/G/f64")) {
        double[] v = new double[3];
        d.read(1, 1, v);
        assertArrayEquals(new double[] {4, 5, 0.1}, v);
        assertEquals(3, d.info().columns());
        assertThrows(IllegalArgumentException.class, () -> d.read(0, 2, v));
        assertThrows(IllegalArgumentException.class, () -> d.read(2, 1, v));
      }
      try (Hdf5Dataset d = f.dataset("/G/u64")) {
        long[] v = new long[3];
        d.read(0, 3, v);
        assertArrayEquals(new long[] {1, -1L, Long.MIN_VALUE}, v);
      }
      try (Hdf5Dataset d = f.dataset("/G/u32")) {
        long[] v = new long[3];
        d.read(0, 3, v);
        assertArrayEquals(new long[] {1, 0xffffffffL, 0x80000000L}, v);
        int[] w = new int[3];
        d.read(0, 3, w);
        assertArrayEquals(new int[] {1, -1, Integer.MIN_VALUE}, w);
      }
      try (Hdf5Dataset d = f.dataset("/G/i32")) {
        long[] v = new long[3];
        d.read(0, 3, v);
        assertArrayEquals(new long[] {1, -1, -5}, v);
      }
      try (Hdf5Dataset d = f.dataset("/G/none3")) {
        assertEquals(0, d.info().rows());
        d.read(0, 0, new float[0]);
      }
    }
  }

  @Test
  void wideIntegersAreReadAsStoredBytes() {
    byte[] raw = new byte[32];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (byte) (i + 200);
    }
    Path file =
        write(
            w -> {
              w.dataset("/x", Hdf5Type.UINT128, 2);
              w.write("/x", 0, 2, raw);
            });
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      byte[] read = new byte[32];
      d.read(0, 2, read);
      assertArrayEquals(raw, read);
      assertEquals("uint128[2]", d.info().describe());
      assertTrue(d.info().littleEndian());
    }
  }

  @Test
  void rowsAreWrittenAndReadInPieces() {
    Path file =
        write(
            w -> {
              w.dataset("/x", Hdf5Type.INT64, 10, 2);
              for (int row = 0; row < 10; row += 5) {
                long[] v = new long[10];
                for (int i = 0; i < 10; i++) {
                  v[i] = 2L * row + i;
                }
                w.write("/x", row, 5, v);
              }
              w.attribute("/x", "units", "cm");
            });
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      long[] v = new long[6];
      d.read(4, 3, v);
      assertArrayEquals(new long[] {8, 9, 10, 11, 12, 13}, v);
      assertEquals("cm", f.text("/x", "units"));
    }
  }

  @ParameterizedTest
  @EnumSource(Hdf5Chunks.Filter.class)
  void filteredChunksAreRestored(Hdf5Chunks.Filter filter) {
    int[] values = new int[3 * 1000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 7 % 1001;
    }
    Path file =
        write(
            w -> {
              Hdf5Chunks.create(
                  w, "/x", Hdf5Type.INT32, new Hdf5Chunks(64, List.of(filter)), 1000, 3);
              w.write("/x", 0, 1000, values);
            });
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      int[] read = new int[values.length];
      d.read(0, 1000, read);
      assertArrayEquals(values, read);
      assertEquals(1, d.info().filters().size());
      assertTrue(d.info().filters().get(0).available());
    }
  }

  @Test
  void packedBitsAreRestored() {
    assertRestored(12, H5::H5Pset_nbit);
  }

  @Test
  void szipIsRestored() {
    assertRestored(32, p -> H5.H5Pset_szip(p, HDF5Constants.H5_SZIP_NN_OPTION_MASK, 8));
  }

  private void assertRestored(int bits, LongConsumer filter) {
    int[] values = IntStream.range(0, 1000).map(i -> i * 7 % 1001).toArray();
    Path file = write(w -> {});
    Hdf5Extras.packedDataset(file, "/x", bits, filter, values);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      int[] read = new int[values.length];
      d.read(0, values.length, read);
      assertArrayEquals(values, read);
      assertEquals(1, d.info().filters().size());
    }
  }

  @Test
  void chunksBeyondTheDefaultCacheAreRead() {
    float[] values = new float[600_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    Hdf5Chunks chunks =
        new Hdf5Chunks(500_000, List.of(Hdf5Chunks.Filter.SHUFFLE, Hdf5Chunks.Filter.GZIP));
    Path file =
        write(
            w -> {
              Hdf5Chunks.create(w, "/x", Hdf5Type.FLOAT32, chunks, values.length);
              w.write("/x", 0, values.length, values);
            });
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      float[] read = new float[100_000];
      for (int row = 0; row < values.length; row += read.length) {
        d.read(row, read.length, read);
        assertArrayEquals(Arrays.copyOfRange(values, row, row + read.length), read);
      }
    }
  }

  /** A chunk may have room for more than there is. */
  @Test
  void storageIsCopiedWithItsRoomToGrow() {
    Path from = dir.resolve("from.hdf5");
    try (Hdf5Writer w = Hdf5Writer.create(from)) {
      Hdf5Chunks.create(w, "/fixed", Hdf5Type.FLOAT32, new Hdf5Chunks(8, List.of()), 10, 3);
    }
    Hdf5Extras.growingDataset(from, "/growing", 10, 1000);
    Path to = dir.resolve("to.hdf5");
    try (Hdf5File in = Hdf5File.open(from);
        Hdf5Writer w = Hdf5Writer.create(to)) {
      Hdf5Copy.emptyDataset(in, w, "/fixed", 20);
      Hdf5Copy.emptyDataset(in, w, "/growing", 20);
      w.write("/growing", 0, 20, new float[20]);
    }
    try (Hdf5File f = Hdf5File.open(to);
        Hdf5Dataset fixed = f.dataset("/fixed");
        Hdf5Dataset growing = f.dataset("/growing")) {
      assertEquals("float32[20, 3]", fixed.info().describe());
      assertEquals("float32[20]", growing.info().describe());
    }
  }

  @Test
  void equalContentGivesEqualBytes() throws Exception {
    Consumer<Hdf5Writer> content =
        w -> {
          w.group("/g");
          w.dataset("/g/x", Hdf5Type.INT32, 2);
          w.attribute("/g", "a", Hdf5Type.INT32, 1);
        };
    byte[] first = Files.readAllBytes(write(content));
    TimeUnit.MILLISECONDS.sleep(1100); // HDF5 would store whole seconds
    assertArrayEquals(first, Files.readAllBytes(write(content)));
  }
}
