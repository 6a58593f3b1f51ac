package org.jzfof.catalogue.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.OutputException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.RowWords;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.threads.Parallel;

/** Particles of random groups, three files, and ranks of which some have no groups. */
class CollectiveParticlesTest {
  private static final int COUNT = 1000;
  private static final int GROUPS = 7;
  private static final int FILES = 3;
  private static final int THREADS = 3;
  private static final int TYPE = 1;
  private static final int TYPES = 2;
  private static final int WIDE = 3 * Short.BYTES;

  private static final List<String> PATHS =
      List.of("/placed0", "/placed1", "/placed-other1", "/packed0", "/packed1");

  @TempDir private Path folder;
  private final int[] numbers = numbers();

  /** Bytes of no power of two; every row tells which one it is. */
  private static void row(long row, ByteBuffer target) {
    target.putShort((short) row).putShort((short) (7 * row)).putShort((short) ~row);
  }

  /** The last group is small, and the second has no particle of the type. */
  private static int[] numbers() {
    Random random = new Random(3);
    return random
        .ints(COUNT, 0, GROUPS + 2)
        .map(g -> g >= GROUPS ? GroupNumbers.NONE : g == 1 ? 0 : g)
        .toArray();
  }

  private int[] rowsInGroupOrder() {
    return IntStream.concat(IntStream.range(0, GROUPS), IntStream.of(GroupNumbers.NONE))
        .flatMap(g -> IntStream.range(0, COUNT).filter(i -> numbers[i] == g))
        .toArray();
  }

  /** The middle rank, if there are three, has no group. */
  private GroupCatalogue groups(Communicator comm) {
    int size = comm.size() == 3 ? 2 : comm.size();
    int place = comm.size() == 3 && comm.rank() == 2 ? 1 : comm.rank();
    RowRange own =
        comm.size() == 3 && comm.rank() == 1
            ? new RowRange(0, 0)
            : RowRange.share(GROUPS, place, size);
    GroupCatalogue groups = GroupCatalogue.allocate((int) own.count(), TYPES);
    for (int g = 0; g < groups.groups(); g++) {
      long number = own.first() + g;
      long members = Arrays.stream(numbers).filter(of -> of == number).count();
      groups.sums().lengthType()[TYPES * g + TYPE] = members;
      groups.sums().lengthType()[TYPES * g] = 5; // of another type
      groups.sums().length()[g] = members + 5;
    }
    return groups;
  }

  /** Counts the rows that are asked for. */
  private static RowSource counted(long rows, AtomicLongArray read, Communicator comm) {
    return new RowSource() {
      @Override
      public int rowBytes() {
        return WIDE;
      }

      @Override
      public void read(long first, int count, int[] target) {
        assertTrue(first >= 0 && first + count <= rows);
        read.addAndGet(comm.rank(), count);
        ByteBuffer bytes = ByteBuffer.allocate(count * WIDE);
        for (int i = 0; i < count; i++) {
          row(first + i, bytes);
        }
        RowWords.fromBytes(bytes.flip(), WIDE, count, target, 0);
      }
    };
  }

  /** Lays out a column by position and a packed one, of each kind of order. */
  private List<ColumnExtent> layOut(List<WrittenColumn> columns) {
    List<ColumnExtent> extents = new ArrayList<>();
    for (int k = 0; k < FILES; k++) {
      Path file = folder.resolve("f" + k);
      RowRange rows = RowRange.share(COUNT, k, FILES);
      try (Hdf5Writer out = Hdf5Writer.create(file)) {
        for (int c = 0; c < columns.size(); c++) {
          String path = columns.get(c).path();
          long position = ColumnExtent.PACKED;
          if (path.startsWith("/packed")) {
            Hdf5Chunks chunks = new Hdf5Chunks(50, List.of(Hdf5Chunks.Filter.GZIP));
            Hdf5Chunks.create(out, path, Hdf5Type.UINT8, chunks, rows.count(), WIDE);
          } else {
            position = out.reserve(path, Hdf5Type.UINT8, rows.count(), WIDE).orElseThrow();
          }
          extents.add(new ColumnExtent(c, file, file, position, rows));
        }
      }
    }
    return extents;
  }

