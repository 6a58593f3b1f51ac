package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import org.jzfof.knn.Neighbours;
import org.jzfof.methods.KdTree;
import org.jzfof.methods.LeftBalancedShape;
import org.jzfof.methods.Places;

/**
 * Walks a left-balanced k-d tree without a stack: Wald 2022 (arXiv:2210.12859). Where to go next
 * follows from the node and from the one before: from the parent to the child on the side of the
 * query, from there to the other child if that is within the bound, and then back to the parent. In
 * a periodic box the tree is walked once for each image of the query that is near enough; a point
 * is met at the one image that is nearest to it. One instance per thread of work. As {@code
 * cuda/kdtree.cu}.
 */
final class KdWalk {
  private static final int[] ONE = {0};

  /** Sides by which an image is below the query. */
  private static final int[] TURNS = {0, 1, -1};

  private final KdTree tree;
  private final int count;
  private final Values xyz;
  private final Values exact;
  private final int[] rows;
  private final int[] next;
  private final PairDistance distance;
  private final double[] side = new double[3];
  private final double[] query = new double[3];
  private final double[] home = new double[3];
  private final double[] image = new double[3];
  private final double[] gap = new double[3];
  private final double[] slack = new double[3];
  private final int[] turn = new int[3];
  private KdSink sink;

  KdWalk(KdTree tree) {
    this.tree = tree;
    this.count = (int) tree.nodes().count();
    this.xyz = new Values(tree.nodes().xyz());
    this.exact = new Values(tree.points().xyz());
    this.rows = ints(tree.nodes().row());
    this.next = tree.nodes().next() == null ? null : ints(tree.nodes().next());
    this.distance = new PairDistance(tree.box());
    for (int d = 0; d < 3; d++) {
      side[d] = tree.nodes().period(d);
    }
  }

  /** Shows the points within the bound of a query to a sink, and maybe others. */
  void run(double x, double y, double z, KdSink to) {
    sink = to;
    query[0] = x;
    query[1] = y;
    query[2] = z;
    for (int d = 0; d < 3; d++) {
      home[d] = isInside(d) ? query[d] : wrap(query[d], side[d]);
    }
    for (int turnX : turns(0)) {
      moveTo(0, turnX);
      for (int turnY : turns(1)) {
        moveTo(1, turnY);
        for (int turnZ : turns(2)) {
          moveTo(2, turnZ);
          if (Math.sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]) <= sink.bound()) {
            walk();
          }
        }
      }
    }
  }

  private boolean isInside(int d) {
    return side[d] == Double.POSITIVE_INFINITY || query[d] >= 0 && query[d] <= side[d];
  }

  /** A coordinate brought into [0, side]. */
  static double wrap(double x, double side) {
    return Math.max(0, Math.min(side, x - side * Math.floor(x / side)));
  }

  private int[] turns(int d) {
    return side[d] == Double.POSITIVE_INFINITY ? ONE : TURNS;
  }

  /** Takes an image in one dimension, with its least distance to the box. */
  private void moveTo(int d, int turns) {
    turn[d] = turns;
    image[d] = turns == 0 ? home[d] : home[d] - turns * side[d];
    slack[d] = tree.nodes().slack()[d];
    if (turns != 0 || !isInside(d)) {
      slack[d] += Places.ROUNDING * (Math.abs(query[d]) + side[d]);
    }
    double outside = turns == 0 ? 0 : turns < 0 ? home[d] : side[d] - home[d];
    gap[d] = Math.max(0, outside - slack[d]);
  }

  private void walk() {
    int previous = -1;
    int node = count == 0 ? -1 : 0;
    while (node >= 0) {
      int parent = (node + 1) / 2 - 1;
      int child = 2 * node + 1;
      int following = parent;
      if (node < count) { // else it is a near child that is not there
        if (previous < child) {
          visit(node);
        }
        int d = tree.dimensions()[LeftBalancedShape.level(node) % tree.dimensions().length];
        double beyond = image[d] - xyz.get(3 * node + d);
        int near = beyond > 0 ? child + 1 : child;
        int far = beyond > 0 ? child : child + 1;
        if (previous == near) {
          following = far < count && isWithin(beyond, slack[d]) ? far : parent;
        } else if (previous != far && child < count) {
          following = near;
        }
      }
      previous = node;
      node = following;
    }
  }

  /** Whether the bound reaches across a plane. */
  private boolean isWithin(double beyond, double error) {
    double least = Math.max(0, Math.abs(beyond) - error);
    return Math.sqrt(least * least) <= sink.bound(); // rounded as distances are
  }

  private void visit(int node) {
    for (int d = 0; d < 3; d++) {
      if (turnTo(home[d] - xyz.get(3 * node + d), d) != turn[d]) {
        return;
      }
    }
    int row = rows[node];
    double square =
        tree.nodes().isWrapped()
            ? distance.square(query[0], query[1], query[2], exact, row)
            : distance.square(query[0], query[1], query[2], xyz, node);
    double of = Math.sqrt(square);
    while (row != Neighbours.NONE && sink.offer(of, row)) {
      row = next == null ? Neighbours.NONE : next[row];
    }
  }

  /** Turns to the image that is nearest to a point. */
  private int turnTo(double difference, int d) {
    return Math.abs(difference) < 0.5 * side[d] ? 0 : difference > 0 ? 1 : -1;
  }
}
