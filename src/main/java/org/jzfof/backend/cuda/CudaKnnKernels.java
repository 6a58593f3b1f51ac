package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.Neighbours;

/** Nearest neighbours on the GPU. */
final class CudaKnnKernels implements KnnKernels {
  /** With more points per query, 32 queries together are farther apart than they reach. */
  private static final int MAX_POINTS_PER_GROUPED_QUERY = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  CudaKnnKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    KnnSpace space = new KnnSpace(box);
    return CudaNeighbourIndex.of(CurveOrder.of(points, space, algorithms), space, algorithms);
  }

  @Override
  public Neighbours search(
      NeighbourIndex index, Coordinates queries, DeviceArray reach, int k, ElementType distance) {
    CudaNeighbourIndex searched = (CudaNeighbourIndex) index;
    try (CurveOrder order = CurveOrder.of(queries, searched.space(), algorithms)) {
      boolean grouped = index.count() / MAX_POINTS_PER_GROUPED_QUERY <= queries.count();
      Neighbours found = allocate(queries.count(), k, distance);
      new KnnSearch(searched, KnnQueries.of(order, reach), found, false)
          .run(kernels, memory, grouped);
      return found;
    }
  }

  @Override
  public Neighbours searchOwn(
      NeighbourIndex index, long from, long to, int k, ElementType distance) {
    return own((CudaNeighbourIndex) index, from, to, allocate(to - from, k, distance), true);
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    long n = index.count();
    return own((CudaNeighbourIndex) index, 0, n, allocate(n, k, distance), false);
  }

  private Neighbours own(
      CudaNeighbourIndex index, long from, long to, Neighbours found, boolean byPlace) {
    new KnnSearch(index, KnnQueries.own(index.points(), from, to), found, byPlace)
        .run(kernels, memory, true);
    return found;
  }

  private Neighbours allocate(long queries, int k, ElementType distance) {
    if (k < 1 || k > MAX_K) {
      throw new IllegalArgumentException(k + " neighbours; at least 1 and at most " + MAX_K);
    }
    return new Neighbours(
        queries,
        k,
        memory.allocate(ElementType.I32, queries * k),
        memory.allocate(distance, queries * k));
  }

  @Override
  public Neighbours without(Neighbours found, DeviceArray self) {
    return new CudaNeighbourRows(kernels, memory).without(found, self);
  }

  @Override
  public Neighbours renumber(Neighbours found, DeviceArray rows) {
    return new CudaNeighbourRows(kernels, memory).renumber(found, rows);
  }

  @Override
  public DeviceArray farthest(Neighbours found) {
    return new CudaNeighbourRows(kernels, memory).farthest(found);
  }

  @Override
  public void merge(Neighbours found, DeviceArray which, Neighbours others, long from, long to) {
    new CudaNeighbourRows(kernels, memory).merge(found, which, others, from, to);
  }
}