  private interface RankRun {
    void run(Communicator comm, List<WrittenColumn> columns, GroupOrderedRows order);
  }

  private void onRanks(int ranks, AtomicLongArray read, RankRun run) {
    ThreadRanks.run(
        ranks,
        comm -> {
          RowRange own = RowRange.share(COUNT, comm.rank(), ranks);
          int[] here = Arrays.copyOfRange(numbers, (int) own.first(), (int) own.end());
          try (Backend backend = new CpuBackend();
              DeviceArray labels = backend.memory().upload(here)) {
            GroupNumbers all =
                new GroupNumbers(
                    comm, new int[] {TYPE}, new long[] {here.length}, labels, backend.memory());
            GroupCatalogue groups = groups(comm);
            try (GroupOrderedRows order =
                new GroupOrderedRows(
                    comm,
                    backend.groups(),
                    groups,
                    CatalogueShare.of(comm, groups),
                    new ParticleGroups(all),
                    TYPE,
                    2 * ranks)) {
              List<WrittenColumn> columns = new ArrayList<>();
              for (String path : PATHS) {
                boolean ordered = path.endsWith("1");
                columns.add(
                    new WrittenColumn(
                        TYPE, path, COUNT, ordered, () -> counted(COUNT, read, comm)));
              }
              Parallel.with(THREADS, () -> run.run(comm, columns, order));
            }
          }
          return null;
        });
  }

  /**
   * Ranks, bytes of a column that each holds, of which ranks see the files (bit r: rank r), and how
   * often the rows of a column in group order are read at most.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1000000, 1, 1",
    "1, 2000, 1, 4",
    "1, 1, 1, 1000",
    "2, 1000000, 3, 1",
    "2, 1000000, 1, 1",
    "2, 1200, 3, 4",
    "3, 1000000, 7, 1",
    "3, 1000000, 5, 1",
    "3, 800, 7, 4",
    "3, 800, 1, 4",
    "5, 1000000, 31, 1",
    "5, 1000000, 9, 1",
    "5, 560, 31, 3",
  })
  void anyRanksAndMemoryGiveTheSame(int ranks, int bytes, int seeing, int times)
      throws IOException {
    AtomicLongArray read = new AtomicLongArray(ranks);
    onRanks(
        ranks,
        read,
        (comm, columns, order) ->
            CollectiveParticles.write(
                comm,
                columns,
                comm.rank() == 0 ? layOut(columns) : List.of(),
                type -> order,
                file -> (seeing >> comm.rank() & 1) > 0,
                bytes));
    for (String path : PATHS) {
      assertArrayEquals(expected(path), all(path), path);
    }
    if (times == 1) {
      long sum = IntStream.range(0, ranks).mapToLong(read::get).sum();
      assertEquals(PATHS.size() * COUNT, sum, "each column once");
    }
    for (int r = 0; r < ranks; r++) {
      long own = RowRange.share(COUNT, r, ranks).count();
      assertTrue(read.get(r) <= (2 + 3L * times) * (own + 1), read + " rows were read");
    }
  }

  /** What points to memory of a process means nothing to another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void valuesThatArePointersAreReadByTheRankThatWritesThem(int ranks) throws IOException {
    AtomicLongArray read = new AtomicLongArray(ranks);
    onRanks(
        ranks,
        read,
        (comm, columns, order) -> {
          List<WrittenColumn> packed = columns.subList(3, 5);
          List<ColumnExtent> extents = new ArrayList<>();
          if (comm.rank() == 0) {
            for (ColumnExtent of : layOut(packed)) {
              long position = ColumnExtent.POINTERS;
              extents.add(new ColumnExtent(of.column(), of.part(), of.file(), position, of.rows()));
            }
          }
          CollectiveParticles.write(comm, packed, extents, type -> order);
        });
    assertArrayEquals(expected("/packed0"), all("/packed0"));
    assertArrayEquals(expected("/packed1"), all("/packed1"));
    assertEquals(2 * COUNT, read.get(0));
  }

  private byte[] expected(String path) {
    int[] inOrder = rowsInGroupOrder();
    ByteBuffer expected = ByteBuffer.allocate(COUNT * WIDE);
    for (int i = 0; i < COUNT; i++) {
      row(path.endsWith("1") ? inOrder[i] : i, expected);
    }
    return expected.array();
  }

  private byte[] all(String path) {
    ByteBuffer all = ByteBuffer.allocate(COUNT * WIDE);
    for (int k = 0; k < FILES; k++) {
      Arrays.stream(CatalogueFile.of(folder.resolve("f" + k)).longs(path))
          .forEach(value -> all.put((byte) value));
    }
    return all.array();
  }

  /** The same columns of many more particles. */
  @Test
  void memoryDoesNotGrowWithTheNumberOfParticles() {
    onRanks(
        3,
        new AtomicLongArray(3),
        (comm, columns, order) -> {
          RowSource source = columns.get(1).source().get();
          long before = 0;
          for (long rows : new long[] {100_000_000, 10_000_000_000L}) {
            for (boolean inTurn : new boolean[] {false, true}) {
              RowBatches windows = RowBatches.of(rows, 3, WIDE, 1 << 20, inTurn);
              long held =
                  windows.limit() * WIDE
                      + new RowExchange(comm, List.of(source), order, windows).heldBytes();
              assertTrue(before == 0 || held == before, held + " and " + before);
              assertTrue(windows.limit() * WIDE <= 1 << 20);
              before = held;
            }
          }
        });
  }

