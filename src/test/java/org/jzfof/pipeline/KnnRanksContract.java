package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourBlock;
import org.jzfof.knn.Neighbours;

/** The same rows of neighbours on any number of ranks, on any backend. */
abstract class KnnRanksContract {
  private static final int CONFIGURATIONS_PER_SET = 12;
  private static final int[] SIZES = {1, 2, 5, 40, 300, 1200};
  private static final int[] NUMBERS = {1, 16, 33, 3, 257};
  private static final int[] RANKS = {2, 3, 5, 1};

  /** A new backend for a rank. */
  abstract Backend open(Communicator comm);

  /**
   * A problem and all rows that answer it.
   *
   * @param queries to search from, or null for the points themselves
   */
  private record Case(
      Box box, double[] points, double[] queries, int k, boolean excludeSelf, boolean mortonOrder) {
    int rows() {
      return (queries == null ? points : queries).length / 3;
    }

    @Override
    public String toString() {
      return "n %d %s k %d box %s %s exclude %s morton %s"
          .formatted(
              points.length / 3,
              queries == null ? "self" : "queries " + rows(),
              k,
              box.describe(),
              box.periodic() ? "periodic" : "open",
              excludeSelf,
              mortonOrder);
    }
  }

  /** Rows of the result, put in the order of the queries. */
  private record Found(long[] row, double[] distance) {
    static Found empty(Case of) {
      return new Found(new long[of.rows() * of.k], new double[of.rows() * of.k]);
    }

