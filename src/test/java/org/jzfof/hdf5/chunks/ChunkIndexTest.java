package org.jzfof.hdf5.chunks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5Extras.ChunkStorage;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.filters.UnknownFilter;
import org.jzfof.hdf5.library.Hdf5Exception;

class ChunkIndexTest {
  private static final List<Hdf5Chunks.Filter> GZIP = List.of(Hdf5Chunks.Filter.GZIP);
  private static final List<Hdf5Chunks.Filter> CHECKED =
      List.of(Hdf5Chunks.Filter.SHUFFLE, Hdf5Chunks.Filter.FLETCHER32);

  /** Chunks of 10 rows and all columns in the trees of the damaged files. */
  private static final int CHUNK = 10;

  /** Bytes of a key, and in front of the first. */
  private static final int KEY = 8 + 2 * 8;

  private static final int NODE = 8 + 2 * 8;

  @TempDir Path dir;

  /** Every index of chunks that the library writes, and every shape of it. */
  private enum Kind {
    TREE_1(false, 0, dims(500, 3), dims(500, 3), dims(7, 2), GZIP),
    TREE_1_PLAIN(false, 512, dims(5000, 3), dims(-1, -1), dims(10, 3), List.of()),
    SINGLE(true, 0, dims(500, 3), dims(500, 3), dims(500, 3), GZIP),
    SINGLE_PLAIN(true, 0, dims(500, 3), dims(500, 3), dims(500, 3), List.of()),
    FIXED_ARRAY(true, 512, dims(500, 3), dims(500, 3), dims(7, 2), GZIP),
    FIXED_ARRAY_PLAIN(true, 0, dims(500, 3), dims(700, 5), dims(7, 2), List.of()),
    FIXED_ARRAY_OF_PAGES(true, 0, dims(50_000, 1), dims(50_000, 1), dims(10, 1), GZIP),
    EXTENSIBLE_ARRAY(true, 0, dims(500, 3), dims(-1, 5), dims(7, 2), GZIP),
    EXTENSIBLE_ARRAY_PLAIN(true, 0, dims(500, 30), dims(500, -1), dims(7, 2), List.of()),
    EXTENSIBLE_ARRAY_OF_PAGES(true, 0, dims(2_000_000, 1), dims(-1, 1), dims(10, 1), GZIP),
    TREE_2(true, 0, dims(500, 3), dims(-1, -1), dims(7, 2), GZIP),
    TREE_2_PLAIN(true, 0, dims(5000, 3), dims(-1, -1), dims(10, 1), List.of());

    final ChunkStorage storage;

    Kind(
        boolean latest,
        long userBlock,
        long[] dims,
        long[] most,
        long[] chunk,
        List<Hdf5Chunks.Filter> filters) {
      storage = new ChunkStorage(latest, userBlock, dims, most, chunk, filters);
    }

    private static long[] dims(long... lengths) {
      return lengths;
    }
  }

  private static float value(long row, long column) {
    return row + 0.1f * column;
  }

