package org.jzfof.spheres;

import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeShape;

/**
 * Points of this rank that spheres may enclose.
 *
 * @param points points in Morton order, at least one; not closed with this object
 */
public record SphereSource(SortedPoints points, Tree tree) implements AutoCloseable {
  /** Maximum number of nodes at the top, where the walk of every sphere begins. */
  private static final int TOP_NODES = 32;

  /**
   * Builds the tree.
   *
   * @param shape sizes of the tree's nodes below the top
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
