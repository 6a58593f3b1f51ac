package org.jzfof.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.hdf5.Hdf5Chunks.Filter;
import org.jzfof.hdf5.chunks.Hdf5Chunk;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/** Whatever way a dataset is read, its values are those that the HDF5 library gives. */
class ReadMethodTest {
  private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;
  private static final int ALL = HDF5Constants.H5S_ALL;
  private static final int ROWS = 2503;
  private static final List<List<Filter>> FILTERS =
      List.of(
          List.of(),
          List.of(Filter.GZIP),
          List.of(Filter.SHUFFLE),
          List.of(Filter.FLETCHER32),
          List.of(Filter.SHUFFLE, Filter.GZIP),
          List.of(Filter.FLETCHER32, Filter.GZIP),
          List.of(Filter.SHUFFLE, Filter.GZIP, Filter.FLETCHER32));

  @TempDir Path dir;

  /** Creates a dataset "/x"; a chunk of no lengths stands for contiguous storage. */
  private Path create(
      StoredType stored, long[] dims, long[] chunk, List<Filter> filters, Properties more) {
    Path file = dir.resolve("x.hdf5");
    try (Hdf5Id f =
            new Hdf5Id(
                H5.H5Fcreate(file.toString(), HDF5Constants.H5F_ACC_TRUNC, DEFAULT, DEFAULT),
                H5::H5Fclose);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space = Hdf5Id.space(H5.H5Screate_simple(dims.length, dims, null))) {
      if (chunk.length > 0) {
        H5.H5Pset_chunk(properties.value(), chunk.length, chunk);
      }
      filters.forEach(filter -> filter.add(properties.value()));
      more.set(properties.value());
      Hdf5Extras.create(f, "/x", stored.type(), space, properties).close();
    }
    return file;
  }

  @FunctionalInterface
  private interface Properties {
    void set(long properties);
  }

  private static void write(Path file, StoredType stored, long row, int rows, byte[] values) {
    try (Hdf5Id f =
            new Hdf5Id(
                H5.H5Fopen(file.toString(), HDF5Constants.H5F_ACC_RDWR, DEFAULT), H5::H5Fclose);
        Hdf5Id data = Hdf5Id.dataset(H5.H5Dopen(f.value(), "/x", DEFAULT));
        Hdf5Id selected = Hdf5Id.rowsOf(data.value(), row, rows);
        Hdf5Id memory = Hdf5Id.rowsInMemory(selected, rows)) {
      H5.H5Dwrite(data.value(), stored.type(), memory.value(), selected.value(), DEFAULT, values);
    }
  }

  private Path written(StoredType stored, long[] dims, long[] chunk, List<Filter> filters) {
    Path file = create(stored, dims, chunk, filters, p -> {});
    int n = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
    write(file, stored, 0, (int) dims[0], stored.values(n));
    return file;
  }

