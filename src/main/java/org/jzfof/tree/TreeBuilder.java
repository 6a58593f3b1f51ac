package org.jzfof.tree;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;

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
    return build(kernels.leaves(points, shape.maxLeafPoints()));
  }

  /**
   * The tree over leaves in Morton order.
   *
   * @param leaves belong to the tree from here on
   */
  public Tree build(TreePlane leaves) {
    try (Scope made = new Scope()) {
      List<TreePlane> planes = new ArrayList<>();
      planes.add(made.add(leaves));
      TreePlane finer;
      do {
        finer = top(planes);
        planes.add(made.add(kernels.coarsen(finer, shape.maxChildren())));
      } while (top(planes).count() > shape.maxTopNodes() && top(planes).count() < finer.count());
      return made.keep(new Tree(List.copyOf(planes), shape));
    }
  }

  /** Adds coarser planes, so that a tree has as many as another. */
  public Tree extend(Tree tree, int planes) {
    try (Scope made = new Scope()) {
      List<TreePlane> all = new ArrayList<>(tree.planes());
      while (all.size() < planes) {
        all.add(made.add(kernels.coarsen(top(all), shape.maxChildren())));
      }
      return made.keep(new Tree(List.copyOf(all), shape));
    }
  }

  private static TreePlane top(List<TreePlane> planes) {
    return planes.get(planes.size() - 1);
  }
}
