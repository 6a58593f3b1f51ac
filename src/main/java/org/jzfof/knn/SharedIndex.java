package org.jzfof.knn;

import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.exchange.ArrayExchange;

/**
 * The points of all ranks, ready for being searched: each rank has indexed those of its piece of
 * space. A query is answered by the rank in whose piece it lies, and then by those other ranks that
 * may have points within the distance of the last neighbour found. Every rank takes part in every
 * call.
 */
public final class SharedIndex implements AutoCloseable {
  private final Context context;
  private final FixedPoint map;
  private final DomainDecomposition domains;
  private final Coordinates points;
  private final DeviceArray rows;
  private final NeighbourIndex index;

  /**
   * What the search needs.
   *
   * @param kernels of nearest neighbours
   * @param particles to find out where points belong
   * @param memory of the device
   * @param arrays the ranks
   */
  public record Context(
      KnnKernels kernels, ParticleKernels particles, DeviceMemory memory, ArrayExchange arrays) {}

  /**
   * Shares out the points and indexes them.
   *
   * @param read points that this rank has; not closed
   * @param rows I64 [n] their rows among those of all ranks, increasing, and from rank to rank;
   *     closed
   */
  public SharedIndex(Context context, Coordinates read, DeviceArray rows, Box box) {
    this.context = context;
    this.map = FixedPoint.of(box);
    ParticleKernels particles = context.particles;
    try (DeviceArray positions = particles.quantise(map, read.xyz())) {
      this.domains =
          DomainDecomposition.of(
              positions, read.count(), particles, context.memory, context.arrays.comm());
      try (Redistribution way = way(domains.partition(positions, read.count()))) {
        this.points = new Coordinates(way.count(), way.send(copy(read.xyz()), 3));
        this.rows = way.send(rows, 1);
      }
    }
    this.index = context.kernels.index(points, box);
  }

  private Redistribution way(Partition partition) {
    return new Redistribution(partition, context.particles, context.memory, context.arrays);
  }

  private DeviceArray copy(DeviceArray array) {
    DeviceArray copy = context.memory.allocate(array.type(), array.length());
    context.memory.copy(array, copy, array.length());
    return copy;
  }

  /** Points of this rank's piece of space. */
  public long count() {
    return index.count();
  }

  /** I64 rows of the points of this rank's piece from one place to another along a curve. */
  public DeviceArray order(long from, long to) {
    try (DeviceArray places = places(from, to)) {
      return context.particles.gather(rows, 1, places);
    }
  }

  /** I32 rows of the index along the curve. */
  private DeviceArray places(long from, long to) {
    int[] range = IntStream.range(Math.toIntExact(from), Math.toIntExact(to)).toArray();
    return context.memory.upload(context.memory.pick(index.order(), 1, range));
  }

  /**
   * Finds the nearest points of any places.
   *
   * @param queries anywhere; closed
   * @return I64 rows and F64 distances, in the order of the queries
   */
  public Neighbours search(Coordinates queries, int k) {
    Partition partition;
    try (DeviceArray positions = context.particles.quantise(map, queries.xyz())) {
      partition = domains.partition(positions, queries.count());
    }
    try (Redistribution way = way(partition)) {
      Coordinates here = new Coordinates(way.count(), way.send(queries.xyz(), 3));
      Neighbours found = complete(here, answer(here, null, k));
      return new Neighbours(
          queries.count(), k, way.sendBack(found.row(), k), way.sendBack(found.distance(), k));
    }
  }

  /**
   * Finds the nearest points of points of this rank's piece.
   *
   * @param from first place in {@link #order}
   * @param to one past the last place
   * @return I64 rows and F64 distances, in this order
   */
  public Neighbours searchOwn(long from, long to, int k) {
    Coordinates queries;
    try (DeviceArray which = places(from, to)) {
      queries = new Coordinates(to - from, context.particles.gather(points.xyz(), 3, which));
    }
    try (Neighbours found = context.kernels.searchOwn(index, from, to, k, ElementType.F64)) {
      return complete(queries, context.kernels.renumber(found, rows));
    }
  }

  /** The neighbours among the points of this rank. */
  private Neighbours answer(Coordinates queries, DeviceArray reach, int k) {
    try (Neighbours found = context.kernels.search(index, queries, reach, k, ElementType.F64)) {
      return context.kernels.renumber(found, rows);
    }
  }

  /** Adds the neighbours among the points of other ranks; closes the queries. */
  private Neighbours complete(Coordinates queries, Neighbours found) {
    int k = found.k();
    try (DeviceArray reach = context.kernels.farthest(found)) {
      Partition near = near(queries, reach);
      try (Redistribution way = way(near);
          Coordinates there = new Coordinates(way.count(), way.send(queries.xyz(), 3));
          DeviceArray within = way.send(reach, 1);
          Neighbours others = returned(way, answer(there, within, k), near.rows().length())) {
        // One rank after the other: a query has one row of each.
        long[] start = near.start();
        for (int r = 0; r + 1 < start.length; r++) {
          context.kernels.merge(found, near.rows(), others, start[r], start[r + 1]);
        }
      }
    }
    return found;
  }

  private Partition near(Coordinates queries, DeviceArray reach) {
    try (DeviceArray positions = context.particles.quantise(map, queries.xyz())) {
      return domains.reaching(
          new Balls(map, queries.count(), positions, reach),
          context.arrays.comm().rank(),
          context.memory);
    }
  }

  private static Neighbours returned(Redistribution way, Neighbours answers, long count) {
    int k = answers.k();
    return new Neighbours(
        count, k, way.answer(answers.row(), k), way.answer(answers.distance(), k));
  }

  @Override
  public void close() {
    index.close();
    points.close();
    rows.close();
  }
}
