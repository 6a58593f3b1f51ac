package org.jzfof.pairs.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.search.SharedPlaces;
import org.jzfof.pairs.DistributedPairs;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.RegionCounts;
import org.jzfof.pairs.RegionPoints;
import org.jzfof.pairs.Separation;
import org.jzfof.pairs.WeightGrid;
import org.jzfof.pairs.WeightTotals;
import org.jzfof.pairs.WeightedPoints;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;

/** The same counts of pairs on any number of ranks, on any backend. */
@OnBackends
class PairRanksTest {
  private static final int CONFIGURATIONS_PER_SET = 8;
  private static final int[] SIZES = {1, 2, 5, 40, 300, 1200};
  private static final int[] RANKS = Configurations.ranks(2, 3, 5, 1);

  @Parameter private TestBackend on;

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void everyOrderedPairOnce(PointSets set) {
    SplittableRandom random = new SplittableRandom(900 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET); c++) {
      double[] side = Boxes.sides(c, random);
      double[] some = rounded(set.points(SIZES[c % SIZES.length], side, random));
      double[] others = rounded(set.points(random.nextInt(1, 300), side, random));
      double[] both = Arrays.copyOf(some, some.length + others.length);
      System.arraycopy(others, 0, both, some.length, others.length);
      Box box = c % 2 == 0 ? Box.periodic(side) : Boxes.boundingBox(both);
      double extent = Arrays.stream(box.size()).max().orElseThrow();
      double last = (extent > 0 ? extent : 1) * (c % 3 == 0 ? 0.5 : 0.05);
      Separation separation = Separation.values()[c % 3];
      int parts = separation == Separation.R ? 1 : 3;
      double first = c % 4 == 0 ? 0.1 * last : 0;
      PairBins bins =
          new PairBins(separation, new double[] {first, 0.3 * last, last}, parts, c % 3);
      check(box, some, others, bins, RANKS[c % RANKS.length], set + " " + c);
    }
  }

  private static double[] rounded(double[] xyz) {
    return Arrays.stream(xyz).map(x -> (float) x).toArray();
  }

  private void check(
      Box box, double[] some, double[] others, PairBins bins, int ranks, String name) {
    BruteForcePairs brute = new BruteForcePairs(box);
    int[] weights = weights(some.length / 3);
    int[] otherWeights = weights(others.length / 3);
    PairTotals once = brute.own(some, weights, bins);
    long[] own = Arrays.stream(once.counts()).map(pairs -> 2 * pairs).toArray();
    own[0] += bins.holdSelf() ? some.length / 3 : 0;
    BigInteger[] sums =
        Arrays.stream(once.sums()).map(sum -> sum.shiftLeft(1)).toArray(BigInteger[]::new);
    for (int weight : weights) {
      BigInteger self = BigInteger.valueOf(Integer.toUnsignedLong(weight)).pow(2);
      sums[0] = sums[0].add(bins.holdSelf() ? self : BigInteger.ZERO);
    }
    PairTotals both = brute.between(some, weights, others, otherWeights, bins);
    long[] between = both.counts();
    int perSide = box.periodic() ? 2 + bins.axis() : 0;
    List<Found> found =
        ThreadRanks.run(
            ranks,
            comm ->
                count(
                    comm, new SharedCase(box, some, weights, others, otherWeights, bins, perSide)));
    for (Found counts : found) {
      String where = name + " on " + ranks + " ranks, " + bins + ", box " + box.describe();
      assertArrayEquals(own, counts.own, where);
      assertArrayEquals(between, counts.between, where + " between");
      assertArrayEquals(own, counts.ownWeighted.counts(), where + " with weights");
      assertArrayEquals(sums, counts.ownWeighted.sums(), where + " weights");
      assertArrayEquals(between, counts.betweenWeighted.counts(), where + " between with weights");
      assertArrayEquals(both.sums(), counts.betweenWeighted.sums(), where + " weights between");
      if (perSide > 0) {
        BruteForceRegions regions = new BruteForceRegions(brute, perSide);
        checkRegions(
            new PairTotals(own, sums),
            regions.left(some, weights, some, weights, bins),
            counts.ownByRegion,
            where);
        checkRegions(
            both,
            regions.left(some, weights, others, otherWeights, bins),
            counts.betweenByRegion,
            where + " between");
        assertArrayEquals(regions.points(some), counts.ownByRegion.points().count(), where);
        assertArrayEquals(regions.points(others), counts.betweenByRegion.partners().count(), where);
        assertArrayEquals(
            weightsLeft(regions, others, otherWeights),
            weightsLeft(otherWeights, counts.betweenByRegion.partners()),
            where);
      }
    }
  }

  private static void checkRegions(
      PairTotals all, List<PairTotals> left, RegionCounts found, String where) {
    assertArrayEquals(all.counts(), found.total().counts(), where + " by region");
    assertArrayEquals(all.sums(), found.total().sums(), where + " weights by region");
    for (int region = 0; region < left.size(); region++) {
      PairTotals touching = found.touching().get(region);
      long[] counts = all.counts().clone();
      BigInteger[] sums = all.sums().clone();
      for (int i = 0; i < counts.length; i++) {
        counts[i] -= touching.counts()[i];
        sums[i] = sums[i].subtract(touching.sums()[i]);
      }
      assertArrayEquals(left.get(region).counts(), counts, where + " region " + region);
      assertArrayEquals(left.get(region).sums(), sums, where + " weights of region " + region);
    }
  }

  /** Sums of the weights outside of each region, and of their squares. */
  private static BigInteger[] weightsLeft(BruteForceRegions regions, double[] xyz, int[] weights) {
    return IntStream.range(0, regions.points(xyz).length)
        .mapToObj(region -> BruteForceRegions.chosen(weights, regions.without(xyz, region)))
        .flatMap(left -> Stream.of(sum(left, 1), sum(left, 2)))
        .toArray(BigInteger[]::new);
  }

  private static BigInteger[] weightsLeft(int[] weights, RegionPoints in) {
    return IntStream.range(0, in.count().length)
        .boxed()
        .flatMap(
            region ->
                Stream.of(
                    sum(weights, 1).subtract(in.weight()[region]),
                    sum(weights, 2).subtract(in.squares()[region])))
        .toArray(BigInteger[]::new);
  }

  private static BigInteger sum(int[] weights, int power) {
    return Arrays.stream(weights)
        .mapToObj(weight -> BigInteger.valueOf(Integer.toUnsignedLong(weight)).pow(power))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static int[] weights(int count) {
    return new SplittableRandom(count).ints(count).map(i -> i % 5 == 0 ? 0 : i).toArray();
  }

  private record Found(
      long[] own,
      long[] between,
      PairTotals ownWeighted,
      PairTotals betweenWeighted,
      RegionCounts ownByRegion,
      RegionCounts betweenByRegion) {}

  private record SharedCase(
      Box box,
      double[] some,
      int[] weights,
      double[] others,
      int[] otherWeights,
      PairBins bins,
      int perSide) {}

  private Found count(Communicator comm, SharedCase of) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      DistributedPairs pairs =
          new DistributedPairs(
              new DistributedPairs.Context(
                  backend.pairs(), backend.knn(), backend.particles(), backend.memory(), arrays),
              of.box,
              of.bins);
      long[] own = pairs.autoPairs(unweighted(backend, comm, of.some), null).counts();
      long[] between =
          pairs
              .crossPairs(unweighted(backend, comm, of.some), unweighted(backend, comm, of.others))
              .counts();
      WeightTotals totals = WeightTotals.of(WeightGrid.of(1), share(comm, of.weights), comm);
      PairTotals ownWeighted =
          pairs.autoPairs(weighted(backend, comm, of.some, of.weights), totals);
      PairTotals betweenWeighted =
          pairs.crossPairs(
              weighted(backend, comm, of.some, of.weights),
              weighted(backend, comm, of.others, of.otherWeights));
      Found found = new Found(own, between, ownWeighted, betweenWeighted, null, null);
      if (of.perSide > 0) {
        found =
            new Found(
                own,
                between,
                ownWeighted,
                betweenWeighted,
                pairs.autoPairsByRegion(weighted(backend, comm, of.some, of.weights), of.perSide),
                pairs.crossPairsByRegion(
                    weighted(backend, comm, of.some, of.weights),
                    weighted(backend, comm, of.others, of.otherWeights),
                    of.perSide));
      }
      arrays.finish();
      return found;
    }
  }

  private static WeightedPoints unweighted(Backend backend, Communicator comm, double[] xyz) {
    return WeightedPoints.unweighted(share(backend, comm, xyz));
  }

  private static WeightedPoints weighted(
      Backend backend, Communicator comm, double[] xyz, int[] weights) {
    return new WeightedPoints(
        share(backend, comm, xyz), backend.memory().upload(share(comm, weights)));
  }

  private static int[] share(Communicator comm, int[] weights) {
    EvenShares shares = new EvenShares(weights.length, comm.size());
    int first = (int) shares.start(comm.rank());
    return Arrays.copyOfRange(weights, first, first + (int) shares.count(comm.rank()));
  }

  private static Coordinates share(Backend backend, Communicator comm, double[] xyz) {
    return new SharedPlaces(backend, comm, xyz, ElementType.F32).read();
  }
}
