package org.jzfof.spheres.cpu;

import java.util.function.IntConsumer;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.cpu.NodeFields;

/** Walks a tree for one sphere after another, without opening nodes that are inside. */
final class SphereWalk {
  private final SphereTree tree;
  private final long[] before;
  private final LinkCriterion metric;

  private int lowestLevel;
  private int cx;
  private int cy;
  private int cz;
  private long largest; // sign flipped, so that a signed comparison orders unsigned numbers

  /**
   * @param before prefix sums of weights, or null if each point counts 1
   */
  SphereWalk(SphereTree tree, long[] before, LinkCriterion metric) {
    this.tree = tree;
    this.before = before;
    this.metric = metric;
  }

  /** Returns the number of levels of the tree. */
  int levels() {
    return tree.count().length;
  }

  /**
   * Returns the sum of the weights of all points in a sphere.
   *
   * @param at index of the centre's first coordinate
   * @param lowestLevel 0 for the exact sum; a higher level for an upper bound that counts nodes of
   *     this level completely
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

  /** Passes all points in a sphere to a consumer; parameters as for {@link #sum}. */
  void forEach(int[] centre, int at, long square, IntConsumer consumer) {
    cx = centre[at];
    cy = centre[at + 1];
    cz = centre[at + 2];
    largest = square + Long.MIN_VALUE;
    int top = tree.count().length - 1;
    forEach(top, 0, tree.count()[top], consumer);
  }

  private void forEach(int level, int from, int to, IntConsumer consumer) {
    int[] nodes = tree.nodes()[level];
    for (int node = from; node < to; node++) {
      int at = NodeFields.at(node);
      if (NodeFields.square(nodes, at, cx, cy, cz, metric) + Long.MIN_VALUE <= largest) {
        int first = NodeFields.first(nodes, at);
        int end = first + NodeFields.size(nodes, at);
        if (level > 0) {
          forEach(level - 1, first, end, consumer);
        } else {
          for (int i = first; i < end; i++) {
            if (inside(i)) {
              consumer.accept(i);
            }
          }
        }
      }
    }
  }

  /**
   * Returns whether a point is inside; differences wrap around the box to those of nearest images.
   */
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
      boolean countsCompletely = level > 0 && level <= lowestLevel;
      if (countsCompletely
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
