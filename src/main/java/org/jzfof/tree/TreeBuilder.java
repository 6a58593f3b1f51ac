package org.jzfof.tree;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;

/** Builds the levels of a {@link Tree} over points in Morton order. */
public final class TreeBuilder {
  private final TreeKernels kernels;
  private final TreeShape shape;

  public TreeBuilder(TreeKernels kernels, TreeShape shape) {
    this.kernels = kernels;
    this.shape = shape;
  }

  /** Coarsens the leaves of points until few enough nodes are left or coarsening gains nothing. */
  public Tree build(SortedPoints points) {
    return build(kernels.leaves(points, shape.maxLeafPoints()));
  }

  /**
   * Builds the tree over leaves in Morton order.
   *
   * @param leaves finest level; the tree owns it from here on
   */
  public Tree build(TreeLevel leaves) {
    try (Scope made = new Scope()) {
      List<TreeLevel> levels = new ArrayList<>();
      levels.add(made.add(leaves));
      TreeLevel finer;
      do {
        finer = top(levels);
        levels.add(made.add(kernels.coarsen(finer, shape.maxChildren())));
      } while (top(levels).count() > shape.maxTopNodes() && top(levels).count() < finer.count());
      return made.keep(new Tree(List.copyOf(levels), shape));
    }
  }

  /**
   * Adds coarser levels, so that trees that are walked together have equally many.
   *
   * @param levels number of levels of the result
   */
  public Tree extend(Tree tree, int levels) {
    try (Scope made = new Scope()) {
      List<TreeLevel> all = new ArrayList<>(tree.levels());
      while (all.size() < levels) {
        all.add(made.add(kernels.coarsen(top(all), shape.maxChildren())));
      }
      return made.keep(new Tree(List.copyOf(all), shape));
    }
  }

  private static TreeLevel top(List<TreeLevel> levels) {
    return levels.get(levels.size() - 1);
  }
}
