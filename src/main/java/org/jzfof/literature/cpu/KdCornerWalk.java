package org.jzfof.literature.cpu;

import org.jzfof.literature.KdTree;

/**
 * Walks a left-balanced k-d tree with a stack of sub-trees. With each goes the offset from the
 * query to the closest corner of its region, which contains all its points: the offset of the
 * parent's region on the side of the query, and in the dimension of the plane that between query
 * and plane on the other side. A sub-tree whose corner is beyond the bound is left out, also where
 * its plane alone is not. {@code cuda/kdtree.cuh} has the same walk. Each task has its own
 * instance.
 */
final class KdCornerWalk implements KdTraversal {
  private static final int LEVELS = 32;

  private final KdSplits splits;
  private final int count;
  private final QueryImages images;
  private final int[] node = new int[LEVELS];
  private final double[] offsets = new double[3 * LEVELS];
  private final double[] offset = new double[3];
  private int waiting;
  private int visits;

  KdCornerWalk(KdTree tree) {
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
    for (int d = 0; d < 3; d++) {
      offset[d] = images.gap(d);
    }
    waiting = 0;
    descend(0);
    while (waiting > 0) {
      waiting--;
      System.arraycopy(offsets, 3 * waiting, offset, 0, 3);
      if (isWithin()) { // the bound may have come nearer
        descend(node[waiting]);
      }
    }
  }

  /** Visits the nodes on the way down on the side of the query; the other sides wait. */
  private void descend(int from) {
    int visited = 0;
    for (int at = from; at < count; ) {
      visited++;
      images.visit(at);
      int d = splits.of(at);
      double beyond = images.at(d) - images.of(at, d);
      int child = 2 * at + 1;
      int near = beyond > 0 ? child + 1 : child;
      int far = beyond > 0 ? child : child + 1;
      if (far < count) {
        double nearer = offset[d];
        offset[d] = Math.max(0, Math.abs(beyond) - images.slack(d));
        if (isWithin()) {
          node[waiting] = far;
          System.arraycopy(offset, 0, offsets, 3 * waiting++, 3);
        }
        offset[d] = nearer;
      }
      at = near;
    }
    visits += visited;
  }

  private boolean isWithin() {
    double square = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    return Math.sqrt(square) <= images.bound(); // with the rounding of distances
  }
}
