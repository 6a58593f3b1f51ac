package org.jzfof.neighbours.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.SmallDisk;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumns;
import org.jzfof.error.OutputException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;

/** Blocks of made-up answers, on any number of ranks and into any number of files. */
class NeighbourWriterTest {
  private static final int K = 3;
  private static final int SOURCES = 11;

  @TempDir Path dir;

  private NeighbourInfo info(long rows, ElementType index, boolean mortonOrder) {
    Path snapshot = dir.resolve("snapshot.hdf5");
    if (!Files.exists(snapshot)) {
      SnapshotFixtures.gadget4(snapshot, 50, Particles.uniform(SOURCES, 50, 1));
    }
    int[] types = {1};
    return new NeighbourInfo(
        rows,
        new RowShape.Nearest(
            K,
            EnumSet.of(
                NeighbourValue.DISTANCE,
                NeighbourValue.INDEX,
                NeighbourValue.ID,
                NeighbourValue.DENSITY)),
        null,
        index,
        true,
        mortonOrder,
        true,
        false,
        new NeighbourOrigin(
            new NeighbourOrigin.Sources(Snapshot.open(snapshot).header(), "s", types, SOURCES),
            new NeighbourOrigin.Queries("s", types),
            new double[] {50, 50, 50},
            true,
            new RunRecord(
                "1", "jzfof knn s", new Provenance(snapshot, "0".repeat(64), "1".repeat(64)))));
  }

  /** Neighbour i, counted over all rows; every seventh is missing. */
  private static long row(long i) {
    return i % 7 == 6 ? -1 : i * i % SOURCES;
  }

  private static double distance(long i) {
    return 1 + i % K + 1e-3 * (i / K);
  }

  private static NeighbourBlock block(long first, int count, boolean mortonOrder, long rows) {
    LongStream all = LongStream.range(K * first, K * (first + count));
    return new NeighbourBlock(
        first,
        K * first,
        mortonOrder
            ? HostColumns.of(
                LongStream.range(first, first + count).map(r -> rows - 1 - r).toArray())
            : null,
        RowLengths.same(count, K),
        HostColumns.of(all.map(NeighbourWriterTest::row).toArray()),
        HostColumns.of(
            LongStream.range(K * first, K * (first + count))
                .mapToDouble(NeighbourWriterTest::distance)
                .toArray()),
        Map.of(
            NeighbourValue.DENSITY,
            HostColumns.of(
                LongStream.range(first, first + count).mapToDouble(r -> 0.5 + r).toArray())),
        null);
  }

