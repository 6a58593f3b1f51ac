package org.jzfof.pairs;

import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourIndex;

/**
 * Counts pairs region by region on one rank. A pair has a member in a region where its first point
 * is there or its second; those with both there would count twice.
 */
final class RegionPairs {
  private final SharedPairs.Context context;
  private final Box box;
  private final PairBins bins;
  private final int perSide;
  private final RegionCounts counts;

  RegionPairs(SharedPairs.Context context, Box box, PairBins bins, int perSide) {
    this.context = context;
    this.box = box;
    this.bins = bins;
    this.perSide = perSide;
    this.counts = new RegionCounts(bins.count(), perSide * perSide * perSide);
  }

  /** All that was added. */
  RegionCounts counts() {
    return counts;
  }

  private Regions regions(Coordinates points) {
    return new Regions(points, FixedPoint.of(box), perSide, context.particles(), context.memory());
  }

  /** Adds the numbers of points. */
  void addPoints(Coordinates points, long[] numbers) {
    try (Regions regions = regions(points)) {
      for (int region = 0; region < numbers.length; region++) {
        numbers[region] += regions.count(region);
      }
    }
  }

  /**
   * Adds the ordered pairs of a point of some and one of others.
   *
   * @param own whether those of all calls and all ranks have each pair in both orders
   */
  void add(Coordinates some, Coordinates others, boolean own) {
    try (Regions first = regions(some);
        Regions second = regions(others);
        NeighbourIndex partners = context.knn().index(others, box);
        NeighbourIndex index = own ? null : context.knn().index(some, box)) {
      for (int region = 0; region < counts.touching().length; region++) {
        try (Coordinates firstHere = first.of(region);
            Coordinates secondHere = second.of(region);
            NeighbourIndex here = context.knn().index(firstHere, box);
            NeighbourIndex partnersHere = context.knn().index(secondHere, box)) {
          long[] from = context.pairs().countBetween(here, partners, bins);
          long[] to = own ? from : context.pairs().countBetween(index, partnersHere, bins);
          long[] within = context.pairs().countBetween(here, partnersHere, bins);
          long[] touching = counts.touching()[region];
          for (int i = 0; i < within.length; i++) {
            counts.total()[i] += from[i];
            touching[i] += from[i] + to[i] - within[i];
          }
        }
      }
    }
  }
}
