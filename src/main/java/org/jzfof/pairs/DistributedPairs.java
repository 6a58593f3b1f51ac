package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * Counts the pairs of the points of all ranks. Each rank has a domain; copies of points go to the
 * other ranks that may have partners near enough, and each rank counts the ordered pairs whose
 * first point is in its piece. Every rank takes part in every call.
 */
public final class DistributedPairs {
  private final Context context;
  private final Box box;
  private final FixedPoint map;
  private final PairBins bins;

  /**
   * What counting needs.
   *
   * @param pairs counts them
   * @param knn makes indices
   * @param particles to find out where points belong
   */
  public record Context(
      PairKernels pairs,
      KnnKernels knn,
      ParticleKernels particles,
      DeviceMemory memory,
      ArrayExchange arrays) {}

  /**
   * @param box that holds all points
   */
  public DistributedPairs(Context context, Box box, PairBins bins) {
    this.context = context;
    this.box = box;
    this.map = FixedPoint.of(box);
    this.bins = bins;
  }

  /**
   * Counts the ordered pairs of all points: each pair of two twice, and each point with itself once
   * where the bins hold a distance of 0.
   *
   * @param points that this rank has; closed
   * @param weights of the points of all ranks; null where they have none
   * @return on every rank, those of all, with sums where the points have weights
   */
  public PairTotals own(WeightedPoints points, WeightTotals weights) {
    long self = bins.holdSelf() ? points.coordinates().count() : 0;
    PairTotals found = isAlone() ? ownAlone(points) : ownOfAll(points);
    found.counts()[0] += self;
    PairTotals all = found.ofAll(context.arrays.comm());
    if (weights != null && bins.holdSelf()) {
      all.sums()[0] = all.sums()[0].add(weights.squares());
    }
    return all;
  }

  /**
   * Counts the pairs of a point of some and a point of others, once each.
   *
   * @param some that this rank has; closed
   * @param others that this rank has, with weights where some have them; closed
   * @return on every rank, those of all, with sums where the points have weights
   */
  public PairTotals between(WeightedPoints some, WeightedPoints others) {
    PairTotals found = isAlone() ? betweenAlone(some, others) : betweenOfAll(some, others);
    return found.ofAll(context.arrays.comm());
  }

  /**
   * As {@link #own}, also by the regions of a periodic box.
   *
   * @param points that this rank has; closed
   * @param perSide regions along each side
   * @return on every rank, those of all
   */
  public RegionCounts ownByRegion(WeightedPoints points, int perSide) {
    RegionPairs regions = regions(points, perSide);
    if (isAlone()) {
      try (points) {
        regions.addPoints(points);
        regions.add(points, points, true);
      }
    } else {
      DomainDecomposition domains = decompose(points.coordinates());
      try (WeightedPoints here = home(points, domains)) {
        regions.addPoints(here);
        regions.add(here, here, true);
        addCopies(regions, here, here, domains, true);
      }
    }
    return regions.ofAll(context.arrays.comm());
  }

  /**
   * As {@link #between}, also by the regions of a periodic box.
   *
   * @param some that this rank has; closed
   * @param others that this rank has, with weights where some have them; closed
   * @param perSide regions along each side
   * @return on every rank, those of all
   */
  public RegionCounts betweenByRegion(WeightedPoints some, WeightedPoints others, int perSide) {
    RegionPairs regions = regions(some, perSide);
    if (isAlone()) {
      try (some;
          others) {
        addByRegion(regions, some, others);
      }
    } else {
      try (others) {
        DomainDecomposition domains = decompose(some.coordinates());
        try (WeightedPoints here = home(some, domains);
            WeightedPoints partners = home(others, domains)) {
          addByRegion(regions, here, partners);
          addCopies(regions, here, partners, domains, false);
        }
      }
    }
    return regions.ofAll(context.arrays.comm());
  }

  private RegionPairs regions(WeightedPoints points, int perSide) {
    return new RegionPairs(context, box, bins, perSide, points.weights() != null);
  }

  private static void addByRegion(RegionPairs regions, WeightedPoints some, WeightedPoints others) {
    regions.addPoints(some);
    regions.addPartners(others);
    regions.add(some, others, false);
  }

