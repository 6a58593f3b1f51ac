package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.ByMethod;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostColumns;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.progress.StageClock;

/** The same rows of neighbours on any number of ranks, on any backend. */
@OnBackends
@ByMethod({"tree", "kdtree", "kdtree:split=widest:walk=closest", "clover", "grid"})
class KnnRanksTest {
  private static final int CONFIGURATIONS_PER_SET = 12;
  private static final int[] SIZES = {1, 2, 5, 40, 300, 1200};
  private static final int[] NUMBERS = {1, 16, 33, 3, 257};
  private static final int[] RANKS = Configurations.ranks(2, 3, 5, 1);

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  /**
   * A problem and all rows that answer it.
   *
   * @param queries to search from, or null for the points themselves
   * @param type of coordinates and distances
   */
  private record Case(
      Box box,
      double[] points,
      double[] queries,
      int k,
      boolean excludeSelf,
      boolean mortonOrder,
      ElementType type) {
    Case {
      if (type == ElementType.F32) {
        points = rounded(points);
        queries = queries == null ? null : rounded(queries);
      }
    }

    private static double[] rounded(double[] values) {
      return Arrays.stream(values).map(x -> (float) x).toArray();
    }

    Case inOrder(boolean morton) {
      return new Case(box, points, queries, k, excludeSelf, morton, type);
    }

    double listed(double distance) {
      return type == ElementType.F32 ? (float) distance : distance;
    }

    int rows() {
      return (queries == null ? points : queries).length / 3;
    }

    @Override
    public String toString() {
      return "n %d %s k %d box %s %s exclude %s morton %s %s"
          .formatted(
              points.length / 3,
              queries == null ? "self" : "queries " + rows(),
              k,
              box.describe(),
              box.periodic() ? "periodic" : "open",
              excludeSelf,
              mortonOrder,
              type);
    }
  }

  /** Rows of the result, put in the order of the queries. */
  private record Found(long[] row, double[] distance) {
    static Found empty(Case of) {
      return new Found(new long[of.rows() * of.k], new double[of.rows() * of.k]);
    }

    void take(NeighbourBlock block) {
      try (HostColumn query = block.query();
          HostColumn row = block.row();
          HostColumn distance = block.distance()) {
        take(
            block.first(),
            query == null ? null : HostColumns.longs(query),
            block.lengths().k(),
            HostColumns.longs(row),
            HostColumns.doubles(distance));
      }
    }

    /** Rows of consecutive queries from the first, or of those that are named. */
    void take(long first, long[] query, int k, long[] rows, double[] distances) {
      for (int i = 0; i < rows.length / k; i++) {
        int at = (int) (query == null ? first + i : query[i]) * k;
        System.arraycopy(rows, i * k, row, at, k);
        System.arraycopy(distances, i * k, distance, at, k);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void randomConfigurationsEqualBruteForce(PointSets set) {
    SplittableRandom random = new SplittableRandom(300 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET, method); c++) {
      double[] side = Boxes.sides(c, random);
      double[] xyz = set.points(SIZES[c % SIZES.length], side, random);
      Box box = c % 3 == 0 ? Boxes.boundingBox(xyz) : Box.periodic(side);
      double[] queries =
          c % 2 == 0 ? null : PointSets.UNIFORM.points(1 + random.nextInt(60), side, random);
      boolean self = queries == null;
      Case of =
          new Case(
              box,
              xyz,
              queries,
              Math.min(NUMBERS[c % NUMBERS.length], method.kind().maximumNeighbours() - 1),
              self && c % 4 == 0,
              self && c % 6 < 3,
              c % 5 < 3 ? ElementType.F32 : ElementType.F64);
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
          expected.distance[at++] = of.listed(brute.distance(queries, q, point));
        }
      }
    }
    return expected;
  }

  /** As they go to a sink, and as they stay on the device. */
  private void check(Case of, Found expected, int ranks, int blockRows, String name) {
    String where = name + " on " + ranks + " ranks: " + of;
    same(expected, find(of, ranks, blockRows), where);
    same(expected, findOnDevice(of, ranks, blockRows), where + " on the device");
  }

