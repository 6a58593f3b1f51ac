package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;
import org.jzfof.neighbours.SearchWork;

/** Nearest neighbours on the GPU. */
public final class CudaKnnKernels implements KnnKernels {
  private static final String REACH_STAGE = "knn_reach";

  /**
   * Number of points per query above which 32 consecutive queries are farther apart than their
   * search radii.
   */
  private static final int MAX_POINTS_PER_GROUPED_QUERY = 32;

  /** Number of queries of a group. */
  private static final int GROUP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaKnnKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
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
      NeighbourIndex index,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance) {
    return search((CudaNeighbourIndex) index, queries, searchRadius, k, distance, null);
  }

  private Neighbours search(
      CudaNeighbourIndex points,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance,
      SearchWork work) {
    try (CurveOrder order = CurveOrder.ofQueries(queries, points, algorithms)) {
      KnnQueries ordered = KnnQueries.of(order, searchRadius);
      boolean grouped =
          points.count() / MAX_POINTS_PER_GROUPED_QUERY <= queries.count()
              || areNear(ordered, points);
      Neighbours found = allocate(queries.count(), k, distance);
      new KnnSearch(points, ordered, found, false, work).run(kernels, memory, grouped);
      return found;
    }
  }

  /**
   * Whether the queries of most groups are close together: within a few times their search radii
   * or, without search radii, within a stretch of the curve that holds few points per query.
   */
  private boolean areNear(KnnQueries queries, CudaNeighbourIndex index) {
    try (DeviceArray near = memory.zeros(ElementType.I32, 1)) {
      if (queries.searchRadius() == null) {
        DeviceArray keys = queries.order().leafKeys();
        DeviceArray leafKeys = index.points().leafKeys();
        kernels
            .launch(REACH_STAGE, "count_dense_groups")
            .arg(keys)
            .arg((int) keys.length())
            .arg(leafKeys)
            .arg((int) leafKeys.length())
            .arg(MAX_POINTS_PER_GROUPED_QUERY * GROUP / CurveOrder.LEAF)
            .arg(near)
            .run(keys.length());
      } else {
        kernels
            .launch(REACH_STAGE, "count_near_groups")
            .struct(queries.struct())
            .arg(near)
            .run(queries.count());
      }
      return 2 * GROUP * memory.get(near, 0) >= queries.count();
    }
  }

  @Override
  public void searchPoints(NeighbourIndex index, long from, long to, Neighbours found) {
    searchPoints((CudaNeighbourIndex) index, from, to, found, true, null);
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    return searchAll((CudaNeighbourIndex) index, k, distance, null);
  }

  @Override
  public Neighbours searchCounted(
      NeighbourIndex index, Coordinates queries, int k, ElementType distance, SearchWork work) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) index;
    return queries == null
        ? searchAll(points, k, distance, work)
        : search(points, queries, null, k, distance, work);
  }

  private Neighbours searchAll(
      CudaNeighbourIndex index, int k, ElementType distance, SearchWork work) {
    long n = index.count();
    Neighbours found = allocate(n, k, distance);
    searchPoints(index, 0, n, found, false, work);
    return found;
  }

  private void searchPoints(
      CudaNeighbourIndex index,
      long from,
      long to,
      Neighbours found,
      boolean byCurve,
      SearchWork work) {
    KnnKernels.requireNeighbours(found.k());
    new KnnSearch(index, KnnQueries.ofPoints(index.points(), from, to), found, byCurve, work)
        .run(kernels, memory, true);
  }

  private Neighbours allocate(long queries, int k, ElementType distance) {
    KnnKernels.requireNeighbours(k);
    return Neighbours.allocate(memory, queries, k, ElementType.I32, distance);
  }

  @Override
  public DeviceArray findLeaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece) {
    CurveOrder points = ((CudaNeighbourIndex) index).points();
    long n = found.count();
    try (DeviceArray bits = algorithms.bits(n)) {
      kernels
          .launch(
              REACH_STAGE,
              "points_leaving_" + points.type().bytes() + "_" + found.distance().type().bytes())
          .arg(points.recordAddress(from))
          .arg(found.distance())
          .arg(n)
          .arg(found.k())
          .struct(CudaParticleKernels.structOf(map))
          .arg(map.periodic() ? 1 : 0)
          .arg(piece.first())
          .arg(piece.last())
          .arg(bits)
          .run(n);
      return algorithms.indices(bits, 0);
    }
  }

  @Override
  public RowKernels rows() {
    return new CudaNeighbourRows(kernels, memory);
  }
}
