package org.jzfof.spheres.cpu;

import java.util.function.IntConsumer;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.cpu.NodeFields;

/** Walks a tree for one sphere after another; nodes that lie inside are not opened. */
final class SphereWalk {
  private final SphereTree tree;
  private final long[] before;
  private final LinkCriterion metric;

  private int lowestLevel;
  private int cx;
  private int cy;
  private int cz;
  private long largest; // its sign turned, so that a signed comparison is one of unsigned numbers

  /**
   * @param before sums of weights, or null where each point counts 1
   */
  SphereWalk(SphereTree tree, long[] before, LinkCriterion metric) {
    this.tree = tree;
    this.before = before;
    this.metric = metric;
  }

  /** Number of levels of the tree. */
  int levels() {
    return tree.count().length;
  }

  /**
   * The sum of the weights of all points in a sphere; parameters as of {@code within}.
   *
   * @param lowestLevel 0; or more for an upper bound, which counts nodes of that level as a whole
   */
  long sum(int[] centre, int at, long square, int lowestLevel) {
    this.lowestLevel = lowestLevel;
    cx = centre[at];
    cy = centre[at + 1];
    cz = centre[at + 2];
    largest = square + Long.MIN_VALUE;
    int top = tree.count().length - 1;
    return sum(top, 0, tree.count()[top]);
  }

  /** Tells all points in a sphere; parameters as of {@link #sum}. */
  void forEach(int[] centre, int at, long square, IntConsumer taker) {
    cx = centre[at];
    cy = centre[at + 1];
    cz = centre[at + 2];
    largest = square + Long.MIN_VALUE;
    int top = tree.count().length - 1;
    forEach(top, 0, tree.count()[top], taker);
  }

  private void forEach(int level, int from, int to, IntConsumer taker) {
    int[] nodes = tree.nodes()[level];
    for (int node = from; node < to; node++) {
      int at = NodeFields.at(node);
      if (NodeFields.square(nodes, at, cx, cy, cz, metric) + Long.MIN_VALUE <= largest) {
        int first = NodeFields.first(nodes, at);
        int end = first + NodeFields.size(nodes, at);
        if (level > 0) {
          forEach(level - 1, first, end, taker);
        } else {
          for (int i = first; i < end; i++) {
            if (inside(i)) {
              taker.accept(i);
            }
          }
        }
      }
    }
  }

  /** Differences wrap around the box to those of nearest images. */
  private boolean inside(int i) {
    long square = metric.square(tree.x()[i] - cx, tree.y()[i] - cy, tree.z()[i] - cz);
    return square + Long.MIN_VALUE <= largest;
  }

  private long sum(int level, int from, int to) {
    int[] nodes = tree.nodes()[level];
    int[] firstPoint = tree.firstPoint()[level];
    long sum = 0;
    for (int node = from; node < to; node++) {
      int at = NodeFields.at(node);
      if (NodeFields.square(nodes, at, cx, cy, cz, metric) + Long.MIN_VALUE > largest) {
        continue;
      }
      boolean whole = level > 0 && level <= lowestLevel;
      if (whole
          || NodeFields.largestSquare(nodes, at, cx, cy, cz, metric) + Long.MIN_VALUE <= largest) {
        sum += weight(firstPoint[node], firstPoint[node + 1]);
      } else if (level == 0) {
        sum += points(firstPoint[node], firstPoint[node + 1]);
      } else {
        int first = NodeFields.first(nodes, at);
        sum += sum(level - 1, first, first + NodeFields.size(nodes, at));
      }
    }
    return sum;
  }

  private long points(int from, int to) {
    int[] x = tree.x();
    int[] y = tree.y();
    int[] z = tree.z();
    long sum = 0;
    for (int i = from; i < to; i++) {
      // Differences wrap around the box to those of nearest images.
      if (metric.square(x[i] - cx, y[i] - cy, z[i] - cz) + Long.MIN_VALUE <= largest) {
        sum += weight(i, i + 1);
      }
    }
    return sum;
  }

  private long weight(int from, int to) {
    return before == null ? to - from : before[to] - before[from];
  }
}
