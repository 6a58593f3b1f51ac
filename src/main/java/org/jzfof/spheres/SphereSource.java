package org.jzfof.spheres;

import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeShape;

/**
 * Points of this rank that spheres may hold.
 *
 * @param points in Morton order, at least one; not closed with this
 * @param tree over them
 */
public record SphereSource(SortedPoints points, Tree tree) implements AutoCloseable {
  /** Every sphere begins at the top. */
  private static final int TOP_NODES = 32;

  /**
   * Builds the tree.
   *
   * @param shape sizes of its nodes but for the top
   */
  public static SphereSource of(SortedPoints points, TreeKernels kernels, TreeShape shape) {
    TreeShape small = new TreeShape(shape.maxLeafPoints(), shape.maxChildren(), TOP_NODES);
    return new SphereSource(points, new TreeBuilder(kernels, small).build(points));
  }

  @Override
  public void close() {
    tree.close();
  }
}
