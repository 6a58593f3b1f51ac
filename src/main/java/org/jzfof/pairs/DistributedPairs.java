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
 * Counts the pairs of the points of all ranks. Each rank has a domain. Copies of points are sent to
 * the other ranks that may have partners near enough, and each rank counts the ordered pairs whose
 * first point is in its domain. Every rank calls each method.
 */
public final class DistributedPairs {
  private final Context context;
  private final Box box;
  private final FixedPoint map;
  private final PairBins bins;

  /** Kernels and memory for the counts. */
  public record Context(
      PairKernels pairs,
      KnnKernels knn,
      ParticleKernels particles,
      DeviceMemory memory,
      ArrayExchange arrays) {}

  /**
   * @param box box that contains all points
   */
  public DistributedPairs(Context context, Box box, PairBins bins) {
    this.context = context;
    this.box = box;
    this.map = FixedPoint.of(box);
    this.bins = bins;
  }

  /**
   * Counts the ordered pairs of all points: each pair of two points twice, and each point with
   * itself once if the bins include the distance 0.
   *
   * @param points points of this rank; closed
   * @param weights weights of the points of all ranks; null without weights
   * @return pairs of all ranks, on every rank, with sums for points with weights
   */
  public PairTotals autoPairs(WeightedPoints points, WeightTotals weights) {
    long self = bins.holdSelf() ? points.coordinates().count() : 0;
    PairTotals found = isAlone() ? autoPairsAlone(points) : autoPairsOfRanks(points);
    found.counts()[0] += self;
    PairTotals all = found.sumOverRanks(context.arrays.comm());
    if (weights != null && bins.holdSelf()) {
      all.sums()[0] = all.sums()[0].add(weights.squares());
    }
    return all;
  }

  /**
   * Counts the pairs of a point and a partner, once each.
   *
   * @param points points of this rank; closed
   * @param partners partners of this rank, with weights if the points have them; closed
   * @return pairs of all ranks, on every rank, with sums for points with weights
   */
  public PairTotals crossPairs(WeightedPoints points, WeightedPoints partners) {
    PairTotals found =
        isAlone() ? crossPairsAlone(points, partners) : crossPairsOfRanks(points, partners);
    return found.sumOverRanks(context.arrays.comm());
  }

  /**
   * As {@link #autoPairs}, also by the regions of a periodic box.
   *
   * @param points points of this rank; closed
   * @return counts of all ranks, on every rank
   */
  public RegionCounts autoPairsByRegion(WeightedPoints points, int perSide) {
    RegionPairs regions = regions(points, perSide);
    if (isAlone()) {
      try (points) {
        regions.addPoints(points);
        regions.add(points, points, true);
      }
    } else {
      DomainDecomposition domains = decompose(points.coordinates());
      try (WeightedPoints local = home(points, domains)) {
        regions.addPoints(local);
        regions.add(local, local, true);
        addCopies(regions, local, local, domains, true);
      }
    }
    return regions.sumOverRanks(context.arrays.comm());
  }

  /**
   * As {@link #crossPairs}, also by the regions of a periodic box.
   *
   * @param points points of this rank; closed
   * @param partners partners of this rank, with weights if the points have them; closed
   * @return counts of all ranks, on every rank
   */
  public RegionCounts crossPairsByRegion(
      WeightedPoints points, WeightedPoints partners, int perSide) {
    RegionPairs regions = regions(points, perSide);
    if (isAlone()) {
      try (points;
          partners) {
        addByRegion(regions, points, partners);
      }
    } else {
      try (partners) {
        DomainDecomposition domains = decompose(points.coordinates());
        try (WeightedPoints local = home(points, domains);
            WeightedPoints localPartners = home(partners, domains)) {
          addByRegion(regions, local, localPartners);
          addCopies(regions, local, localPartners, domains, false);
        }
      }
    }
    return regions.sumOverRanks(context.arrays.comm());
  }

  private RegionPairs regions(WeightedPoints points, int perSide) {
    return new RegionPairs(context, box, bins, perSide, points.weights() != null);
  }

  private static void addByRegion(
      RegionPairs regions, WeightedPoints points, WeightedPoints partners) {
    regions.addPoints(points);
    regions.addPartners(partners);
    regions.add(points, partners, false);
  }

