package org.jzfof.tree;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.domain.SortedPoints;

/** Builds the tree planes: needs points in Morton order, leaves a {@link Tree} over them. */
public final class TreeBuilder {
  private final TreeKernels kernels;
  private final TreeShape shape;

  /**
   * @param kernels of the backend that holds the points
   * @param shape sizes of the nodes
   */
  public TreeBuilder(TreeKernels kernels, TreeShape shape) {
    this.kernels = kernels;
    this.shape = shape;
  }

  /** Coarsens from the leaves until few enough nodes are left or coarsening gains nothing. */
  public Tree build(SortedPoints points) {
    List<TreePlane> planes = new ArrayList<>();
    TreePlane plane = kernels.leaves(points, shape.maxLeafPoints());
    planes.add(plane);
    long finer;
    do {
      finer = plane.count();
      plane = kernels.coarsen(plane, shape.maxChildren());
      planes.add(plane);
    } while (plane.count() > shape.maxTopNodes() && plane.count() < finer);
    return new Tree(List.copyOf(planes), shape);
  }
}
