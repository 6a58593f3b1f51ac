package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.ByMethod;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.SphKernel;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.progress.StageClock;

/**
 * Smoothing lengths against sums over all points, with the same bits by any method, on any number
 * of ranks and any backend.
 */
@OnBackends
@ByMethod({"tree", "kdtree", "btree", "octree", "btree:bucket=8"})
class SmoothingIterationTest {
  private static final int CONFIGURATIONS_PER_SET = 16;
  private static final int[] RANKS = Configurations.ranks(1, 2, 3, 5);

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  /**
   * Points and places, and the lengths to begin with.
   *
   * @param places places of the queries; null if they are the points
   * @param start lengths to begin with; null to begin with nearest neighbours
   */
  private record Case(
      RadiusCase of,
      SmoothingCondition condition,
      double[] places,
      double[] start,
      BlockSize limits) {
    double[] queries() {
      return places == null ? of.points() : places;
    }

    int count() {
      return queries().length / 3;
    }

    /** The condition's number of neighbours, by the definitions of the kernels. */
    double neighbours(int query, double h) {
      BruteForceNeighbours brute = new BruteForceNeighbours(of.points(), of.box());
      int d = condition.dimensions();
      boolean cubic = condition.kernel() == SphKernel.CUBIC;
      double sum = 0;
      for (int p = 0; p < of.count(); p++) {
        double u = brute.distance(queries(), query, p) / h;
        if (u < 1 && cubic) {
          sum += u < 0.5 ? 1 - 6 * u * u + 6 * u * u * u : 2 * Math.pow(1 - u, 3);
        } else if (u < 1) {
          sum += Math.pow(1 - u, 4) * (1 + 4 * u);
        }
      }
      double volume = d == 3 ? 4 * Math.PI / 3 : d == 2 ? Math.PI : 2;
      double norm =
          cubic
              ? new double[] {4.0 / 3, 40 / (7 * Math.PI), 8 / Math.PI}[d - 1]
              : new double[] {1.5, 7 / Math.PI, 21 / (2 * Math.PI)}[d - 1];
      return volume * norm * sum;
    }

    /** Whether points at one place, or too few points, make a length impossible. */
    boolean isSolvable() {
      BruteForceNeighbours brute = new BruteForceNeighbours(of.points(), of.box());
      return of.count() >= condition.neighbours()
          && IntStream.range(0, count())
              .allMatch(
                  q -> {
                    long here =
                        IntStream.range(0, of.count())
                            .filter(p -> brute.distance(queries(), q, p) == 0)
                            .count();
                    double number = here * condition.central();
                    return number <= condition.neighbours() + condition.tolerance();
                  });
    }
  }

