package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.Box;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.RadiusKernels;

/** Neighbours within a radius, and links between them, on the GPU. */
public final class CudaRadiusKernels implements RadiusKernels, LinkKernels {
  static final String STAGE = "radius";
  private static final String LISTS_STAGE = "radius_lists";
  private static final int WARP = 32;

  /** Threads per block, as in radius.cu. */
  private static final int SEARCH_BLOCK = 4 * WARP;

  /** Threads per block, as in radius_lists.cu. */
  private static final int LISTS_BLOCK = 8 * WARP;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaRadiusKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    return new CudaKnnKernels(kernels, memory, algorithms).index(points, box);
  }

  @Override
  public PointRadii radii(NeighbourIndex index, DeviceArray radius) {
    return CudaPointRadii.of((CudaNeighbourIndex) index, radius, algorithms);
  }

  @Override
  public DeviceArray count(NeighbourIndex index, BallQueries queries) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) index;
    try (Scope made = new Scope()) {
      DeviceArray counts = made.add(memory.allocate(ElementType.I64, queries.count()));
      if (queries.centres() == null) {
        KnnQueries self =
            new KnnQueries(points.points(), 0, points.count(), queries.radius(), true);
        launch("count_balls_", points, self, queries).arg(counts).run(self.count(), SEARCH_BLOCK);
      } else {
        try (CurveOrder order = CurveOrder.ofQueries(queries.centres(), points, algorithms)) {
          KnnQueries ordered = KnnQueries.of(order, queries.radius());
          launch("count_balls_", points, ordered, queries)
              .arg(counts)
              .run(ordered.count(), SEARCH_BLOCK);
        }
      }
      return made.keep(counts);
    }
  }

  @Override
  public NeighbourLists find(
      NeighbourIndex index,
      BallQueries queries,
      DeviceArray start,
      long pairs,
      ElementType distance) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) index;
    try (Scope made = new Scope()) {
      made.add(start);
      DeviceArray rows = made.add(places(points, queries, start, pairs));
      DeviceArray distances = made.add(memory.allocate(distance, pairs));
      NeighbourLists lists = new NeighbourLists(start, rows, distances);
      order(points, queries, lists);
      return made.keep(lists);
    }
  }

  /** I32 [pairs] indices of the neighbours along the curve, each list in any order. */
  private DeviceArray places(
      CudaNeighbourIndex points, BallQueries queries, DeviceArray start, long pairs) {
    try (Scope made = new Scope();
        CurveOrder order = CurveOrder.ofQueries(queries.centres(), points, algorithms)) {
      DeviceArray places = made.add(memory.allocate(ElementType.I32, pairs));
      KnnQueries ordered = KnnQueries.of(order, queries.radius());
      launch("list_balls_", points, ordered, queries)
          .arg(start)
          .arg(places)
          .run(ordered.count(), SEARCH_BLOCK);
      return made.keep(places);
    }
  }

  @Override
  public DeviceArray rows(
      NeighbourIndex index, BallQueries queries, DeviceArray start, long pairs) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) index;
    try (DeviceArray places = places(points, queries, start, pairs)) {
      return new CudaParticleKernels(kernels, memory, algorithms).gather(points.order(), 1, places);
    }
  }

  @Override
  public DeviceArray link(NeighbourIndex index, double radius) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) index;
    try (Scope made = new Scope();
        DeviceArray radii = memory.uploadSame(radius, points.count())) {
      DeviceArray pointers = made.add(memory.range(ElementType.I32, 0, points.count()));
      KnnQueries self = new KnnQueries(points.points(), 0, points.count(), radii, true);
      launch("link_balls_", points, self, new BallQueries(null, radii, null))
          .arg(pointers)
          .run(self.count(), SEARCH_BLOCK);
      return made.keep(pointers);
    }
  }

  private Launch launch(
      String kernel, CudaNeighbourIndex index, KnnQueries ordered, BallQueries queries) {
    ElementType type = index.points().type();
    CudaPointRadii radii = (CudaPointRadii) queries.pointRadii();
    return kernels
        .launch(STAGE, kernel + type.bytes() + (radii == null ? "" : "_radii"))
        .struct(index.struct())
        .reals(type, index.space().fields(type))
        .struct(index.space().fields(ElementType.F64))
        .struct(ordered.struct())
        .struct(
            radii == null ? 0 : CudaArray.address(radii.ofRow()),
            radii == null ? 0 : CudaArray.address(radii.ofNode()));
  }

  /** Replaces indices along the curve by rows, computes distances, and sorts each list. */
  private void order(CudaNeighbourIndex index, BallQueries queries, NeighbourLists lists) {
    long count = queries.count();
    try (DeviceArray longer = memory.zeros(ElementType.I32, (count + WARP - 1) / WARP + 1)) {
      launchOrdering("order_short_", index, queries, lists)
          .arg(count)
          .struct(index.space().fields(ElementType.F64))
          .arg(lists.distance())
          .arg(longer)
          .run(count * WARP, LISTS_BLOCK);
      try (DeviceArray selection = algorithms.indices(longer, 0)) {
        orderLong(index, queries, lists, selection);
      }
    }
  }

  private void orderLong(
      CudaNeighbourIndex index, BallQueries queries, NeighbourLists lists, DeviceArray selection) {
    long count = selection.length();
    if (count == 0) {
      return;
    }
    try (DeviceArray lengths = memory.zeros(ElementType.I32, count + 1)) {
      kernels
          .launch(LISTS_STAGE, "scratch_pairs")
          .arg(selection)
          .arg(count)
          .arg(lists.start())
          .arg(lengths)
          .run(count);
      try (DeviceArray offsets = algorithms.prefixSums(lengths);
          DeviceArray scratch = memory.allocate(ElementType.F64, memory.get(offsets, count))) {
        launchOrdering("order_long_", index, queries, lists)
            .arg(selection)
            .struct(index.space().fields(ElementType.F64))
            .arg(lists.distance())
            .arg(offsets)
            .arg(scratch)
            .run(count * LISTS_BLOCK, LISTS_BLOCK);
      }
    }
  }

  /**
   * Prepares a kernel for the precisions of points and distances, with the structure {@code Lists}
   * of radius_lists.cu.
   */
  private Launch launchOrdering(
      String kernel, CudaNeighbourIndex index, BallQueries queries, NeighbourLists lists) {
    DeviceArray xyz = queries.centres().xyz();
    return kernels
        .launch(
            LISTS_STAGE,
            kernel + index.points().type().bytes() + "_" + lists.distance().type().bytes())
        .struct(
            CudaArray.address(index.points().records()),
            CudaArray.address(xyz),
            xyz.type() == ElementType.F64 ? 1 : 0,
            index.space().flat(),
            CudaArray.address(lists.start()),
            CudaArray.address(lists.row()));
  }
}