  private static void same(Found expected, Found found, String where) {
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
                          1 + blockRows % 3,
                          new SphSums(
                              backend,
                              comm,
                              new RowShape.Nearest(of.k, EnumSet.of(NeighbourValue.INDEX)),
                              null,
                              0),
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
        NeighbourSearch.Parameters problem);
  }

  private void search(Case of, int blockRows, Communicator comm, Use use) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      long held = backend.memory().used();
      NeighbourSearch.Parameters problem =
          new NeighbourSearch.Parameters(
              of.box, of.k, of.excludeSelf, of.mortonOrder, blockRows, of.type);
      NeighbourSearch.Sources sources =
          new SharedPlaces(backend, comm, of.points, of.type).sources();
      use.of(
          backend,
          new NeighbourSearch(
              backend, method, arrays, new StageClock(backend.memory(), comm, stage -> {})),
          sources,
          of.queries == null ? null : new SharedPlaces(backend, comm, of.queries, of.type),
          problem);
      arrays.finish();
      assertEquals(held, backend.memory().used(), "device arrays left open");
    }
  }

  private Found findOnDevice(Case of, int ranks, int blockRows) {
    Found found = Found.empty(of);
    ThreadRanks.run(
        ranks,
        comm -> {
          search(
              of,
              blockRows,
              comm,
              (backend, search, sources, queries, problem) -> {
                long first = queries == null ? sources.firstRow() : queries.firstRow();
                try (NeighbourSearch.DeviceRows rows =
                    search.findOnDevice(sources, queries, problem)) {
                  long[] query = rows.query() == null ? null : longs(rows.query(), backend);
                  found.take(
                      first,
                      query,
                      of.k,
                      longs(rows.rows().row(), backend),
                      FloatArrays.doubles(backend.memory(), rows.rows().distance()));
                }
              });
          return 0L;
        });
    return found;
  }

  private static long[] longs(DeviceArray rows, Backend backend) {
    return rows.type() == ElementType.I64
        ? backend.memory().toLongs(rows)
        : Arrays.stream(backend.memory().toInts(rows)).asLongStream().toArray();
  }

  /** Most rows are complete on the rank that has their points, and the others are not forgotten. */
  @Tag("large")
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void clusteredMock(ElementType type) {
    int n = type == ElementType.F32 && on == TestBackend.CUDA ? 1_000_000 : 12_000;
    double[] xyz = MockCoordinates.wide(MockCoordinates.clustered(n, 10, 3));
    Case of = new Case(Box.periodic(10, 10, 10), xyz, null, 16, false, false, type);
    Found one = findOnDevice(of, 1, n);
    for (int ranks : RANKS) {
      for (Case next : List.of(of, of.inOrder(true))) {
        same(one, findOnDevice(next, ranks, n / 7), "clustered on " + ranks + " ranks: " + next);
      }
    }
    check(of, one, 2, n / 5, "clustered");
  }

  /** Shells of equally near points are cut by k and by the borders of ranks. */
  @ParameterizedTest
  @ValueSource(ints = {40, 100})
  void latticeFullOfTies(int k) {
    int m = 8;
    double[] xyz = new double[3 * m * m * m];
    Arrays.setAll(xyz, i -> i / 3 / (int) Math.pow(m, i % 3) % m);
    double[] queries =
        Arrays.stream(Arrays.copyOf(xyz, 3 * 200)).map(x -> x + (x % 3 == 0 ? 0 : 0.5)).toArray();
    for (ElementType type : List.of(ElementType.F32, ElementType.F64)) {
      Case own = new Case(Box.periodic(m, m, m), xyz, null, k, true, true, type);
      Case asked = new Case(own.box, xyz, queries, k, false, false, type);
      Found ofOwn = expected(own);
      Found ofAsked = expected(asked);
      for (int ranks : RANKS) {
        check(own, ofOwn, ranks, 500, "lattice");
        check(own.inOrder(false), ofOwn, ranks, 97, "lattice");
        check(asked, ofAsked, ranks, 60, "lattice");
      }
    }
  }

  /** Places outside of the box, some of them many boxes away. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void queriesOutsideTheBox(boolean periodic) {
    SplittableRandom random = new SplittableRandom(8);
    double[] xyz = PointSets.UNIFORM.points(900, new double[] {1, 1, 1}, random);
    double[] queries = new double[3 * 100];
    Arrays.setAll(queries, i -> (i % 2 == 0 ? 3 : 60) * (random.nextDouble() - 0.5));
    Box box = periodic ? Box.periodic(1, 1, 1) : Boxes.boundingBox(xyz);
    for (int most : new int[] {5, 300, 1000}) {
      int k = Math.min(most, method.kind().maximumNeighbours() - 1);
      Case of = new Case(box, xyz, queries, k, false, false, ElementType.F64);
      Found expected = expected(of);
      for (int ranks : RANKS) {
        check(of, expected, ranks, 21, "outside");
      }
    }
  }

  /** Points at one place are shared out between ranks; only the first of them are neighbours. */
  @Test
  void coincidentPointsAcrossRanks() {
    int second = 19_000; // the first point of the other place
    double[] xyz = new double[3 * 20_000];
    Arrays.fill(xyz, 0.25);
    Arrays.fill(xyz, 3 * second, xyz.length, 0.75);
    Case of = new Case(Box.periodic(1, 1, 1), xyz, null, 8, true, false, ElementType.F32);
    Found expected = Found.empty(of);
    for (int i = 0; i < expected.row.length; i++) {
      int query = i / 8;
      int row = i % 8 + (query < second ? 0 : second);
      expected.row[i] = row < query ? row : row + 1;
    }
    for (int ranks : RANKS) {
      check(of, expected, ranks, 9999, "coincident");
      check(of.inOrder(true), expected, ranks, 7000, "coincident");
    }
  }

  /** All points lie in one corner, and the queries anywhere. */
  @Test
  void fewQueriesFarFromThePoints() {
    SplittableRandom random = new SplittableRandom(5);
    double[] side = {1, 1, 1};
    double[] xyz = PointSets.CLUSTERED.points(3000, new double[] {.01, .01, .01}, random);
    double[] queries = PointSets.UNIFORM.points(7, side, random);
    Case of = new Case(Box.periodic(side), xyz, queries, 33, false, false, ElementType.F64);
    Found expected = expected(of);
    for (int ranks : RANKS) {
      check(of, expected, ranks, 3, "corner");
    }
  }
}
