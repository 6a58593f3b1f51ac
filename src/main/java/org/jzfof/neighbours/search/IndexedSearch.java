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
 * themselves. Every rank takes part in every call, except calls about the order of queries.
 */
final class IndexedSearch implements AutoCloseable {
  /**
   * Number of blocks whose rows are sent one after another: a block needs twice its size, which is
   * then small compared with the index.
   */
  private static final int BLOCKS = 32;

  /** Number of queries that keep a device busy. */
  private static final long BUSY = 1 << 20;

  private final RowKernels rows;
  private final DeviceMemory memory;
  private final NeighbourSearch.Sources sources;
  private final boolean singleRank;
  private final boolean excludeSelf;
  private final DistributedIndex index;
  private final DistributedIndex.RowRequest pointRequest;
  private final DistributedIndex.RowRequest positionRequest;

  /**
   * Indexes points; every rank calls it.
   *
   * @param sources points that this rank has read; kept open by the caller
   */
  IndexedSearch(
      Backend backend,
      KnnKernels kernels,
      ArrayExchange arrays,
      NeighbourSearch.Sources sources,
      NeighbourSearch.Parameters parameters) {
    this.rows = kernels.rows();
    this.memory = backend.memory();
    this.sources = sources;
    this.singleRank = arrays.comm().size() == 1;
    this.excludeSelf = parameters.excludeSelf();
    Coordinates points = sources.coordinates();
    this.index =
        new DistributedIndex(
            new DistributedIndex.Context(kernels, backend.particles(), memory, arrays),
            points,
            parameters.box());
    double[] largestCount = {points.count()};
    arrays.comm().max(largestCount);
    long block = Math.min(parameters.blockRows(), block((long) largestCount[0]));
    this.pointRequest =
        new DistributedIndex.RowRequest(parameters.searchedCount(), parameters.distance(), block);
    this.positionRequest =
        new DistributedIndex.RowRequest(parameters.k(), parameters.distance(), block);
  }

  /**
   * Number of rows to send at a time.
   *
   * @param points largest number of points of any rank
   */
  private static long block(long points) {
    return Math.max(BUSY, (points + BLOCKS - 1) / BLOCKS);
  }

  /** Number of points that this rank answers in the order of a space-filling curve. */
  long orderedCount() {
    return index.count();
  }

  /**
   * Rows of consecutive points along that curve, among the points of all ranks.
   *
   * @param from first index along the curve
   * @return I32 or I64, the type of the rows of neighbours
   */
  DeviceArray order(long from, long count) {
    return index.order(from, from + count);
  }

  /**
   * Finds the neighbours of consecutive points in the order of {@link #order}.
   *
   * @param from first index in that order
   */
  Neighbours searchOrdered(long from, long count) {
    Neighbours found = index.searchPoints(from, from + count, pointRequest);
    return excludeSelf ? removeNeighbour(found, order(from, count)) : found;
  }

  /**
   * Finds the neighbours of consecutive points that this rank has read.
   *
   * @param from first of these points
   */
  Neighbours searchRead(long from, long count) {
    Coordinates points = sources.coordinates();
    if (singleRank && count == points.count()) {
      return searchAllRead();
    }
    DeviceArray block = memory.slice(points.xyz(), 3 * from, 3 * count);
    return withoutSelf(index.search(new Coordinates(count, block), pointRequest), from);
  }

  /** Finds the neighbours of all points that this rank has read. */
  Neighbours searchAllRead() {
    return withoutSelf(index.searchAll(pointRequest), 0);
  }

  private Neighbours withoutSelf(Neighbours found, long from) {
    return excludeSelf
        ? removeNeighbour(
            found, memory.range(found.row().type(), sources.firstRow() + from, found.count()))
        : found;
  }

  /**
   * Removes each query from its row of neighbours.
   *
   * @param found rows of neighbours; closed
   * @param self row number of each query; closed
   */
  private Neighbours removeNeighbour(Neighbours found, DeviceArray self) {
    try (found;
        self) {
      return rows.removeNeighbour(found, self);
    }
  }

  /**
   * Finds the neighbours of any positions.
   *
   * @param queries positions; closed
   */
  Neighbours search(Coordinates queries) {
    return index.search(queries, positionRequest);
  }

  @Override
  public void close() {
    index.close();
  }
}