  /** All rows of everybody go to one rank, a few at a time. */
  @Test
  void messagesToOneRankAreBounded() {
    int ranks = 5;
    int most = 50 * (WIDE + Integer.BYTES);
    onRanks(
        ranks,
        new AtomicLongArray(ranks),
        (comm, columns, order) -> {
          RowSource source = columns.get(1).source().get();
          RowBatches windows = new RowBatches(COUNT, ranks, COUNT, true);
          long[] longest = new long[1];
          RowWindow window = new RowWindow(COUNT, WIDE);
          RowExchange exchange =
              new RowExchange(
                  watched(comm, longest), List.of(source), order, windows, 100 * WIDE, most);
          exchange.fill(windows.round(0), new RowWindow[] {window});
          assertTrue(longest[0] <= most, longest[0] + " bytes came at once");
          if (comm.rank() == 0) {
            assertTrue(longest[0] > 0);
            assertArrayEquals(expected("/packed1"), window.bytes(0, COUNT));
          }
        });
  }

  /**
   * The same ranks.
   *
   * @param longest most bytes that come at once
   */
  private static Communicator watched(Communicator comm, long[] longest) {
    return (Communicator)
        Proxy.newProxyInstance(
            Communicator.class.getClassLoader(),
            new Class<?>[] {Communicator.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("exchange")) {
                longest[0] = Math.max(longest[0], ((long[]) arguments[3])[comm.size()]);
              }
              return method.invoke(comm, arguments);
            });
  }

  /** Only the last rank writes into the file that is gone. */
  @Test
  void aRankThatCannotWriteFailsAll() {
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                onRanks(
                    3,
                    new AtomicLongArray(3),
                    (comm, columns, order) -> {
                      List<WrittenColumn> placed = columns.subList(0, 2);
                      List<ColumnExtent> extents = List.of();
                      if (comm.rank() == 0) {
                        extents = layOut(placed);
                        deleteLast();
                      }
                      CollectiveParticles.write(comm, placed, extents, type -> order);
                    }));
    assertInstanceOf(OutputException.class, e.getCause());
    assertTrue(
        e.getMessage().startsWith("rank 2: cannot write " + folder.resolve("f2")), e.getMessage());
  }

  private void deleteLast() {
    assertTrue(folder.resolve("f2").toFile().delete());
    assertTrue(Files.notExists(folder.resolve("f2")));
  }
}