  private void addCopies(
      RegionPairs regions,
      WeightedPoints local,
      WeightedPoints partners,
      DomainDecomposition domains,
      boolean auto) {
    try (WeightedPoints copies = send(partners, near(partners.coordinates(), domains))) {
      regions.add(local, copies, auto);
    }
  }

  private boolean isAlone() {
    return context.arrays.comm().size() == 1;
  }

  private PairTotals autoPairsAlone(WeightedPoints points) {
    try (points;
        NeighbourIndex index = index(points)) {
      return autoPairs(points, index);
    }
  }

  private PairTotals crossPairsAlone(WeightedPoints points, WeightedPoints partners) {
    try (points;
        partners;
        NeighbourIndex index = index(points);
        NeighbourIndex partnerIndex = index(partners)) {
      return crossPairs(points, index, partners, partnerIndex);
    }
  }

  private PairTotals autoPairsOfRanks(WeightedPoints points) {
    DomainDecomposition domains = decompose(points.coordinates());
    try (WeightedPoints local = home(points, domains);
        NeighbourIndex index = index(local)) {
      return autoPairs(local, index).plus(withCopies(local, index, local, domains));
    }
  }

  private PairTotals crossPairsOfRanks(WeightedPoints points, WeightedPoints partners) {
    DomainDecomposition domains;
    try (partners) {
      domains = decompose(points.coordinates());
      try (WeightedPoints local = home(points, domains);
          NeighbourIndex index = index(local)) {
        return crossPairsOfDomains(local, index, home(partners, domains), domains);
      }
    }
  }

  private PairTotals crossPairsOfDomains(
      WeightedPoints local,
      NeighbourIndex index,
      WeightedPoints partners,
      DomainDecomposition domains) {
    try (partners;
        NeighbourIndex partnerIndex = index(partners)) {
      return crossPairs(local, index, partners, partnerIndex)
          .plus(withCopies(local, index, partners, domains));
    }
  }

  private NeighbourIndex index(WeightedPoints points) {
    return context.knn.index(points.coordinates(), box);
  }

  /** Returns the ordered pairs of two different points. */
  private PairTotals autoPairs(WeightedPoints points, NeighbourIndex index) {
    PairTotals once = context.pairs.autoPairs(new WeightedIndex(index, points.weights()), bins);
    return once.plus(once);
  }

  private PairTotals crossPairs(
      WeightedPoints points,
      NeighbourIndex index,
      WeightedPoints partners,
      NeighbourIndex partnerIndex) {
    return context.pairs.crossPairs(
        new WeightedIndex(index, points.weights()),
        new WeightedIndex(partnerIndex, partners.weights()),
        bins);
  }

  private DomainDecomposition decompose(Coordinates points) {
    try (DeviceArray positions = context.particles.quantise(map, points.xyz())) {
      return DomainDecomposition.of(
          positions, points.count(), context.particles, context.arrays.comm());
    }
  }

  /** Returns the points of this rank's domain, and closes the given points. */
  private WeightedPoints home(WeightedPoints points, DomainDecomposition domains) {
    try (points) {
      Coordinates coordinates = points.coordinates();
      Partition partition;
      try (DeviceArray positions = context.particles.quantise(map, coordinates.xyz())) {
        partition = domains.partition(positions, coordinates.count());
      }
      return send(points, partition);
    }
  }

  private WeightedPoints send(WeightedPoints points, Partition partition) {
    try (Redistribution redistribution =
        new Redistribution(partition, context.particles, context.memory, context.arrays)) {
      return points.mapColumns(redistribution.count(), redistribution::sendCopy);
    }
  }

  /** Returns the pairs of the points of this rank and partners of other ranks. */
  private PairTotals withCopies(
      WeightedPoints local,
      NeighbourIndex index,
      WeightedPoints partners,
      DomainDecomposition domains) {
    Partition near = near(partners.coordinates(), domains);
    try (WeightedPoints copies = send(partners, near);
        NeighbourIndex copyIndex = index(copies)) {
      return crossPairs(local, index, copies, copyIndex);
    }
  }

  /** Returns the points for which other ranks may have partners. */
  private Partition near(Coordinates points, DomainDecomposition domains) {
    try (DeviceArray positions = context.particles.quantise(map, points.xyz());
        DeviceArray searchRadius =
            context.memory.uploadSame(bins.largestDistance(), points.count())) {
      Balls balls = new Balls(map, points.count(), positions, searchRadius);
      return domains.findIntersecting(balls, context.arrays.comm().rank(), context.memory);
    }
  }
}
