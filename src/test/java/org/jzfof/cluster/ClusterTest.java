package org.jzfof.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.search.BruteForceNeighbours;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.progress.StageClock;
import org.jzfof.threads.Parallel;

/** Clusters against brute force, on any backend and number of ranks. */
@OnBackends
class ClusterTest {
  private static final int CONFIGURATIONS_PER_SET = 20;
  private static final int[] SIZES = {1, 2, 5, 33, 100, 250, 400};
  private static final int[] MIN_POINTS = {1, 2, 5, 50, 3};
  private static final int[] RANKS = Configurations.ranks(1, 2, 3, 5);

  @Parameter private TestBackend on;

  /** Particles of one test in their box. */
  private record Case(
      Box box, double[] points, long[] ids, ElementType type, double eps, int minPoints) {
    BruteForceClusters brute() {
      return new BruteForceClusters(new BruteForceNeighbours(points, box), ids, eps, minPoints);
    }

    /** The same particles in another order. */
    Case inOrder(int[] order) {
      double[] xyz = new double[points.length];
      for (int i = 0; i < order.length; i++) {
        System.arraycopy(points, 3 * order[i], xyz, 3 * i, 3);
      }
      long[] id = Arrays.stream(order).mapToLong(from -> ids[from]).toArray();
      return new Case(box, xyz, id, type, eps, minPoints);
    }

    @Override
    public String toString() {
      return "n %d box %s %s %s eps %s min-points %d"
          .formatted(
              ids.length,
              box.describe(),
              box.periodic() ? "periodic" : "open",
              type,
              eps,
              minPoints);
    }
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void equalsBruteForceOnRandomConfigurations(PointSets set) {
    SplittableRandom random = new SplittableRandom(1500 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET); c++) {
      ElementType type = c % 3 == 0 ? ElementType.F64 : ElementType.F32;
      double[] side = Boxes.sides(c, random);
      double[] xyz = set.points(SIZES[random.nextInt(SIZES.length)], side, random);
      if (type == ElementType.F32) {
        Arrays.setAll(xyz, i -> (float) xyz[i]);
      }
      Box box = c % 2 == 0 ? Box.periodic(side) : Boxes.boundingBox(xyz);
      double eps = eps(new BruteForceNeighbours(xyz, box), random);
      int minPoints = MIN_POINTS[random.nextInt(MIN_POINTS.length)];
      Case of = new Case(box, xyz, ids(xyz.length / 3, random), type, eps, minPoints);
      check(of, RANKS[c % RANKS.length], set + " " + c);
    }
  }

  /** Exactly the distance of two points, a little less, or anything up to beyond the box. */
  private static double eps(BruteForceNeighbours brute, SplittableRandom random) {
    int count = brute.points().length / 3;
    double distance = brute.distance(brute.points(), 0, random.nextInt(count));
    double extent = Arrays.stream(brute.box().size()).max().orElseThrow();
    double around = (extent > 0 ? extent : 1) * Math.pow(10, -3 * random.nextDouble());
    return switch (random.nextInt(4)) {
      case 0 -> distance > 0 ? distance : around;
      case 1 -> distance > 0 ? Math.nextDown(distance) : around;
      case 2 -> 0.3 * around;
      default -> around;
    };
  }

  /** All different, in no order, and some above 2^63. */
  private static long[] ids(int count, SplittableRandom random) {
    long[] ids = random.longs(count).toArray();
    Arrays.setAll(ids, i -> ids[i] & ~0xffffL | i);
    return ids;
  }

  private void check(Case of, int ranks, String name) {
    BruteForceClusters.Found found = find(of, ranks);
    BruteForceClusters.Found expected = of.brute().find();
    String where = name + " on " + ranks + " ranks, " + of;
    assertArrayEquals(expected.core(), found.core(), where);
    assertArrayEquals(expected.cluster(), found.cluster(), where);
    assertArrayEquals(expected.clusters().size(), found.clusters().size(), where);
    assertArrayEquals(expected.clusters().cores(), found.clusters().cores(), where);
    assertArrayEquals(expected.clusters().firstId(), found.clusters().firstId(), where);
  }

  /** What all ranks have found, put together. */
  private BruteForceClusters.Found find(Case of, int ranks) {
    List<BruteForceClusters.Found> parts =
        ThreadRanks.run(ranks, comm -> Parallel.with(2, () -> find(of, comm)));
    long[] cluster = parts.stream().flatMapToLong(p -> Arrays.stream(p.cluster())).toArray();
    boolean[] core = new boolean[cluster.length];
    int at = 0;
    for (BruteForceClusters.Found part : parts) {
      System.arraycopy(part.core(), 0, core, at, part.core().length);
      at += part.core().length;
    }
    for (BruteForceClusters.Found part : parts) {
      assertArrayEquals(parts.get(0).clusters().size(), part.clusters().size());
    }
    return new BruteForceClusters.Found(cluster, core, parts.get(0).clusters());
  }