    void take(NeighbourBlock block) {
      for (int i = 0; i < block.count(); i++) {
        long query = block.query() == null ? block.first() + i : block.query()[i];
        int k = block.k();
        System.arraycopy(block.row(), i * k, row, (int) query * k, k);
        System.arraycopy(block.distance(), i * k, distance, (int) query * k, k);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void randomConfigurationsEqualBruteForce(PointSets set) {
    SplittableRandom random = new SplittableRandom(300 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET); c++) {
      double[] side = FofExactContract.sides(c, random);
      double[] xyz = set.points(SIZES[c % SIZES.length], side, random);
      Box box = c % 3 == 0 ? FofExactContract.boundingBox(xyz) : Box.periodic(side);
      double[] queries =
          c % 2 == 0 ? null : PointSets.UNIFORM.points(1 + random.nextInt(60), side, random);
      boolean self = queries == null;
      Case of =
          new Case(
              box,
              xyz,
              queries,
              NUMBERS[c % NUMBERS.length],
              self && c % 4 == 0,
              self && c % 6 < 3);
      check(of, expected(of), RANKS[c % RANKS.length], 1 + random.nextInt(400), set + " " + c);
    }
  }

  private static Found expected(Case of) {
    Found expected = Found.empty(of);
    BruteForceNeighbours brute = new BruteForceNeighbours(of.points, of.box);
    double[] queries = of.queries == null ? of.points : of.queries;
    Arrays.fill(expected.row, Neighbours.NONE);
    Arrays.fill(expected.distance, Double.POSITIVE_INFINITY);
    for (int q = 0; q < of.rows(); q++) {
      int at = q * of.k;
      int[] nearest =
          brute.nearest(queries, q, Double.POSITIVE_INFINITY, of.k + (of.excludeSelf ? 1 : 0));
      for (int point : nearest) {
        if (at < (q + 1) * of.k && !(of.excludeSelf && point == q)) {
          expected.row[at] = point;
          expected.distance[at++] = brute.distance(queries, q, point);
        }
      }
    }
    return expected;
  }

  private void check(Case of, Found expected, int ranks, int blockRows, String name) {
    Found found = find(of, ranks, blockRows);
    String where = name + " on " + ranks + " ranks: " + of;
    assertArrayEquals(expected.row, found.row, where);
    assertArrayEquals(expected.distance, found.distance, where);
  }

  private Found find(Case of, int ranks, int blockRows) {
    Found found = Found.empty(of);
    List<Long> calls =
        ThreadRanks.run(
            ranks,
            comm -> {
              Set<NeighbourBlock> blocks = new HashSet<>();
              search(
                  of,
                  blockRows,
                  comm,
                  (backend, search, sources, queries, problem) ->
                      search.run(
                          sources,
                          queries,
                          problem,
                          block -> {
                            blocks.add(block);
                            found.take(block);
                          }));
              return (long) blocks.size();
            });
    assertEquals(1, new HashSet<>(calls).size(), "calls of the sink: " + calls);
    return found;
  }

  /** What is done with a search. */
  private interface Use {
    void of(
        Backend backend,
        NeighbourSearch search,
        NeighbourSearch.Sources sources,
        QuerySupply queries,
        NeighbourSearch.Problem problem);
  }

  private void search(Case of, int blockRows, Communicator comm, Use use) {
    try (Backend backend = open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      long held = backend.memory().used();
      NeighbourSearch.Problem problem =
          new NeighbourSearch.Problem(
              of.box, of.k, of.excludeSelf, of.mortonOrder, blockRows, ElementType.F64);
      int first = share(of.points, comm.rank(), comm);
      int end = share(of.points, comm.rank() + 1, comm);
      NeighbourSearch.Sources sources =
          new NeighbourSearch.Sources(upload(backend, of.points, first, end - first), first);
      use.of(
          backend,
          new NeighbourSearch(backend, arrays, new StageClock(backend.memory(), comm, stage -> {})),
          sources,
          of.queries == null ? null : supply(backend, of.queries, comm),
          problem);
      assertEquals(held, backend.memory().used(), "device arrays left open");
    }
  }

  private static int share(double[] xyz, int rank, Communicator comm) {
    return xyz.length / 3 * rank / comm.size();
  }

  private static Coordinates upload(Backend backend, double[] xyz, int first, int count) {
    return new Coordinates(
        count, backend.memory().upload(Arrays.copyOfRange(xyz, 3 * first, 3 * (first + count))));
  }

  private static QuerySupply supply(Backend backend, double[] xyz, Communicator comm) {
    int first = share(xyz, comm.rank(), comm);
    int count = share(xyz, comm.rank() + 1, comm) - first;
    return new QuerySupply() {
      @Override
      public long rows() {
        return count;
      }

      @Override
      public long firstRow() {
        return first;
      }

      @Override
      public Coordinates read(long from, long rows) {
        return upload(backend, xyz, first + (int) from, (int) rows);
      }
    };
  }

  @Test
  void clusteredMock() {
    float[] mock = MockCoordinates.clustered(12_000, 10, 3);
    double[] xyz = IntStream.range(0, mock.length).mapToDouble(i -> mock[i]).toArray();
    Case of = new Case(Box.periodic(10, 10, 10), xyz, null, 24, false, false);
    Found one = find(of, 1, 12_000);
    for (int ranks : RANKS) {
      check(of, one, ranks, 2001, "clustered");
      check(new Case(of.box, xyz, null, 24, false, true), one, ranks, 3000, "clustered");
    }
  }

  /** Points at one place are shared out between ranks; only the first of them are neighbours. */
  @Test
  void coincidentPointsAcrossRanks() {
    double[] xyz = new double[3 * 20_000];
    Arrays.fill(xyz, 0.25);
    Arrays.fill(xyz, 3 * 19_000, xyz.length, 0.75);
    Case of = new Case(Box.periodic(1, 1, 1), xyz, null, 8, true, false);
    Found one = find(of, 1, 20_000);
    assertArrayEquals(
        new long[] {0, 1, 2, 3, 4, 5, 6, 7}, Arrays.copyOfRange(one.row, 8 * 100, 8 * 101));
    for (int ranks : RANKS) {
      check(of, one, ranks, 9999, "coincident");
    }
  }

  /** All points lie in one corner, and the queries anywhere. */
  @Test
  void fewQueriesFarFromThePoints() {
    SplittableRandom random = new SplittableRandom(5);
    double[] side = {1, 1, 1};
    double[] xyz = PointSets.CLUSTERED.points(3000, new double[] {.01, .01, .01}, random);
    double[] queries = PointSets.UNIFORM.points(7, side, random);
    Case of = new Case(Box.periodic(side), xyz, queries, 33, false, false);
    Found expected = expected(of);
    for (int ranks : RANKS) {
      check(of, expected, ranks, 3, "corner");
    }
  }

  /** What stays on the device is what goes to a sink. */
  @Test
  void answersLeftOnTheDevice() {
    SplittableRandom random = new SplittableRandom(6);
    double[] xyz = PointSets.UNIFORM.points(900, new double[] {1, 1, 1}, random);
    Case of = new Case(Box.periodic(1, 1, 1), xyz, null, 5, false, false);
    Found expected = expected(of);
    for (int ranks : RANKS) {
      ThreadRanks.run(
          ranks,
          comm -> {
            search(
                of,
                1,
                comm,
                (backend, search, sources, queries, problem) ->
                    compare(
                        search.findOnDevice(sources, queries, problem), backend, comm, expected));
            return 0L;
          });
    }
  }

  private static void compare(
      Neighbours found, Backend backend, Communicator comm, Found expected) {
    try (found) {
      DeviceArray row = found.row();
      long[] rows =
          row.type() == ElementType.I64
              ? backend.memory().toLongs(row)
              : Arrays.stream(backend.memory().toInts(row)).asLongStream().toArray();
      int first = expected.row.length / 5 * comm.rank() / comm.size() * 5;
      assertArrayEquals(
          Arrays.copyOfRange(expected.row, first, first + rows.length),
          rows,
          "rank " + comm.rank());
    }
  }
}
