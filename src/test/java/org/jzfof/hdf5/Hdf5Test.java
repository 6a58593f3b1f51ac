package org.jzfof.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class Hdf5Test {
  @TempDir Path dir;

  private Path write(Consumer<Hdf5Writer> content) {
    Path file = dir.resolve("file.hdf5");
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      content.accept(w);
    }
    return file;
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
              w.dataset("/x", Hdf5Type.INT32, new Hdf5Chunks(64, List.of(filter)), 1000, 3);
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
              w.dataset("/x", Hdf5Type.FLOAT32, chunks, values.length);
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
      w.dataset("/fixed", Hdf5Type.FLOAT32, new Hdf5Chunks(8, List.of()), 10, 3);
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

  @Test
  void failuresGiveAShortCause() throws Exception {
    assertCause("No such file or directory", dir.resolve("none.hdf5"));
    Path text = Files.writeString(dir.resolve("text.hdf5"), "no HDF5 at all\n".repeat(100));
    assertCause("not an HDF5 file", text);
    assertCause("not an HDF5 file", Files.createFile(dir.resolve("empty.hdf5")));
    assertCause("Is a directory", dir);
    Path file =
        write(
            w -> {
              w.dataset("/x", Hdf5Type.FLOAT64, 1000);
              w.write("/x", 0, 1000, new double[1000]);
            });
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(4000);
    }
    assertCause("truncated file: it has 4000 bytes and should have", file);
    Hdf5Exception e =
        assertThrows(
            Hdf5Exception.class, () -> Hdf5Writer.create(dir.resolve("none").resolve("x.hdf5")));
    assertEquals("No such file or directory", e.getMessage());
  }

  private static void assertCause(String cause, Path file) {
    Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> Hdf5File.open(file).close());
    assertTrue(e.getMessage().startsWith(cause), e.getMessage());
  }

  @Test
  void fullDiskIsNamed() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.isWritable(full), "/dev/full is missing");
    Hdf5Exception e =
        assertThrows(
            Hdf5Exception.class,
            () -> {
              try (Hdf5Writer w = Hdf5Writer.create(full)) {
                w.dataset("/x", Hdf5Type.FLOAT64, 1_000_000);
                w.write("/x", 0, 1_000_000, new double[1_000_000]);
              }
            });
    assertEquals("No space left on device", e.getMessage());
  }

  @Test
  void unknownFilterIsReportedWithItsNumber() throws Exception {
    float[] values = new float[1000];
    Hdf5Chunks chunks = new Hdf5Chunks(100, List.of(Hdf5Chunks.Filter.GZIP));
    Path file =
        write(
            w -> {
              w.dataset("/x", Hdf5Type.FLOAT32, chunks, values.length);
              w.write("/x", 0, values.length, values);
            });
    UnknownFilter.inPlaceOfGzip(file);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      assertEquals(List.of(new Hdf5Info.Filter(32001, "blosc", false)), d.info().filters());
      Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> d.read(0, 1000, values));
      assertEquals(
          "filter 'blosc' is not available; set HDF5_PLUGIN_PATH to the folder with its plugin",
          e.getMessage());
    }
  }

  @Test
  void damagedChunkIsNoticedByItsChecksum() throws Exception {
    int[] values = new int[1000];
    Arrays.fill(values, 0x5a5a1234);
    Hdf5Chunks chunks = new Hdf5Chunks(1000, List.of(Hdf5Chunks.Filter.FLETCHER32));
    Path file =
        write(
            w -> {
              w.dataset("/x", Hdf5Type.INT32, chunks, values.length);
              w.write("/x", 0, values.length, values);
            });
    byte[] bytes = Files.readAllBytes(file);
    byte[] pattern =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0x5a5a1234).array();
    int at = UnknownFilter.find(bytes, pattern);
    bytes[at + 400] ^= 1;
    Files.write(file, bytes);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> d.read(0, 1000, values));
      assertTrue(e.getMessage().contains("Fletcher32"), e.getMessage());
    }
  }

  /** The library is loaded once per process, so this needs another one. */
  @Test
  void aMissingNativeLibraryIsNamed() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.library.path=" + dir,
                "-cp",
                System.getProperty("java.class.path"),
                Opener.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    java.waitFor();
    assertTrue(
        output.contains("Hdf5Exception: the native HDF5 library (libsis-jhdf5) cannot be loaded"),
        output);
    assertTrue(output.contains("-Djava.library.path=FOLDER"), output);
  }

  /** Opens any file, in a process of its own. */
  static final class Opener {
    public static void main(String[] args) {
      Hdf5File.open(Path.of("any.hdf5")).close();
    }
  }
}