  private static double[] lengths(
      Case given, TestBackend on, SearchMethod method, Communicator comm) {
    RadiusCase of = given.of;
    EvenShares shares = new EvenShares(given.count(), comm.size());
    long first = shares.start(comm.rank());
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
        NeighbourSearch.Sources sources =
            new SharedPlaces(backend, comm, of.points(), of.type()).sources()) {
      SharedPlaces queries =
          given.places == null
              ? null
              : new SharedPlaces(backend, comm, given.places, ElementType.F64);
      SmoothingIteration iteration =
          new SmoothingIteration(
              backend,
              arrays,
              new StageClock(backend.memory(), comm, stage -> {}),
              sources,
              new SmoothingIteration.Problem(method, of.box(), given.condition),
              given.limits);
      double[] found =
          given.start == null
              ? iteration.ofNearest(queries, q -> "query " + (first + q))
              : iteration.of(
                  queries,
                  Arrays.copyOfRange(given.start, (int) first, (int) shares.start(comm.rank() + 1)),
                  q -> "query " + (first + q));
      arrays.finish();
      return found;
    }
  }

  private static double[] lengths(Case of, TestBackend on, SearchMethod method, int ranks) {
    List<double[]> parts = ThreadRanks.run(ranks, comm -> lengths(of, on, method, comm));
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static void check(Case of, double[] found, String where) {
    assertEquals(of.count(), found.length, where);
    double tolerance = of.condition.tolerance() + 1e-10 * of.condition.neighbours();
    for (int q = 0; q < found.length; q++) {
      String there = where + " query " + q + " length " + found[q];
      assertEquals(of.condition.neighbours(), of.neighbours(q, found[q]), tolerance, there);
    }
  }

  /**
   * The failure, also where it is that of one rank. A rank that fails leaves its buffers on the GPU
   * to the others until the process ends, so that there is one rank there.
   */
  private String failure(Case of, int onCpu) {
    int ranks = on == TestBackend.CPU ? onCpu : 1;
    RuntimeException thrown =
        assertThrows(RuntimeException.class, () -> lengths(of, on, method, ranks), of.toString());
    Throwable cause = thrown;
    while (cause != null && !(cause instanceof SnapshotException)) {
      cause = cause.getCause();
    }
    assertTrue(cause != null, "not of the snapshot: " + thrown);
    return cause.getMessage();
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void randomConfigurations(PointSets set) {
    SplittableRandom random = new SplittableRandom(900 + set.ordinal());
    int solved = 0;
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET, method); c++) {
      RadiusCase of = RadiusCase.random(set, random.nextInt(5) == 0 ? 20 : 300, c, random);
      double[] places = random.nextInt(3) == 0 ? of.places(ElementType.F64, 0, random) : null;
      int count = places == null ? of.count() : places.length / 3;
      double size = of.box().meanSeparation(of.count());
      double[] start =
          random.nextBoolean()
              ? null
              : random.doubles(count).map(x -> x < 0.1 ? 0 : size * Math.pow(30, x)).toArray();
      SphKernel kernel = SphKernel.values()[random.nextInt(2)];
      double tolerance = Math.pow(10, -7 * random.nextDouble());
      SmoothingCondition condition =
          SmoothingCondition.of(kernel, of.box(), random.nextInt(15, 80), tolerance);
      BlockSize limits = new BlockSize(1000, random.nextInt(500, 50_000), 0);
      Case given = new Case(of, condition, places, start, limits);
      int ranks = RANKS[c % RANKS.length];
      String where = "%s %d on %d ranks: %s %s".formatted(set, c, ranks, of, condition);
      if (!given.isSolvable()) {
        failure(given, ranks);
        continue;
      }
      solved++;
      double[] found = lengths(given, on, method, ranks);
      check(given, found, where);
      assertArrayEquals(
          lengths(given, TestBackend.CPU, SearchMethod.TREE, 1), found, where + " bits");
    }
    assertTrue(solved > 0 || set == PointSets.COINCIDENT || method.kind() != NeighbourMethod.TREE);
  }

  private Case of(double[] points, Box box, int neighbours, double tolerance, double... start) {
    RadiusCase of = new RadiusCase(box, points, ElementType.F64, ElementType.F64);
    return new Case(
        of,
        SmoothingCondition.of(SphKernel.CUBIC, box, neighbours, tolerance),
        null,
        start.length == 0 ? null : start,
        new BlockSize(100, 5000, 0));
  }

  /** In a flat box the lengths are those of circles; in a long one those of a line. */
  @Test
  void flatBoxes() {
    SplittableRandom random = new SplittableRandom(3);
    for (int dimensions = 1; dimensions < 3; dimensions++) {
      double[] side = {10, dimensions == 2 ? 7 : 0, 0};
      double[] xyz = PointSets.UNIFORM.points(200, side, random);
      for (Box box : new Box[] {Box.periodic(side), Box.open(new double[3], side)}) {
        Case flat = of(xyz, box, 20, 1e-6);
        assertEquals(dimensions, flat.condition.dimensions());
        for (int ranks : RANKS) {
          check(flat, lengths(flat, on, method, ranks), box + " on " + ranks + " ranks");
        }
      }
    }
  }

  @Test
  void whatCannotBeMet() {
    SplittableRandom random = new SplittableRandom(4);
    double[] xyz = PointSets.UNIFORM.points(100, new double[] {1, 1, 1}, random);
    Box box = Box.periodic(1, 1, 1);
    double[] copies = xyz.clone();
    for (int i = 0; i < 4; i++) {
      System.arraycopy(xyz, 3 * 70, copies, 3 * (70 + i), 3);
    }
    double[] near = xyz.clone();
    for (int i = 0; i < 4; i++) {
      Arrays.fill(near, 3 * (70 + i), 3 * (71 + i), 0);
      near[3 * (70 + i)] = i * 1e-150;
    }
    double[] start = new double[100];
    Arrays.fill(start, 0.3);
    for (int ranks : RANKS) {
      for (double[] begin : new double[][] {{}, start}) {
        assertTrue(
            failure(of(copies, box, 32, 0.1, begin), ranks)
                .matches(
                    "query 7[0-3] has more than 32 \\+- 0.1 neighbours for every smoothing length"
                        + " from 0 to 0.*: each particle at its place counts for 10.67: give .*"));
        assertTrue(
            failure(of(near, box, 32, 0.1, begin), ranks)
                .matches(
                    "the smoothing length of query 7[0-3] with 32 \\+- 0.1 neighbours is not found"
                        + " in 200 trials, it is between 0.0 and .*E-.*: give a larger.*"));
        assertEquals(
            "there are only 100 particles for smoothing lengths with 101 +- 0.5 neighbours: give"
                + " a smaller -k",
            failure(of(xyz, box, 101, 0.5, begin), ranks));
      }
      Case same = of(new double[300], Box.open(new double[3], new double[3]), 40, 0.5);
      assertTrue(failure(same, ranks).contains("has more than 40 +- 0.5 neighbours"));
    }
  }

  /** Four at one place count for 42.7, so that 43 are met with the next ones hardly inside. */
  @Test
  void copiesThatAreFewEnough() {
    SplittableRandom random = new SplittableRandom(8);
    double[] xyz = PointSets.UNIFORM.points(100, new double[] {1, 1, 1}, random);
    for (int i = 1; i < 4; i++) {
      System.arraycopy(xyz, 0, xyz, 3 * i, 3);
    }
    Case of = of(xyz, Box.periodic(1, 1, 1), 43, 1e-5);
    check(of, lengths(of, on, method, 3), "copies");
  }
}
