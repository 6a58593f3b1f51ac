package org.jzfof.literature.btree;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.literature.DistinctPointFinder;
import org.jzfof.literature.DistinctPointKernels;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.MethodQueries;
import org.jzfof.literature.QueryOrder;
import org.jzfof.literature.RadiusMethod;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourLists;

/** Search for all points within a radius, with a {@link BTree}. */
public final class BTreeRadius implements RadiusMethod<BTree> {
  private final BTreeKernels kernels;
  private final BTreeShape shape;
  private final DistinctPointFinder distinctPoints;
  private final QueryOrder curve;

  public BTreeRadius(
      BTreeKernels kernels,
      BTreeShape shape,
      DistinctPointKernels pointKernels,
      ParticleKernels particles,
      DeviceMemory memory) {
    this.kernels = kernels;
    this.shape = shape;
    this.distinctPoints = new DistinctPointFinder(pointKernels, particles, memory);
    this.curve = new QueryOrder(particles, memory);
  }

  /** Device bytes per point that building an index takes besides the coordinates. */
  public static long buildBytes(ElementType coordinates) {
    // Distinct points, order, and sorting of keys; then the cells of an octree, two per point.
    return Math.max(36, 3L * coordinates.bytes() + 24) + 2L * 3 * Integer.BYTES;
  }

  /** Device bytes per point that an index takes besides the coordinates. */
  public static long indexBytes(ElementType coordinates) {
    return 3L * coordinates.bytes() + 2L * Integer.BYTES + 2L * 3 * Integer.BYTES;
  }

  @Override
  public BTree build(Coordinates points, Box box) {
    try (Scope made = new Scope()) {
      DeviceArray order = made.add(curve.of(points, box));
      return made.keep(distinctPoints.find(points, box, found -> tree(found, order, made)));
    }
  }

  private BTree tree(DistinctPoints found, DeviceArray order, Scope made) {
    BTreeKernels.Cells cells = kernels.build(found, shape);
    made.add(cells.cells());
    made.add(cells.nodes());
    made.add(cells.bounds());
    try (DeviceArray leaves = cells.order()) {
      return new BTree(
          distinctPoints.reorder(found, leaves, made),
          order,
          cells.cells(),
          cells.nodes(),
          cells.bounds());
    }
  }

  @Override
  public void count(BTree tree, MethodQueries queries, DeviceArray counts) {
    kernels.count(tree, queries, counts);
  }

  @Override
  public void list(BTree tree, MethodQueries queries, NeighbourLists lists) {
    kernels.list(tree, queries, lists);
  }
}
