package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.Neighbours;

/** Nearest neighbours on one of several ranks, with I64 rows. */
final class DistributedSearch implements IndexedSearch {
  /** Blocks whose rows travel one after another: one takes twice its size, a part of the index. */
  private static final int BLOCKS = 32;

  /** Queries that keep a device busy. */
  private static final long BUSY = 1 << 20;

  private final KnnKernels kernels;
  private final DeviceMemory memory;
  private final Coordinates points;
  private final long firstRow;
  private final boolean excludeSelf;
  private final DistributedIndex index;
  private final DistributedIndex.Wanted ofPoints;
  private final DistributedIndex.Wanted ofPlaces;

  /**
   * @param points that this rank has read; kept open by the caller
   * @param firstRow row of the first of them among those of all ranks
   */
  DistributedSearch(
      Backend backend,
      KnnKernels kernels,
      ArrayExchange arrays,
      Coordinates points,
      long firstRow,
      NeighbourSearch.Problem problem) {
    this.kernels = kernels;
    this.memory = backend.memory();
    this.points = points;
    this.firstRow = firstRow;
    this.excludeSelf = problem.excludeSelf();
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

  @Override
  public long ordered() {
    return index.count();
  }

  @Override
  public DeviceArray order(long from, long count) {
    return index.order(from, from + count);
  }

  @Override
  public Neighbours inOrder(long from, long count) {
    Neighbours found = index.searchOwn(from, from + count, ofPoints);
    return excludeSelf ? IndexedSearch.without(kernels, found, order(from, count)) : found;
  }

  @Override
  public Neighbours own(long from, long count) {
    DeviceArray block = memory.slice(points.xyz(), 3 * from, 3 * count);
    return withoutSelf(index.search(new Coordinates(count, block), ofPoints), from);
  }

  @Override
  public Neighbours all() {
    return withoutSelf(index.searchAll(ofPoints), 0);
  }

  private Neighbours withoutSelf(Neighbours found, long from) {
    return excludeSelf
        ? IndexedSearch.without(
            kernels, found, memory.range(ElementType.I64, firstRow + from, found.count()))
        : found;
  }

  @Override
  public Neighbours search(Coordinates queries) {
    return index.search(queries, ofPlaces);
  }

  @Override
  public void close() {
    index.close();
  }
}
