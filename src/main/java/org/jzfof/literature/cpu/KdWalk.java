package org.jzfof.literature.cpu;

import org.jzfof.literature.KdTree;

/**
 * Walks a left-balanced k-d tree without a stack: Wald 2022 (arXiv:2210.12859). The current and the
 * previous node determine the next one: from the parent to the child on the side of the query, from
 * there to the other child if that is within the bound, and then back to the parent. {@code
 * cuda/kdtree.cuh} has the same walk. Each task has its own instance.
 */
final class KdWalk implements KdTraversal {
  private final KdSplits splits;
  private final int count;
  private final QueryImages images;
  private int visits;

  KdWalk(KdTree tree) {
    this.splits = new KdSplits(tree);
    this.count = (int) tree.nodes().count();
    this.images = new QueryImages(tree.nodes());
  }

  @Override
  public void run(double x, double y, double z, PointVisitor to) {
    visits = 0;
    images.run(x, y, z, to, this::walk);
  }

  @Override
  public int visits() {
    return visits;
  }

  private void walk() {
    int visited = 0;
    int previous = -1;
    int node = count == 0 ? -1 : 0;
    while (node >= 0) {
      int parent = (node + 1) / 2 - 1;
      int child = 2 * node + 1;
      int following = parent;
      if (node < count) { // a near child may not exist
        if (previous < child) {
          visited++;
          images.visit(node);
        }
        int d = splits.of(node);
        double beyond = images.at(d) - images.of(node, d);
        int near = beyond > 0 ? child + 1 : child;
        int far = beyond > 0 ? child : child + 1;
        if (previous == near) {
          following = far < count && isWithin(beyond, images.slack(d)) ? far : parent;
        } else if (previous != far && child < count) {
          following = near;
        }
      }
      previous = node;
      node = following;
    }
    visits += visited;
  }

  /** Whether the bound reaches across a plane. */
  private boolean isWithin(double beyond, double error) {
    double smallest = Math.max(0, Math.abs(beyond) - error);
    return Math.sqrt(smallest * smallest) <= images.bound(); // with the rounding of distances
  }
}