  private void addCopies(
      RegionPairs regions,
      WeightedPoints here,
      WeightedPoints partners,
      DomainDecomposition domains,
      boolean own) {
    try (WeightedPoints copies = sent(partners, near(partners.coordinates(), domains))) {
      regions.add(here, copies, own);
    }
  }

  private boolean isAlone() {
    return context.arrays.comm().size() == 1;
  }

  private PairTotals ownAlone(WeightedPoints points) {
    try (points;
        NeighbourIndex index = index(points)) {
      return own(points, index);
    }
  }

  private PairTotals betweenAlone(WeightedPoints some, WeightedPoints others) {
    try (some;
        others;
        NeighbourIndex index = index(some);
        NeighbourIndex partners = index(others)) {
      return between(some, index, others, partners);
    }
  }

  private PairTotals ownOfAll(WeightedPoints points) {
    DomainDecomposition domains = decompose(points.coordinates());
    try (WeightedPoints here = home(points, domains);
        NeighbourIndex index = index(here)) {
      return own(here, index).and(withCopies(here, index, here, domains));
    }
  }

  private PairTotals betweenOfAll(WeightedPoints some, WeightedPoints others) {
    DomainDecomposition domains;
    try (others) {
      domains = decompose(some.coordinates());
      try (WeightedPoints here = home(some, domains);
          NeighbourIndex index = index(here)) {
        return betweenPieces(here, index, home(others, domains), domains);
      }
    }
  }

  private PairTotals betweenPieces(
      WeightedPoints here,
      NeighbourIndex index,
      WeightedPoints others,
      DomainDecomposition domains) {
    try (others;
        NeighbourIndex partners = index(others)) {
      return between(here, index, others, partners).and(withCopies(here, index, others, domains));
    }
  }

  private NeighbourIndex index(WeightedPoints points) {
    return context.knn.index(points.coordinates(), box);
  }

  /** The ordered pairs of two different points. */
  private PairTotals own(WeightedPoints points, NeighbourIndex index) {
    PairTotals once = context.pairs.own(new WeightedIndex(index, points.weights()), bins);
    return once.and(once);
  }

  private PairTotals between(
      WeightedPoints some, NeighbourIndex index, WeightedPoints others, NeighbourIndex partners) {
    return context.pairs.between(
        new WeightedIndex(index, some.weights()),
        new WeightedIndex(partners, others.weights()),
        bins);
  }

  private DomainDecomposition decompose(Coordinates points) {
    try (DeviceArray positions = context.particles.quantise(map, points.xyz())) {
      return DomainDecomposition.of(
          positions, points.count(), context.particles, context.arrays.comm());
    }
  }

  /** The points of this rank's domain; closes those that this rank had. */
  private WeightedPoints home(WeightedPoints points, DomainDecomposition domains) {
    try (points) {
      Coordinates coordinates = points.coordinates();
      Partition partition;
      try (DeviceArray positions = context.particles.quantise(map, coordinates.xyz())) {
        partition = domains.partition(positions, coordinates.count());
      }
      return sent(points, partition);
    }
  }

  private WeightedPoints sent(WeightedPoints points, Partition partition) {
    try (Redistribution way =
        new Redistribution(partition, context.particles, context.memory, context.arrays)) {
      return points.with(way.count(), way::sendCopy);
    }
  }

  /** The pairs of the points here and those of other pieces. */
  private PairTotals withCopies(
      WeightedPoints here,
      NeighbourIndex index,
      WeightedPoints partners,
      DomainDecomposition domains) {
    Partition near = near(partners.coordinates(), domains);
    try (WeightedPoints copies = sent(partners, near);
        NeighbourIndex others = index(copies)) {
      return between(here, index, copies, others);
    }
  }

  /** The points that other ranks may have partners of. */
  private Partition near(Coordinates points, DomainDecomposition domains) {
    try (DeviceArray positions = context.particles.quantise(map, points.xyz());
        DeviceArray searchRadius =
            context.memory.uploadSame(bins.largestDistance(), points.count())) {
      Balls balls = new Balls(map, points.count(), positions, searchRadius);
      return domains.findIntersecting(balls, context.arrays.comm().rank(), context.memory);
    }
  }
}
