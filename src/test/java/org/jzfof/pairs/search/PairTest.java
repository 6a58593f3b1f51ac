package org.jzfof.pairs.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.pairs.DistanceBins;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.Separation;
import org.jzfof.pairs.WeightedIndex;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.threads.ParallelLoops;

/** Counts of pairs against brute force, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class PairTest {
  private static final int CONFIGURATIONS_PER_SET = 40;
  private static final int[] SIZES = {1, 2, 5, 17, 33, 100, 257, 600, 1500};

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void equalsBruteForceOnRandomConfigurations(PointSets set) {
    SplittableRandom random = new SplittableRandom(700 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET); c++) {
      ElementType type = c % 3 == 0 ? ElementType.F64 : ElementType.F32;
      ElementType otherType = random.nextInt(4) == 0 ? ElementType.F64 : type;
      double[] side = Boxes.sides(c, random);
      int n = SIZES[c % SIZES.length];
      double[] some = stored(set.points(n, side, random), type);
      double[] others = stored(set.points(random.nextInt(1, 400), side, random), otherType);
      double[] both = Arrays.copyOf(some, some.length + others.length);
      System.arraycopy(others, 0, both, some.length, others.length);
      Box box = c % 2 == 0 ? Box.periodic(side) : Boxes.boundingBox(both);
      PairBins bins = bins(c, new BruteForcePairs(box), some, random);
      check(box, some, type, others, otherType, bins, set + " " + c);
    }
  }

  private static double[] stored(double[] xyz, ElementType type) {
    if (type == ElementType.F32) {
      Arrays.setAll(xyz, i -> (float) xyz[i]);
    }
    return xyz;
  }

  /** Linear or logarithmic, from 0 or not, with edges that are distances of points. */
  private static PairBins bins(
      int c, BruteForcePairs brute, double[] xyz, SplittableRandom random) {
    double extent = Arrays.stream(brute.box().size()).max().orElseThrow();
    extent = extent > 0 ? extent : 1;
    double last = extent * (c % 5 == 0 ? 2 : Math.pow(10, -2 * random.nextDouble()));
    int count = random.nextInt(1, 25);
    double[] edges = new double[count + 1];
    for (int i = 0; i <= count; i++) {
      edges[i] =
          c % 4 == 0
              ? last * Math.pow(10, -4.0 * (count - i) / count)
              : last * i / count + (c % 4 == 1 ? 0.01 * extent : 0);
    }
    for (int i = 0; i <= count; i++) {
      if (random.nextInt(3) == 0) {
        edges[i] =
            brute.distance(
                xyz, random.nextInt(xyz.length / 3), xyz, random.nextInt(xyz.length / 3));
      }
    }
    edges = Arrays.stream(edges).sorted().distinct().toArray();
    if (edges.length == 1) {
      edges = new double[] {edges[0], edges[0] + extent};
    }
    Separation separation = Separation.values()[random.nextInt(3)];
    int parts = separation == Separation.R ? 1 : random.nextInt(1, 9);
    return new PairBins(separation, edges, parts, random.nextInt(3));
  }

  private void check(
      Box box,
      double[] some,
      ElementType type,
      double[] others,
      ElementType otherType,
      PairBins bins,
      String name) {
    BruteForcePairs brute = new BruteForcePairs(box);
    try (Coordinates points = upload(some, type);
        Coordinates partners = upload(others, otherType);
        NeighbourIndex index = backend.knn().index(points, box);
        NeighbourIndex other = backend.knn().index(partners, box)) {
      String where =
          "%s n %d, %d box %s %s %s %s %s"
              .formatted(
                  name,
                  some.length / 3,
                  others.length / 3,
                  box.describe(),
                  box.periodic() ? "periodic" : "open",
                  type,
                  bins.separation(),
                  Arrays.toString(bins.edges()));
      int[] weights = weights(some.length / 3);
      int[] otherWeights = weights(others.length / 3);
      PairTotals own = brute.own(some, weights, bins);
      PairTotals between = brute.between(some, weights, others, otherWeights, bins);
      assertArrayEquals(own.counts(), countPoints(index, bins), where);
      long[] counts = between.counts();
      assertArrayEquals(counts, countBetween(index, other, bins), where);
      assertArrayEquals(counts, countBetween(other, index, bins), where);
      try (DeviceArray steps = backend.memory().upload(weights);
          DeviceArray otherSteps = backend.memory().upload(otherWeights)) {
        WeightedIndex weighted = new WeightedIndex(index, steps);
        WeightedIndex partner = new WeightedIndex(other, otherSteps);
        requireEqual(own, backend.pairs().autoPairs(weighted, bins), where);
        requireEqual(between, backend.pairs().crossPairs(weighted, partner, bins), where);
        requireEqual(between, backend.pairs().crossPairs(partner, weighted, bins), where);
      }
    }
  }

  private static void requireEqual(PairTotals expected, PairTotals found, String where) {
    assertArrayEquals(expected.counts(), found.counts(), where + " with weights");
    assertArrayEquals(expected.sums(), found.sums(), where + " weights");
  }

  /** As unsigned numbers of any size, with many zeros and many of the largest. */
  private static int[] weights(int count) {
    SplittableRandom random = new SplittableRandom(count);
    int[] weights = new int[count];
    Arrays.setAll(
        weights,
        i ->
            switch (random.nextInt(4)) {
              case 0 -> 0;
              case 1 -> -1;
              default -> random.nextInt() >>> random.nextInt(32);
            });
    return weights;
  }

  private Coordinates upload(double[] xyz, ElementType type) {
    return new Coordinates(xyz.length / 3, FloatArrays.upload(backend.memory(), type, xyz));
  }

  /** Bins so wide that most pairs are counted node by node. */
  @Test
  void manyPointsInWideBins() {
    SplittableRandom random = new SplittableRandom(31);
    double[] side = {1, 1, 1};
    double[] some = stored(PointSets.UNIFORM.points(3000, side, random), ElementType.F32);
    double[] others = stored(PointSets.CLUSTERED.points(1500, side, random), ElementType.F32);
    for (Separation separation : Separation.values()) {
      int parts = separation == Separation.R ? 1 : 2;
      PairBins bins = new PairBins(separation, new double[] {0, 0.25, 0.6, 1}, parts, 0);
      for (Box box : new Box[] {Box.periodic(side), Boxes.boundingBox(some)}) {
        check(box, some, ElementType.F32, others, ElementType.F32, bins, "wide");
      }
    }
  }

  @Test
  void pointsOutsideThePeriodicBox() {
    SplittableRandom random = new SplittableRandom(32);
    double[] xyz = new double[3 * 400];
    Arrays.setAll(xyz, i -> (float) (random.nextDouble() + random.nextInt(-1000, 1000)));
    double[] inside = PointSets.UNIFORM.points(300, new double[] {1, 1, 1}, random);
    PairBins bins = DistanceBins.of(0, 0.1, 0.2, 0.3, 0.5);
    check(Box.periodic(1, 1, 1), xyz, ElementType.F32, inside, ElementType.F64, bins, "outside");
  }

  /** Fixed point rounds what is just below a side to 0. */
  @Test
  void pointsJustInsideTheFaces() {
    double[] xyz = new double[3 * 60];
    SplittableRandom random = new SplittableRandom(34);
    Arrays.setAll(xyz, i -> random.nextBoolean() ? Math.nextDown(1.0) : random.nextDouble());
    PairBins bins = DistanceBins.of(0, 1e-3, 0.1, 0.2, 0.3, 0.5);
    check(Box.periodic(1, 1, 1), xyz, ElementType.F64, xyz, ElementType.F64, bins, "faces");
  }

  /** Float32 coordinates near 0 are finer than any fixed point of the box. */
  @Test
  void clumpFinerThanFixedPoint() {
    SplittableRandom random = new SplittableRandom(33);
    double[] xyz = new double[3 * 600];
    Arrays.setAll(xyz, i -> (float) (i < 1500 ? 1e-9 * random.nextDouble() : random.nextDouble()));
    PairBins bins = DistanceBins.of(0, 1e-10, 2e-10, 5e-10, 1e-9, 1e-3, 0.4);
    check(Box.periodic(1, 1, 1), xyz, ElementType.F32, xyz, ElementType.F32, bins, "fine clump");
  }

  /** Shells of a lattice are in the bin that begins at their distance. */
  @Test
  void edgesAreDistancesOfLattice() {
    int m = 12;
    int n = m * m * m;
    double[] xyz = new double[3 * n];
    for (int i = 0; i < n; i++) {
      xyz[3 * i] = i % m;
      xyz[3 * i + 1] = i / m % m;
      xyz[3 * i + 2] = i / m / m;
    }
    PairBins bins = DistanceBins.of(1, Math.sqrt(2), Math.sqrt(3), 2, Math.sqrt(5));
    try (Coordinates points = upload(xyz, ElementType.F32);
        NeighbourIndex index = backend.knn().index(points, Box.periodic(m, m, m))) {
      assertArrayEquals(new long[] {3L * n, 6L * n, 4L * n, 3L * n}, countPoints(index, bins));
    }
  }

  /** More pairs than 32 bits hold, all in one place. */
  @Test
  void billionsOfPairs() {
    int n = 100_000;
    double[] xyz = new double[3 * n];
    Arrays.fill(xyz, 0.5);
    try (Coordinates points = upload(xyz, ElementType.F32);
        NeighbourIndex index = backend.knn().index(points, Box.periodic(1, 1, 1))) {
      PairBins bins = DistanceBins.of(0, 0.1, 0.2);
      assertArrayEquals(new long[] {n * (n - 1L) / 2, 0}, countPoints(index, bins));
      assertArrayEquals(new long[] {(long) n * n, 0}, countBetween(index, index, bins));
    }
  }

  /** All pairs of the largest weights in one place: sums beyond 64 bits, of nodes and of leaves. */
  @Test
  void largestWeights() {
    int n = 20_000;
    double[] xyz = new double[3 * n];
    Arrays.fill(xyz, 0.5);
    int[] largest = new int[n];
    Arrays.fill(largest, -1);
    BigInteger square = BigInteger.valueOf(0xffffffffL).pow(2);
    try (Coordinates points = upload(xyz, ElementType.F32);
        NeighbourIndex index = backend.knn().index(points, Box.periodic(1, 1, 1));
        DeviceArray weights = backend.memory().upload(largest)) {
      PairBins bins = DistanceBins.of(0, 0.1, 0.2);
      WeightedIndex weighted = new WeightedIndex(index, weights);
      BigInteger pairs = BigInteger.valueOf(n * (n - 1L) / 2);
      assertArrayEquals(
          new BigInteger[] {square.multiply(pairs), BigInteger.ZERO},
          backend.pairs().autoPairs(weighted, bins).sums());
      assertArrayEquals(
          new BigInteger[] {square.multiply(BigInteger.valueOf(n).pow(2)), BigInteger.ZERO},
          backend.pairs().crossPairs(weighted, weighted, bins).sums());
    }
  }

  @Test
  void nothingThere() {
    try (Coordinates none = upload(new double[0], ElementType.F32);
        Coordinates one = upload(new double[] {.1, .2, .3}, ElementType.F32);
        NeighbourIndex empty = backend.knn().index(none, Box.periodic(1, 1, 1));
        NeighbourIndex index = backend.knn().index(one, Box.periodic(1, 1, 1))) {
      PairBins bins = DistanceBins.of(0, 1);
      assertEquals(0, countPoints(empty, bins)[0]);
      assertEquals(0, countPoints(index, bins)[0]);
      assertEquals(0, countBetween(index, empty, bins)[0]);
      assertEquals(0, countBetween(empty, index, bins)[0]);
      assertEquals(1, countBetween(index, index, bins)[0]);
      try (DeviceArray nothing = backend.memory().upload(new int[0]);
          DeviceArray seven = backend.memory().upload(new int[] {7})) {
        WeightedIndex without = new WeightedIndex(empty, nothing);
        WeightedIndex with = new WeightedIndex(index, seven);
        BigInteger[] zero = {BigInteger.ZERO};
        assertArrayEquals(zero, backend.pairs().autoPairs(without, bins).sums());
        assertArrayEquals(zero, backend.pairs().autoPairs(with, bins).sums());
        assertArrayEquals(zero, backend.pairs().crossPairs(with, without, bins).sums());
        assertArrayEquals(
            new BigInteger[] {BigInteger.valueOf(49)},
            backend.pairs().crossPairs(with, with, bins).sums());
      }
    }
  }

  /** The judge sees what it should. */
  @Test
  void bruteForceCounts() {
    BruteForcePairs brute = new BruteForcePairs(Box.periodic(10, 10, 10));
    double[] xyz = {0, 0, 0, 9, 0, 0, 0, 0, 3};
    long[] counts = brute.own(xyz, new PairBins(Separation.RPPI, new double[] {0, 1, 2}, 4, 2));
    assertArrayEquals(new long[] {0, 0, 0, 1, 1, 0, 0, 1}, counts);
    assertTrue(brute.between(xyz, xyz, DistanceBins.of(0, 4))[0] == 9);
    PairTotals weighted = brute.own(xyz, new int[] {2, 3, 5}, DistanceBins.of(0, 2, 4));
    assertArrayEquals(
        new BigInteger[] {BigInteger.valueOf(6), BigInteger.valueOf(25)}, weighted.sums());
  }

  private long[] countPoints(NeighbourIndex index, PairBins bins) {
    return backend.pairs().autoPairs(new WeightedIndex(index, null), bins).counts();
  }

  private long[] countBetween(NeighbourIndex some, NeighbourIndex others, PairBins bins) {
    return backend
        .pairs()
        .crossPairs(new WeightedIndex(some, null), new WeightedIndex(others, null), bins)
        .counts();
  }
}
