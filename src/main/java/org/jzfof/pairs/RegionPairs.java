package org.jzfof.pairs;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * Counts pairs region by region on one rank. A pair has a member in a region where its first point
 * is there or its second; those with both there would count twice.
 */
final class RegionPairs {
  private final DistributedPairs.Context context;
  private final Box box;
  private final PairBins bins;
  private final int perSide;
  private final RegionPoints some;
  private final RegionPoints others;
  private final PairTotals[] touching;
  private PairTotals total;

  /**
   * @param perSide regions along each side
   * @param weighted whether points have weights
   */
  RegionPairs(
      DistributedPairs.Context context, Box box, PairBins bins, int perSide, boolean weighted) {
    this.context = context;
    this.box = box;
    this.bins = bins;
    this.perSide = perSide;
    int regions = perSide * perSide * perSide;
    this.some = RegionPoints.none(regions, weighted);
    this.others = RegionPoints.none(regions, weighted);
    this.total = PairTotals.none(bins, weighted);
    this.touching = new PairTotals[regions];
    Arrays.fill(touching, total);
  }

  /** All that was added on any rank; every rank calls it. */
  RegionCounts ofAll(Communicator comm) {
    some.sum(comm);
    others.sum(comm);
    return new RegionCounts(
        total.ofAll(comm),
        Arrays.stream(touching).map(pairs -> pairs.ofAll(comm)).toList(),
        some,
        others);
  }

  private Regions regions(WeightedPoints points) {
    return new Regions(points, FixedPoint.of(box), perSide, context.particles(), context.memory());
  }

  /** Adds points. */
  void addPoints(WeightedPoints points) {
    add(points, some);
  }

  /** Adds partners. */
  void addPartners(WeightedPoints points) {
    add(points, others);
  }

  private void add(WeightedPoints points, RegionPoints to) {
    try (Regions regions = regions(points)) {
      for (int region = 0; region < touching.length; region++) {
        to.add(region, regions.count(region), regions.weights(region));
      }
    }
  }

  /**
   * Adds the ordered pairs of a point of some and one of others.
   *
   * @param own whether those of all calls and all ranks have each pair in both orders
   */
  void add(WeightedPoints some, WeightedPoints others, boolean own) {
    try (Regions first = regions(some);
        Regions second = regions(others);
        NeighbourIndex partners = index(others);
        NeighbourIndex index = own ? null : index(some)) {
      WeightedIndex toPartners = new WeightedIndex(partners, others.weights());
      for (int region = 0; region < touching.length; region++) {
        try (WeightedPoints firstHere = first.of(region);
            WeightedPoints secondHere = second.of(region);
            NeighbourIndex firstIndex = index(firstHere);
            NeighbourIndex secondIndex = index(secondHere)) {
          WeightedIndex here = new WeightedIndex(firstIndex, firstHere.weights());
          WeightedIndex partnersHere = new WeightedIndex(secondIndex, secondHere.weights());
          PairTotals from = between(here, toPartners);
          PairTotals to =
              own ? from : between(new WeightedIndex(index, some.weights()), partnersHere);
          total = total.and(from);
          touching[region] =
              touching[region].and(from).and(to).without(between(here, partnersHere));
        }
      }
    }
  }

  private NeighbourIndex index(WeightedPoints points) {
    return context.knn().index(points.coordinates(), box);
  }

  private PairTotals between(WeightedIndex some, WeightedIndex others) {
    return context.pairs().between(some, others, bins);
  }
}
