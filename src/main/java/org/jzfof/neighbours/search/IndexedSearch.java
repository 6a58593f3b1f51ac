package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;

/**
 * An index of points that answers queries for nearest neighbours, with or without the queries
 * themselves. Every rank takes part in every call, except those about the order of queries.
 */
final class IndexedSearch implements AutoCloseable {
  /** Blocks whose rows travel one after another: one takes twice its size, a part of the index. */
  private static final int BLOCKS = 32;

  /** Queries that keep a device busy. */
  private static final long BUSY = 1 << 20;

  private final RowKernels rows;
  private final DeviceMemory memory;
  private final NeighbourSearch.Sources sources;
  private final boolean alone;
  private final boolean excludeSelf;
  private final DistributedIndex index;
  private final DistributedIndex.Wanted ofPoints;
  private final DistributedIndex.Wanted ofPlaces;

  /**
   * Indexes points; every rank calls it.
   *
   * @param kernels of the method to search with
   * @param sources that this rank has read; kept open by the caller
   */
  IndexedSearch(
      Backend backend,
      KnnKernels kernels,
      ArrayExchange arrays,
      NeighbourSearch.Sources sources,
      NeighbourSearch.Problem problem) {
    this.rows = kernels.rows();
    this.memory = backend.memory();
    this.sources = sources;
    this.alone = arrays.comm().size() == 1;
    this.excludeSelf = problem.excludeSelf();
    Coordinates points = sources.coordinates();
    this.index =
        new DistributedIndex(
            new DistributedIndex.Context(kernels, backend.particles(), memory, arrays),
            points,
            problem.box());
    double[] most = {points.count()};
    arrays.comm().max(most);
    long block = Math.min(problem.blockRows(), block((long) most[0]));
    this.ofPoints = new DistributedIndex.Wanted(problem.searched(), problem.distance(), block);
    this.ofPlaces = new DistributedIndex.Wanted(problem.k(), problem.distance(), block);
  }

  /** Rows to send at a time, where a rank has at most so many points. */
  private static long block(long points) {
    return Math.max(BUSY, (points + BLOCKS - 1) / BLOCKS);
  }

  /** Points that this rank answers in the order of a space-filling curve. */
  long ordered() {
    return index.count();
  }

  /**
   * Rows of points along that curve, among those of all ranks.
   *
   * @param from first place
   * @return I32 or I64, as in the answers
   */
  DeviceArray order(long from, long count) {
    return index.order(from, from + count);
  }

  /**
   * The neighbours of points in the order of {@link #order}.
   *
   * @param from first place in that order
   */
  Neighbours inOrder(long from, long count) {
    Neighbours found = index.searchOwn(from, from + count, ofPoints);
    return excludeSelf ? without(found, order(from, count)) : found;
  }

  /**
   * The neighbours of points that this rank has read.
   *
   * @param from first of them
   */
  Neighbours own(long from, long count) {
    Coordinates points = sources.coordinates();
    if (alone && count == points.count()) {
      return all();
    }
    DeviceArray block = memory.slice(points.xyz(), 3 * from, 3 * count);
    return withoutSelf(index.search(new Coordinates(count, block), ofPoints), from);
  }

  /** The neighbours of all points that this rank has read. */
  Neighbours all() {
    return withoutSelf(index.searchAll(ofPoints), 0);
  }

  private Neighbours withoutSelf(Neighbours found, long from) {
    return excludeSelf
        ? without(found, memory.range(found.row().type(), sources.firstRow() + from, found.count()))
        : found;
  }

  /**
   * Leaves each query out of its own row.
   *
   * @param found closed
   * @param self as for {@link RowKernels#without}; closed
   */
  private Neighbours without(Neighbours found, DeviceArray self) {
    try (found;
        self) {
      return rows.without(found, self);
    }
  }

  /**
   * The neighbours of any places.
   *
   * @param queries closed
   */
  Neighbours search(Coordinates queries) {
    return index.search(queries, ofPlaces);
  }

  @Override
  public void close() {
    index.close();
  }
}
