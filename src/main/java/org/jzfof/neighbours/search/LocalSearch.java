package org.jzfof.neighbours.search;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;

/** Nearest neighbours on a single rank, with I32 rows. */
final class LocalSearch implements IndexedSearch {
  private final DeviceMemory memory;
  private final KnnKernels kernels;
  private final Coordinates points;
  private final NeighbourSearch.Problem problem;
  private final NeighbourIndex index;

  /**
   * @param points kept open by the caller
   */
  LocalSearch(
      KnnKernels kernels,
      DeviceMemory memory,
      Coordinates points,
      NeighbourSearch.Problem problem) {
    this.memory = memory;
    this.kernels = kernels;
    this.points = points;
    this.problem = problem;
    this.index = kernels.index(points, problem.box());
  }

  @Override
  public long ordered() {
    return index.count();
  }

  @Override
  public DeviceArray order(long from, long count) {
    return memory.slice(index.order(), from, count);
  }

  @Override
  public Neighbours inOrder(long from, long count) {
    Neighbours found =
        Neighbours.allocate(memory, count, problem.searched(), ElementType.I32, problem.distance());
    kernels.searchOwn(index, from, from + count, found);
    return problem.excludeSelf()
        ? IndexedSearch.without(kernels, found, order(from, count))
        : found;
  }

  @Override
  public Neighbours own(long from, long count) {
    if (count == points.count()) {
      return all();
    }
    DeviceArray block = memory.slice(points.xyz(), 3 * from, 3 * count);
    return withoutSelf(search(new Coordinates(count, block), problem.searched()), from);
  }

  @Override
  public Neighbours all() {
    return withoutSelf(kernels.searchAll(index, problem.searched(), problem.distance()), 0);
  }

  private Neighbours withoutSelf(Neighbours found, long from) {
    return problem.excludeSelf()
        ? IndexedSearch.without(kernels, found, memory.range(ElementType.I32, from, found.count()))
        : found;
  }

  @Override
  public Neighbours search(Coordinates queries) {
    return search(queries, problem.k());
  }

  private Neighbours search(Coordinates queries, int k) {
    try (queries) {
      return kernels.search(index, queries, null, k, problem.distance());
    }
  }

  @Override
  public void close() {
    index.close();
  }
}