  /** All ways to read all rows of "/x", against the library's own conversion. */
  private static void requireValues(Path file, String reading) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/x");
        Hdf5Id id = Hdf5Id.dataset(H5.H5Dopen(f.id(), "/x", DEFAULT))) {
      assertEquals(reading, data.reading());
      int rows = (int) data.info().rows();
      int columns = (int) data.info().columns();
      int n = rows * columns;
      double[] doubles = new double[n];
      H5.H5Dread_double(id.value(), HDF5Constants.H5T_NATIVE_DOUBLE, ALL, ALL, DEFAULT, doubles);
      float[] floats = new float[n];
      H5.H5Dread_float(id.value(), HDF5Constants.H5T_NATIVE_FLOAT, ALL, ALL, DEFAULT, floats);
      boolean integers = data.info().kind() == Hdf5Info.Kind.INTEGER;
      boolean signed = data.info().signed();
      long[] longs = new long[n];
      int[] ints = new int[n];
      if (integers) {
        long wide = signed ? HDF5Constants.H5T_NATIVE_INT64 : HDF5Constants.H5T_NATIVE_UINT64;
        H5.H5Dread_long(id.value(), wide, ALL, ALL, DEFAULT, longs);
        long narrow = signed ? HDF5Constants.H5T_NATIVE_INT32 : HDF5Constants.H5T_NATIVE_UINT32;
        H5.H5Dread_int(id.value(), narrow, ALL, ALL, DEFAULT, ints);
      }
      int[][] selections = {
        {0, rows}, {0, 1}, {1, 999}, {1000, 1000}, {2000, 3}, {500, 1700}, {rows - 1, 1}
      };
      for (int[] s : selections) {
        int from = s[0] * columns;
        int to = from + s[1] * columns;
        double[] d = new double[to - from];
        data.read(s[0], s[1], d);
        assertArrayEquals(Arrays.copyOfRange(doubles, from, to), d);
        float[] x = new float[to - from];
        data.read(s[0], s[1], x);
        assertArrayEquals(Arrays.copyOfRange(floats, from, to), x);
        if (integers) {
          long[] l = new long[to - from];
          data.read(s[0], s[1], l);
          assertArrayEquals(Arrays.copyOfRange(longs, from, to), l);
          int[] i = new int[to - from];
          data.read(s[0], s[1], i);
          assertArrayEquals(Arrays.copyOfRange(ints, from, to), i);
        }
      }
    }
  }

  private static void requireBytes(Path file, byte[] values) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/x")) {
      byte[] bytes = new byte[values.length];
      data.read(0, (int) data.info().rows(), bytes);
      assertArrayEquals(values, bytes);
    }
  }

  @ParameterizedTest
  @EnumSource
  void contiguousValues(StoredType stored) {
    Path file = written(stored, new long[] {ROWS, 3}, new long[0], List.of());
    requireValues(file, "contiguous, read by threads");
    requireBytes(file, stored.values(ROWS * 3));
    requireValues(
        written(stored, new long[] {ROWS}, new long[0], List.of()), "contiguous, read by threads");
  }

  @ParameterizedTest
  @EnumSource
  void valuesInOtherFiles(StoredType stored) {
    byte[] values = stored.values(ROWS * 3);
    for (String[] names : new String[][] {{"a"}, {"b", "c"}}) {
      long bytes = values.length / names.length;
      Properties all =
          p -> List.of(names).forEach(n -> H5.H5Pset_external(p, dir.resolve(n) + "", 8, bytes));
      Path file = create(stored, new long[] {ROWS, 3}, new long[0], List.of(), all);
      write(file, stored, 0, ROWS, values);
      String by = names.length == 1 ? "threads" : "HDF5: it is in 2 files";
      requireValues(file, "external, read by " + by);
    }
  }

  @Test
  void contiguousValuesOfAFileThatIsCutShort() throws IOException {
    Path file = written(StoredType.F64LE, new long[] {ROWS, 3}, new long[0], List.of());
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/x");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long half = channel.size() / 2;
      channel.truncate(half);
      String said =
          assertThrows(Hdf5Exception.class, () -> data.read(0, ROWS, new double[3 * ROWS]))
              .getMessage();
      assertTrue(said.startsWith("truncated file: it has " + half + " bytes"), said);
    }
  }

  @ParameterizedTest
  @EnumSource
  void valuesInChunksOfEveryShapeAndFilter(StoredType stored) {
    long[][] shapes = {{1000, 3}, {1000, 2}, {7, 3}, {ROWS, 1}};
    for (int i = 0; i < FILTERS.size(); i++) {
      long[] chunk = shapes[(i + stored.ordinal()) % shapes.length];
      Path file = written(stored, new long[] {ROWS, 3}, chunk, FILTERS.get(i));
      requireValues(file, reading(chunk, FILTERS.get(i)));
      requireBytes(file, stored.values(ROWS * 3));
    }
    for (long[] chunk : shapes) {
      List<Filter> all = FILTERS.get(FILTERS.size() - 1);
      requireValues(written(stored, new long[] {ROWS, 3}, chunk, all), reading(chunk, all));
    }
    long[] flat = {64};
    requireValues(
        written(stored, new long[] {ROWS}, flat, FILTERS.get(4)), reading(flat, FILTERS.get(4)));
  }

  private static String reading(long[] chunk, List<Filter> filters) {
    StringBuilder names = new StringBuilder();
    for (Filter f : filters) {
      names.append(", ").append(f == Filter.GZIP ? "deflate" : f.name().toLowerCase(Locale.ROOT));
    }
    return "chunks of " + Arrays.toString(chunk) + names + ", read by threads";
  }

  @Test
  void whatIsOddIsLeftToTheLibrary() {
    requireValues(
        create(
            StoredType.F32LE,
            new long[] {ROWS, 3},
            new long[0],
            List.of(),
            p -> H5.H5Pset_layout(p, HDF5Constants.H5D_COMPACT)),
        "compact, read by HDF5: only HDF5 reads this kind of storage");
    long[] chunk = {100, 3};
    requireValues(
        written(StoredType.I32LE, new long[] {ROWS, 3}, chunk, List.of(Filter.SCALE_OFFSET)),
        "chunks of [100, 3], scaleoffset, read by HDF5: a filter that only HDF5 can undo");
    requireValues(
        written(StoredType.I64BE, new long[] {ROWS, 3}, chunk, List.of(Filter.GZIP, Filter.GZIP)),
        "chunks of [100, 3], deflate, deflate, read by HDF5: a filter that only HDF5 can undo");
    requireValues( // never written, hence nowhere
        create(StoredType.F64LE, new long[] {ROWS, 3}, new long[0], List.of(), p -> {}),
        "contiguous, read by HDF5: it was never written");
    requireValues(
        written(StoredType.F64BE, new long[] {ROWS, 3, 1}, new long[] {100, 3, 1}, List.of()),
        "chunks of [100, 3, 1], read by HDF5: it has 3 dimensions");
  }

  @ParameterizedTest
  @EnumSource
  void whatWasNeverWrittenIsTheFillValue(StoredType stored) {
    byte[] one = Arrays.copyOfRange(stored.values(8), 0, stored.values(1).length);
    for (List<Filter> filters : List.of(FILTERS.get(0), FILTERS.get(4))) {
      for (long[] chunk : new long[][] {{100, 3}, {1000, 2}}) {
        Path file =
            create(
                stored,
                new long[] {ROWS, 3},
                chunk,
                filters,
                p -> H5.H5Pset_fill_value(p, stored.type(), one));
        write(file, stored, 1010, 500, stored.values(1500));
        requireValues(file, reading(chunk, filters));
      }
    }
  }

  /** In the formats that have another index, behind a user block, and with bare edges. */
  @Test
  void chunksOfEveryFormat() {
    float[] values = new float[3 * ROWS];
    IntStream.range(0, values.length).forEach(i -> values[i] = i);
    for (boolean latest : new boolean[] {false, true}) {
      for (long[] most : new long[][] {{ROWS, 3}, {-1, 3}, {-1, -1}, {4 * ROWS, 9}}) {
        Path file = dir.resolve("x.hdf5");
        Hdf5Extras.chunkedDataset(
            file,
            "/x",
            new Hdf5Extras.ChunkStorage(
                latest, 512, new long[] {ROWS, 3}, most, new long[] {64, 2}, FILTERS.get(4)));
        Hdf5Extras.writeRows(file, "/x", 0, ROWS, values);
        requireValues(file, reading(new long[] {64, 2}, FILTERS.get(4)));
      }
    }
  }

  @Test
  void damagedChunksAreNamed() throws Exception {
    for (List<Filter> filters :
        List.of(
            List.of(Filter.GZIP),
            List.of(Filter.SHUFFLE, Filter.GZIP),
            List.of(Filter.FLETCHER32),
            List.of(Filter.SHUFFLE, Filter.GZIP, Filter.FLETCHER32))) {
      for (double part : new double[] {0.0, 0.5, 0.99}) {
        Path file = written(StoredType.F32LE, new long[] {ROWS, 3}, new long[] {100, 3}, filters);
        Hdf5Chunk chunk;
        try (Hdf5File f = Hdf5File.open(file);
            Hdf5Dataset data = f.dataset("/x")) {
          chunk = data.chunks().find(7);
        }
        flip(file, chunk.address() + (long) (part * chunk.bytes()));
        try (Hdf5File f = Hdf5File.open(file);
            Hdf5Dataset data = f.dataset("/x")) {
          float[] values = new float[3 * ROWS];
          data.read(0, 700, values);
          Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> data.read(0, ROWS, values));
          assertTrue(e.getMessage().startsWith("the chunk from row 700 on ("), e.getMessage());
          assertThrows(Hdf5Exception.class, () -> data.read(799, 1, values));
          data.read(800, 700, values);
        }
      }
    }
  }

  private static void flip(Path file, long at) throws Exception {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 0x55));
      channel.write(one.flip(), at);
    }
  }

  @Test
  void aFileThatIsCutWhileItIsReadIsTruncated() throws Exception {
    Path file = written(StoredType.F64LE, new long[] {ROWS, 3}, new long[] {100, 3}, List.of());
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/x")) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(Files.size(file) / 2);
      }
      Hdf5Exception e =
          assertThrows(Hdf5Exception.class, () -> data.read(0, ROWS, new double[3 * ROWS]));
      assertTrue(e.getMessage().contains(" are not in the file"), e.getMessage());
    }
  }

  @Test
  void severalThreadsReadOneFile() throws Exception {
    StoredType stored = StoredType.I64BE;
    Path file = written(stored, new long[] {ROWS, 3}, new long[] {64, 2}, FILTERS.get(4));
    byte[] expected = stored.values(3 * ROWS);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset shared = f.dataset("/x")) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int first = t;
        all.add(
            threads.submit(
                () -> {
                  byte[] bytes = new byte[10 * 24];
                  try (Hdf5Dataset own = f.dataset("/x")) {
                    for (int row = first; row + 10 < ROWS; row += 17) {
                      (first % 2 == 0 ? shared : own).read(row, 10, bytes);
                      assertArrayEquals(
                          Arrays.copyOfRange(expected, 24 * row, 24 * (row + 10)), bytes);
                    }
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void anInterruptEndsTheReadingAndNoThreadIsLeft() throws InterruptedException {
    Path file =
        written(StoredType.F64LE, new long[] {100_000, 3}, new long[] {1000, 3}, FILTERS.get(1));
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/x")) {
      double[] values = new double[30_000];
      for (int row = 0; row < 50_000; row += 10_000) {
        data.read(row, 10_000, values);
      }
      assertTrue(readers() > 0);
      Thread.currentThread().interrupt();
      CancellationException e =
          assertThrows(CancellationException.class, () -> data.read(50_000, 10_000, values));
      assertEquals("the reading was interrupted", e.getMessage());
      assertTrue(Thread.interrupted());
    }
    assertFalse(Thread.currentThread().isInterrupted());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (readers() > 0 && System.nanoTime() < end) {
      Thread.sleep(1); // a thread has left its pool a moment before it ends
    }
    assertEquals(0, readers());
  }

  private static long readers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.isAlive() && t.getName().equals(TileReader.THREAD))
        .count();
  }
}
