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
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourIndex;

/**
 * Counts the pairs of the points of all ranks. Each rank has a piece of space; copies of points go
 * to the other ranks that may have partners within reach, and each rank counts the ordered pairs
 * whose first point is in its piece. Every rank takes part in every call.
 */
public final class SharedPairs {
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
   * @param memory of the device
   * @param arrays the ranks
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
  public SharedPairs(Context context, Box box, PairBins bins) {
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
   * @return on every rank, those of all [{@link PairBins#count}]
   */
  public long[] own(Coordinates points) {
    long self = bins.holdSelf() ? points.count() : 0;
    long[] counts = isAlone() ? ownAlone(points) : ownOfAll(points);
    counts[0] += self;
    context.arrays.comm().sum(counts);
    return counts;
  }

  /**
   * Counts the pairs of a point of some and a point of others, once each.
   *
   * @param some that this rank has; closed
   * @param others that this rank has; closed
   * @return on every rank, those of all [{@link PairBins#count}]
   */
  public long[] between(Coordinates some, Coordinates others) {
    long[] counts = isAlone() ? betweenAlone(some, others) : betweenOfAll(some, others);
    context.arrays.comm().sum(counts);
    return counts;
  }

  /**
   * As {@link #own}, also by the regions of a periodic box.
   *
   * @param points that this rank has; closed
   * @param perSide regions along each side
   * @return on every rank, those of all
   */
  public RegionCounts ownByRegion(Coordinates points, int perSide) {
    RegionPairs regions = new RegionPairs(context, box, bins, perSide);
    if (isAlone()) {
      try (points) {
        regions.addPoints(points, regions.counts().some());
        regions.add(points, points, true);
      }
    } else {
      DomainDecomposition domains = decompose(points);
      try (Coordinates here = home(points, domains)) {
        regions.addPoints(here, regions.counts().some());
        regions.add(here, here, true);
        addCopies(regions, here, here, domains, true);
      }
    }
    regions.counts().sum(context.arrays.comm());
    return regions.counts();
  }

  /**
   * As {@link #between}, also by the regions of a periodic box.
   *
   * @param some that this rank has; closed
   * @param others that this rank has; closed
   * @param perSide regions along each side
   * @return on every rank, those of all
   */
  public RegionCounts betweenByRegion(Coordinates some, Coordinates others, int perSide) {
    RegionPairs regions = new RegionPairs(context, box, bins, perSide);
    if (isAlone()) {
      try (some;
          others) {
        addByRegion(regions, some, others);
      }
    } else {
      try (others) {
        DomainDecomposition domains = decompose(some);
        try (Coordinates here = home(some, domains);
            Coordinates partners = home(others, domains)) {
          addByRegion(regions, here, partners);
          addCopies(regions, here, partners, domains, false);
        }
      }
    }
    regions.counts().sum(context.arrays.comm());
    return regions.counts();
  }

  private static void addByRegion(RegionPairs regions, Coordinates some, Coordinates others) {
    regions.addPoints(some, regions.counts().some());
    regions.addPoints(others, regions.counts().others());
    regions.add(some, others, false);
  }

  private void addCopies(
      RegionPairs regions,
      Coordinates here,
      Coordinates partners,
      DomainDecomposition domains,
      boolean own) {
    try (Coordinates copies = sent(partners, near(partners, domains))) {
      regions.add(here, copies, own);
    }
  }

  private boolean isAlone() {
    return context.arrays.comm().size() == 1;
  }

  private long[] ownAlone(Coordinates points) {
    try (points;
        NeighbourIndex index = context.knn.index(points, box)) {
      return twice(context.pairs.countOwn(index, bins));
    }
  }

  private long[] betweenAlone(Coordinates some, Coordinates others) {
    try (some;
        others;
        NeighbourIndex index = context.knn.index(some, box);
        NeighbourIndex partners = context.knn.index(others, box)) {
      return context.pairs.countBetween(index, partners, bins);
    }
  }

  private long[] ownOfAll(Coordinates points) {
    DomainDecomposition domains = decompose(points);
    try (Coordinates here = home(points, domains);
        NeighbourIndex index = context.knn.index(here, box)) {
      long[] counts = twice(context.pairs.countOwn(index, bins));
      addCopies(index, here, domains, counts);
      return counts;
    }
  }

  private long[] betweenOfAll(Coordinates some, Coordinates others) {
    DomainDecomposition domains;
    try (others) {
      domains = decompose(some);
      try (Coordinates here = home(some, domains);
          NeighbourIndex index = context.knn.index(here, box)) {
        return betweenPieces(index, home(others, domains), domains);
      }
    }
  }

  private long[] betweenPieces(
      NeighbourIndex index, Coordinates others, DomainDecomposition domains) {
    try (others;
        NeighbourIndex partners = context.knn.index(others, box)) {
      long[] counts = context.pairs.countBetween(index, partners, bins);
      addCopies(index, others, domains, counts);
      return counts;
    }
  }

  private DomainDecomposition decompose(Coordinates points) {
    try (DeviceArray positions = context.particles.quantise(map, points.xyz())) {
      return DomainDecomposition.of(
          positions, points.count(), context.particles, context.arrays.comm());
    }
  }

  /** The points of this rank's piece of space; closes those that this rank had. */
  private Coordinates home(Coordinates points, DomainDecomposition domains) {
    try (points) {
      Partition partition;
      try (DeviceArray positions = context.particles.quantise(map, points.xyz())) {
        partition = domains.partition(positions, points.count());
      }
      return sent(points, partition);
    }
  }

  private Coordinates sent(Coordinates points, Partition partition) {
    try (Redistribution way =
        new Redistribution(partition, context.particles, context.memory, context.arrays)) {
      return new Coordinates(way.count(), way.sendCopy(points.xyz(), 3));
    }
  }

  /** Adds the pairs of the points here and those of other pieces. */
  private void addCopies(
      NeighbourIndex index, Coordinates partners, DomainDecomposition domains, long[] counts) {
    Partition near = near(partners, domains);
    try (Coordinates copies = sent(partners, near);
        NeighbourIndex others = context.knn.index(copies, box)) {
      long[] across = context.pairs.countBetween(index, others, bins);
      for (int i = 0; i < counts.length; i++) {
        counts[i] += across[i];
      }
    }
  }

  /** The points that other ranks may have partners of. */
  private Partition near(Coordinates points, DomainDecomposition domains) {
    try (DeviceArray positions = context.particles.quantise(map, points.xyz());
        DeviceArray reach = context.memory.uploadSame(bins.reach(), points.count())) {
      Balls balls = new Balls(map, points.count(), positions, reach);
      return domains.reaching(balls, context.arrays.comm().rank(), context.memory);
    }
  }

  private static long[] twice(long[] counts) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] *= 2;
    }
    return counts;
  }
}
