package org.jzfof.pairs;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * Counts pairs region by region on one rank. A pair touches a region if its first or its second
 * point is in the region. The sum of both kinds contains pairs with both points in the region
 * twice, so that these are subtracted once.
 */
final class RegionPairs {
  private final DistributedPairs.Context context;
  private final Box box;
  private final PairBins bins;
  private final int perSide;
  private final RegionPoints points;
  private final RegionPoints partners;
  private final PairTotals[] touching;
  private PairTotals total;

  RegionPairs(
      DistributedPairs.Context context, Box box, PairBins bins, int perSide, boolean weighted) {
    this.context = context;
    this.box = box;
    this.bins = bins;
    this.perSide = perSide;
    int regions = perSide * perSide * perSide;
    this.points = RegionPoints.none(regions, weighted);
    this.partners = RegionPoints.none(regions, weighted);
    this.total = PairTotals.none(bins, weighted);
    this.touching = new PairTotals[regions];
    Arrays.fill(touching, total);
  }

  /** Returns the counts of all ranks. Every rank calls this method. */
  RegionCounts sumOverRanks(Communicator comm) {
    points.sum(comm);
    partners.sum(comm);
    return new RegionCounts(
        total.sumOverRanks(comm),
        Arrays.stream(touching).map(pairs -> pairs.sumOverRanks(comm)).toList(),
        points,
        partners);
  }

  private Regions regions(WeightedPoints points) {
    return new Regions(points, FixedPoint.of(box), perSide, context.particles(), context.memory());
  }

  void addPoints(WeightedPoints points) {
    add(points, this.points);
  }

  void addPartners(WeightedPoints points) {
    add(points, partners);
  }

  private void add(WeightedPoints points, RegionPoints to) {
    try (Regions regions = regions(points)) {
      for (int region = 0; region < touching.length; region++) {
        to.add(region, regions.count(region), regions.weights(region));
      }
    }
  }

  /**
   * Adds the ordered pairs of a point and a partner.
   *
   * @param auto whether the calls on all ranks together add each pair in both orders
   */
  void add(WeightedPoints first, WeightedPoints second, boolean auto) {
    try (Regions firstRegions = regions(first);
        Regions secondRegions = regions(second);
        NeighbourIndex secondIndex = index(second);
        NeighbourIndex firstIndex = auto ? null : index(first)) {
      WeightedIndex allSecond = new WeightedIndex(secondIndex, second.weights());
      for (int region = 0; region < touching.length; region++) {
        try (WeightedPoints firstInRegion = firstRegions.of(region);
            WeightedPoints secondInRegion = secondRegions.of(region);
            NeighbourIndex firstIndexInRegion = index(firstInRegion);
            NeighbourIndex secondIndexInRegion = index(secondInRegion)) {
          WeightedIndex firstWeighted =
              new WeightedIndex(firstIndexInRegion, firstInRegion.weights());
          WeightedIndex secondWeighted =
              new WeightedIndex(secondIndexInRegion, secondInRegion.weights());
          PairTotals from = crossPairs(firstWeighted, allSecond);
          PairTotals to =
              auto
                  ? from
                  : crossPairs(new WeightedIndex(firstIndex, first.weights()), secondWeighted);
          total = total.plus(from);
          touching[region] =
              touching[region].plus(from).plus(to).minus(crossPairs(firstWeighted, secondWeighted));
        }
      }
    }
  }

  private NeighbourIndex index(WeightedPoints points) {
    return context.knn().index(points.coordinates(), box);
  }

  private PairTotals crossPairs(WeightedIndex points, WeightedIndex partners) {
    return context.pairs().crossPairs(points, partners, bins);
  }
}
