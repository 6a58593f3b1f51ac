package org.jzfof.methods;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.Neighbours;
import org.jzfof.knn.RowKernels;

/**
 * Nearest neighbours by a left-balanced k-d tree (Wald 2022, arXiv:2211.00120v2) that is walked
 * without a stack (Wald 2022, arXiv:2210.12859), a thread for each query. Queries are put in the
 * order of a space-filling curve first, and a periodic box is searched from the images of a query
 * that its farthest neighbour so far does not exclude: the papers leave both open.
 */
public final class KdTreeKnn implements KnnKernels {
  private final KdTreeKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final RowKernels rows;
  private final KdTreeBuilder builder;

  public KdTreeKnn(
      KdTreeKernels kernels, ParticleKernels particles, DeviceMemory memory, RowKernels rows) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
    this.rows = rows;
    this.builder = new KdTreeBuilder(kernels, particles, memory);
  }

  /** Device bytes per point that an index takes besides the coordinates, while it is made. */
  public static long bytesToBuild(ElementType coordinates) {
    // Fixed-point points put in order along the curve; then nodes, rows, order and places.
    return Math.max(36, 3L * coordinates.bytes() + 20);
  }

  /** Device bytes per point that an index takes besides the coordinates: nodes, rows and order. */
  public static long bytesHeld(ElementType coordinates) {
    return 3L * coordinates.bytes() + 2L * Integer.BYTES;
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    return builder.build(points, box);
  }

  @Override
  public Neighbours search(
      NeighbourIndex index, Coordinates queries, DeviceArray reach, int k, ElementType distance) {
    KdTree tree = (KdTree) index;
    try (DeviceArray order = builder.curve(queries, tree.box())) {
      return nearest(
          tree, new KdQueries(queries, order, 0, queries.count(), reach, false), k, distance);
    }
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    KdTree tree = (KdTree) index;
    return nearest(tree, own(tree, 0, tree.count(), false), k, distance);
  }

  private Neighbours nearest(KdTree tree, KdQueries queries, int k, ElementType distance) {
    KnnKernels.requireNeighbours(k);
    try (Scope made = new Scope()) {
      Neighbours found =
          made.add(
              Neighbours.allocate(
                  memory, queries.to() - queries.from(), k, ElementType.I32, distance));
      kernels.nearest(tree, queries, found);
      return made.keep(found);
    }
  }

  @Override
  public void searchOwn(NeighbourIndex index, long from, long to, Neighbours found) {
    KnnKernels.requireNeighbours(found.k());
    KdTree tree = (KdTree) index;
    kernels.nearest(tree, own(tree, from, to, true), found);
  }

  private static KdQueries own(KdTree tree, long from, long to, boolean byPlace) {
    return new KdQueries(tree.points(), tree.order(), from, to, null, byPlace);
  }

  @Override
  public DeviceArray leaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece) {
    KdTree tree = (KdTree) index;
    long count = found.count();
    try (DeviceArray places = memory.slice(tree.order(), from, count);
        DeviceArray xyz = particles.gather(tree.points().xyz(), 3, places);
        DeviceArray positions = particles.quantise(map, xyz);
        DeviceArray reach = rows.farthest(found)) {
      return particles.leaving(new Balls(map, count, positions, reach), piece);
    }
  }

  @Override
  public RowKernels rows() {
    return rows;
  }
}