  private BruteForceClusters.Found find(Case of, Communicator comm) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      DeviceMemory memory = backend.memory();
      EvenShares shares = new EvenShares(of.ids.length, comm.size());
      int first = (int) shares.start(comm.rank());
      int end = first + (int) shares.count(comm.rank());
      double[] here = Arrays.copyOfRange(of.points, 3 * first, 3 * end);
      BruteForceClusters.Found found;
      try (ClusterSearch.Result result =
          new ClusterSearch(backend, arrays, new StageClock(memory, comm, stage -> {}))
              .find(
                  new NeighbourSearch.Sources(
                      new Coordinates(end - first, FloatArrays.upload(memory, of.type, here)),
                      first),
                  memory.upload(Arrays.copyOfRange(of.ids, first, end)),
                  new ClusterSearch.Parameters(of.box, of.eps, of.minPoints))) {
        int[] member = memory.toInts(result.members());
        long[] cluster = Arrays.stream(member).mapToLong(code -> code >> 1).toArray();
        boolean[] core = new boolean[member.length];
        for (int i = 0; i < core.length; i++) {
          core[i] = member[i] >= 0 && member[i] % 2 == 1;
        }
        found = new BruteForceClusters.Found(cluster, core, result.clusters());
      }
      arrays.finish();
      assertEquals(0, memory.used(), "device arrays left open");
      return found;
    }
  }

  /** Two clusters at one distance from a border point; the core with the smaller ID decides. */
  @Test
  void borderPointBetweenTwoClusters() {
    double[] xyz = {.75, 0, 0, 1, 0, 0, 1.5, 0, 0, 2.5, 0, 0, 3.5, 0, 0, 4, 0, 0, 4.25, 0, 0};
    Box box = Box.periodic(8, 8, 8);
    for (long[] ids : new long[][] {{1, 2, 3, 4, 5, 6, 7}, {9, 8, 7, 4, 3, 2, 1}}) {
      Case of = new Case(box, xyz, ids, ElementType.F32, 1, 4);
      for (int ranks : RANKS) {
        check(of, ranks, "border");
      }
    }
  }

  /** Every distance is exactly eps, which no rounding of coordinates may change. */
  @Test
  void latticeWithEpsOfItsSpacing() {
    int m = 6;
    double[] xyz = new double[3 * m * m * m];
    Arrays.setAll(xyz, i -> 0.1 * (i / 3 / (i % 3 == 0 ? 1 : i % 3 == 1 ? m : m * m) % m));
    double eps = xyz[3];
    SplittableRandom random = new SplittableRandom(77);
    for (int minPoints : new int[] {2, 3, 4}) {
      for (int ranks : RANKS) {
        long[] ids = ids(m * m * m, random);
        check(
            new Case(Box.periodic(1, 1, 1), xyz, ids, ElementType.F64, eps, minPoints),
            ranks,
            "lattice");
      }
    }
  }

  /**
   * A cubic lattice of which two places in five are taken: border points have many nearest cores.
   */
  private static Case occupiedLattice(int minPoints, SplittableRandom random) {
    int m = 10;
    int[] places = IntStream.range(0, m * m * m).filter(i -> random.nextInt(5) < 2).toArray();
    double[] xyz = new double[3 * places.length];
    for (int i = 0; i < places.length; i++) {
      xyz[3 * i] = places[i] % m;
      xyz[3 * i + 1] = places[i] / m % m;
      xyz[3 * i + 2] = places[i] / m / m;
    }
    long[] ids = ids(places.length, random);
    return new Case(Box.periodic(m, m, m), xyz, ids, ElementType.F32, 1, minPoints);
  }

  @Test
  void manyCoresAtOneDistance() {
    SplittableRandom random = new SplittableRandom(80);
    for (int minPoints : new int[] {4, 5}) {
      for (int ranks : RANKS) {
        check(occupiedLattice(minPoints, random), ranks, "occupied lattice");
      }
    }
  }

  /** Clusters do not depend on the order of the particles. */
  @Test
  void sameInAnyOrder() {
    SplittableRandom random = new SplittableRandom(78);
    Case of = occupiedLattice(4, random);
    BruteForceClusters.Found found = find(of, 1);
    int[] order = IntStream.range(0, of.ids.length).toArray();
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int other = order[j];
      order[j] = order[i];
      order[i] = other;
    }
    BruteForceClusters.Found shuffled = find(of.inOrder(order), 2);
    assertArrayEquals(
        Arrays.stream(order).mapToLong(row -> found.cluster()[row]).toArray(), shuffled.cluster());
    assertArrayEquals(found.clusters().firstId(), shuffled.clusters().firstId());
  }

  /** Nodes of coincident points are linked as a whole. */
  @Test
  void crowdsAtFewPlaces() {
    SplittableRandom random = new SplittableRandom(79);
    double[] side = {1, 1, 1};
    double[] xyz = PointSets.COINCIDENT.points(1000, side, random);
    for (int ranks : RANKS) {
      Case of =
          new Case(Box.periodic(side), xyz, ids(1000, random), ElementType.F64, 0.06, 5 * ranks);
      check(of, ranks, "crowds");
    }
  }

  @Test
  void noParticles() {
    Case of = new Case(Box.periodic(1, 1, 1), new double[0], new long[0], ElementType.F32, 1, 1);
    for (int ranks : RANKS) {
      Clusters clusters = find(of, ranks).clusters();
      assertArrayEquals(new long[0], clusters.size());
    }
  }
}