  private static void write(Path file, long columns, long row, int rows) {
    float[] values = new float[Math.toIntExact(rows * columns)];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row + i / columns, i % columns);
    }
    Hdf5Extras.writeRows(file, "/x", row, rows, values);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyChunkIsFoundWhereItsValuesAre(Kind kind) throws Exception {
    ChunkStorage s = kind.storage;
    Path file = dir.resolve("x.hdf5");
    Hdf5Extras.chunkedDataset(file, "/x", s);
    expect(file, s, Optional.of("all"), row -> false);
    int rows = (int) s.chunk()[0];
    long all = (s.dims()[0] + rows - 1) / rows;
    List<Long> written = new ArrayList<>();
    for (long row = 0; row < all; row += 1 + row / 2) {
      written.add(row);
      write(file, s.dims()[1], row * rows, (int) Math.min(rows, s.dims()[0] - row * rows));
    }
    long wide = (s.dims()[1] + s.chunk()[1] - 1) / s.chunk()[1];
    long missing = (all - written.size()) * wide;
    String text = "%d of %d chunks of %d rows".formatted(missing, all * wide, rows);
    expect(file, s, Optional.of(text).filter(t -> missing > 0), written::contains);
    if (all < 1000) {
      write(file, s.dims()[1], 0, (int) s.dims()[0]);
      expect(file, s, Optional.empty(), row -> true);
    }
  }

  private static void expect(
      Path file, ChunkStorage s, Optional<String> unwritten, LongPredicate chunkRow)
      throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      assertEquals(unwritten, d.unwritten());
      ChunkIndex index = d.chunks();
      long wide = (s.dims()[1] + s.chunk()[1] - 1) / s.chunk()[1];
      long all = (s.dims()[0] + s.chunk()[0] - 1) / s.chunk()[0] * wide;
      for (long n = 0; n < all; n++) {
        Hdf5Chunk c = index.find(n);
        assertEquals(chunkRow.test(n / wide), c != null, "chunk " + n);
        if (c == null) {
          continue;
        }
        assertEquals(n, c.number());
        long firstRow = c.number() / wide * s.chunk()[0];
        assertEquals(firstRow, index.row(c));
        assertEquals(0, c.skipped());
        ByteBuffer values = unpacked(bytes, c, s);
        for (long row = firstRow; row < firstRow + s.chunk()[0]; row++) {
          for (long i = 0; i < s.chunk()[1]; i++) {
            float stored = values.getFloat();
            long column = c.number() % wide * s.chunk()[1] + i;
            if (row < s.dims()[0] && column < s.dims()[1]) {
              assertEquals(value(row, column), stored);
            }
          }
        }
      }
    }
  }

  private static ByteBuffer unpacked(byte[] file, Hdf5Chunk c, ChunkStorage s) throws Exception {
    byte[] values = new byte[(int) (s.chunk()[0] * s.chunk()[1] * Float.BYTES)];
    if (s.filters().isEmpty()) {
      assertEquals(values.length, c.bytes());
      System.arraycopy(file, (int) c.address(), values, 0, values.length);
    } else {
      Inflater inflater = new Inflater();
      inflater.setInput(file, (int) c.address(), (int) c.bytes());
      assertEquals(values.length, inflater.inflate(values));
      inflater.end();
    }
    return ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A dataset of 100 rows in 10 chunks. */
  private byte[] tree(List<Hdf5Chunks.Filter> filters) throws Exception {
    Path file = dir.resolve("tree.hdf5");
    long[] dims = {100};
    long[] chunk = {CHUNK};
    Hdf5Extras.chunkedDataset(file, "/x", new ChunkStorage(false, 0, dims, dims, chunk, filters));
    write(file, 1, 0, 100);
    return Files.readAllBytes(file);
  }

  /** Where the key of a chunk is; its address stands behind it. */
  private static int key(byte[] file, int chunk) {
    int node = UnknownFilter.find(file, new byte[] {'T', 'R', 'E', 'E', 1, 0});
    return node + NODE + chunk * (KEY + Long.BYTES);
  }

  private static ByteBuffer at(byte[] file, int position) {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(position);
  }

  private void assertRefused(String cause, byte[] bytes) throws Exception {
    Path file = Files.write(dir.resolve("damaged.hdf5"), bytes);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      assertTrue(f.isDataset("/x"));
      Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> d.read(0, 100, new float[100]));
      assertTrue(e.getMessage().startsWith(cause), e.getMessage());
      assertThrows(Hdf5Exception.class, d::unwritten);
    }
  }

  @Test
  void aChunkThatIsSaidToBeUnpackedMustHaveAllItsBytes() throws Exception {
    byte[] file = tree(GZIP);
    at(file, key(file, 3) + 4).putInt(1);
    assertRefused("the chunk from row 30 on is said to have", file);
  }

  @ParameterizedTest
  @CsvSource({"44, 4", "44, 8", "43, 0", "45, 0", "40, 0", "44, 1073741824"})
  void aChunkWithAChecksumHasItsBytesAndTheChecksum(int bytes, int skipped) throws Exception {
    byte[] file = tree(CHECKED);
    assertEquals(44, at(file, key(file, 3)).getInt());
    at(file, key(file, 3)).putInt(bytes).putInt(skipped);
    assertRefused("the chunk from row 30 on is said to have", file);
  }

  @Test
  void aChunkLiesInTheFileAndOnNoOther() throws Exception {
    byte[] file = tree(GZIP);
    int address = key(file, 3) + KEY;
    at(file, address).putLong(file.length - 10);
    assertRefused(at(file, key(file, 3)).getInt() + " bytes at " + (file.length - 10), file);
    at(file, address).putLong(Long.MIN_VALUE);
    assertRefused(at(file, key(file, 3)).getInt() + " bytes at 9223372036854775808", file);
    at(file, address).putLong(at(file, key(file, 5) + KEY).getLong());
    assertRefused("the chunks of the rows from ", file);
    file = tree(GZIP);
    at(file, key(file, 3)).putInt(0);
    assertRefused("the chunk from row 30 on is said to have 0 bytes", file);
  }

  /** Such a chunk reads as if it had never been written. */
  @ParameterizedTest
  @CsvSource({"20", "40", "90", "0", "90000"})
  void aChunkOutOfOrderIsNoticed(long row) throws Exception {
    byte[] file = tree(List.of());
    at(file, key(file, 3) + 8).putLong(row);
    Path damaged = Files.write(dir.resolve("damaged.hdf5"), file);
    try (Hdf5File f = Hdf5File.open(damaged);
        Hdf5Dataset d = f.dataset("/x")) {
      Hdf5Exception e = assertThrows(Hdf5Exception.class, d::unwritten);
      assertTrue(e.getMessage().startsWith("the index of its chunks is out of order"));
    }
  }

  @Test
  void aTreeThatGoesRoundInCirclesEnds() throws Exception {
    byte[] file = tree(GZIP);
    int first = key(file, 0);
    int node = first - NODE;
    at(file, node + 5).put((byte) 1);
    for (int i = 0; i < 10; i++) {
      at(file, first + i * (KEY + Long.BYTES) + KEY).putLong(node);
    }
    assertRefused("the index of its chunks has a node of the wrong kind", file);
  }

  /** Filters that do not shorten a chunk are left out where the pipeline allows it. */
  @Test
  void aChunkThatWasNotPackedIsRead() throws Exception {
    Path path = dir.resolve("tree.hdf5");
    long[] dims = {100};
    Hdf5Extras.chunkedDataset(path, "/x", new ChunkStorage(false, 0, dims, dims, dims, GZIP));
    float[] values = new float[100];
    Random random = new Random(5);
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt() & 0x7f7fffff);
    }
    Hdf5Extras.writeRows(path, "/x", 0, 100, values);
    byte[] file = Files.readAllBytes(path);
    int key = key(file, 0);
    assertTrue(at(file, key).getInt() >= 400, "room for the values as they are");
    at(file, key).putInt(400).putInt(1);
    ByteBuffer raw = at(file, (int) at(file, key + KEY).getLong());
    for (float value : values) {
      raw.putFloat(value);
    }
    Files.write(path, file);
    float[] read = new float[100];
    try (Hdf5File f = Hdf5File.open(path);
        Hdf5Dataset d = f.dataset("/x")) {
      assertEquals(Optional.empty(), d.unwritten());
      d.read(0, 100, read);
      assertEquals(1, d.chunks().find(0).skipped());
    }
    assertArrayEquals(values, read);
  }
}