  /** What one rank does: as many blocks as every other, some of them empty. */
  private static void write(
      Communicator comm, NeighbourInfo info, NeighbourFiles files, int blockRows) {
    EvenShares sources = new EvenShares(SOURCES, comm.size());
    long own = sources.start(comm.rank());
    RowLookup ids = new RowLookup(comm, sources, row -> 100 + own + row, -1);
    EvenShares queries = new EvenShares(info.rows(), comm.size());
    EvenShares pieces = new EvenShares(info.rows(), files.files().size());
    long[] pairStart = ArrayParts.offsets(pieces.parts(), piece -> K * pieces.count(piece));
    files.write(
        comm,
        temporary -> {
          try (NeighbourWriter writer =
              new NeighbourWriter(comm, info, ids, files.files(), temporary, pairStart)) {
            for (long at = 0; at < queries.count(0); at += blockRows) {
              long first =
                  Math.min(queries.start(comm.rank()) + at, queries.start(comm.rank() + 1));
              int count = (int) Math.min(blockRows, queries.start(comm.rank() + 1) - first);
              writer.accept(block(first, count, info.mortonOrder(), info.rows()));
            }
            writer.finish();
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 100, 100", "1, 1, 100, 7", "1, 3, 100, 7", "2, 1, 101, 10", "3, 1, 50, 4",
        "2, 2, 100, 9",
    "3, 5, 100, 9", "5, 3, 101, 6", "5, 7, 3, 1", "2, 4, 0, 5", "1, 4, 2, 5", "4, 4, 1000, 40"
  })
  void everyRowIsInItsPlace(int ranks, int pieces, int rows, int blockRows) throws Exception {
    for (boolean mortonOrder : new boolean[] {false, true}) {
      ElementType index = mortonOrder ? ElementType.I64 : ElementType.I32;
      NeighbourInfo info = info(rows, index, mortonOrder);
      NeighbourFiles files = new NeighbourFiles(dir.resolve("out.hdf5"), pieces);
      ThreadRanks.run(
          ranks,
          comm -> {
            write(comm, info, files, blockRows);
            return null;
          });
      check(files.files(), rows, mortonOrder);
      try (Hdf5File file = Hdf5File.open(files.files().get(0));
          Hdf5Dataset stored = file.dataset("/Neighbours/Index")) {
        assertEquals(index.bytes(), stored.info().bytes());
      }
    }
  }

  private static void check(List<Path> files, int rows, boolean mortonOrder) {
    CatalogueFile file = CatalogueFile.of(files.toArray(Path[]::new));
    long[] index = LongStream.range(0, (long) K * rows).map(NeighbourWriterTest::row).toArray();
    double[] distance =
        LongStream.range(0, (long) K * rows).mapToDouble(NeighbourWriterTest::distance).toArray();
    assertArrayEquals(index, file.longs("/Neighbours/Index"));
    assertArrayEquals(distance, file.doubles("/Neighbours/Distance"));
    assertArrayEquals(
        Arrays.stream(index).map(r -> r < 0 ? -1 : 100 + r).toArray(),
        file.longs("/Neighbours/ID"));
    assertArrayEquals(
        LongStream.range(0, rows).mapToDouble(r -> 0.5 + r).toArray(),
        file.doubles("/Queries/Density"));
    long[] order =
        mortonOrder ? LongStream.range(0, rows).map(r -> rows - 1 - r).toArray() : new long[0];
    assertArrayEquals(order, file.longs("/Queries/Row"));
    EvenShares shares = new EvenShares(rows, files.size());
    for (int piece = 0; piece < files.size(); piece++) {
      CatalogueFile one = CatalogueFile.of(files.get(piece));
      assertEquals(files.size(), one.attribute("/Header", "NumFiles"));
      assertEquals(rows, one.attribute("/Header", "NumQueries_Total"));
      assertEquals(shares.count(piece), one.attribute("/Header", "NumQueries_ThisFile"));
      assertEquals(shares.start(piece), one.attribute("/Header", "FirstQuery"));
      assertEquals(K * shares.count(piece), one.longs("/Neighbours/Index").length);
    }
  }

  @Test
  void filesOfAnOlderResultAreReplacedAndOthersAreNot() throws Exception {
    Path snapshot = dir.resolve("out.9.hdf5"); // of another kind, with a name like ours
    SnapshotFixtures.gadget4(snapshot, 50, Particles.uniform(5, 50, 1));
    byte[] before = Files.readAllBytes(snapshot);
    NeighbourInfo info = info(20, ElementType.I32, false);
    for (int pieces : new int[] {5, 2, 3, 1, 4}) {
      NeighbourFiles files = new NeighbourFiles(dir.resolve("out.hdf5"), pieces);
      ThreadRanks.run(
          2,
          comm -> {
            write(comm, info, files, 4);
            return null;
          });
      check(files.files(), 20, false);
      List<String> present;
      try (var all = Files.list(dir)) {
        present =
            all.map(p -> p.getFileName().toString())
                .filter(n -> n.contains("out"))
                .sorted()
                .toList();
      }
      List<String> expected =
          new ArrayList<>(IntStream.range(0, pieces).mapToObj(p -> "out." + p + ".hdf5").toList());
      expected.add("out.9.hdf5");
      if (pieces == 1) {
        expected = List.of("out.9.hdf5", "out.hdf5");
      }
      assertEquals(expected, present);
    }
    assertArrayEquals(before, Files.readAllBytes(snapshot));
  }

  /** Whichever rank meets the end of the disk first. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 1", "2, 2", "3, 2"})
  void aFullDiskIsNamedOnceAndNothingIsLeft(int ranks, int pieces) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      Path filler = disk.fill(200_000);
      NeighbourInfo info = info(5000, ElementType.I64, false); // 400 kB
      NeighbourFiles files = new NeighbourFiles(disk.path().resolve("new/out.hdf5"), pieces);
      RuntimeException failure =
          assertThrows(
              RuntimeException.class,
              () ->
                  ThreadRanks.run(
                      ranks,
                      comm -> {
                        write(comm, info, files, 100);
                        return null;
                      }));
      Throwable cause = failure instanceof RankFailedException ? failure.getCause() : failure;
      assertInstanceOf(OutputException.class, cause);
      assertTrue(cause.getMessage().contains("No space left on device"), cause.getMessage());
      try (var left = Files.list(disk.path())) {
        assertEquals(List.of(filler), left.toList());
      }
    }
  }

  @Test
  void whatWaitsToBeWrittenIsBounded() {
    for (int ranks : new int[] {1, 2, 64, 1000}) {
      BlockSize small = BlockSize.ofNearest(1L << 40, K, ranks, 1, 64 << 20);
      BlockSize large = BlockSize.ofNearest(1L << 40, K, ranks, 1, 1L << 40);
      assertTrue(small.bytes() <= 48 << 20, ranks + " ranks: " + small);
      assertTrue(large.bytes() <= 3L << 30, ranks + " ranks: " + large);
      assertTrue(small.rows() >= 60 && large.rows() > 50 * small.rows(), small + " " + large);
    }
    assertEquals(11, BlockSize.ofNearest(20, K, 2, 1, 1L << 40).rows());
  }
}
