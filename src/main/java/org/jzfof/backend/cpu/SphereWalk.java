package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.so.SphereSource;
import org.jzfof.tree.TreePlane;

/** Walks a tree for one sphere after another; nodes that lie inside are not opened. */
final class SphereWalk {
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final int n;
  private final int[][] levels;
  private final int[] nodesOfLevel;
  private final long[] before;
  private final LinkCriterion metric;

  private int cx;
  private int cy;
  private int cz;
  private long largest; // its sign turned, so that a signed comparison is one of unsigned numbers

  /**
   * @param before sums of weights, or null where each point counts 1
   */
  SphereWalk(SphereSource source, long[] before, LinkCriterion metric) {
    this.x = ints(source.points().x());
    this.y = ints(source.points().y());
    this.z = ints(source.points().z());
    this.n = (int) source.points().count();
    List<TreePlane> planes = source.tree().planes();
    this.levels = planes.stream().map(plane -> ints(plane.nodes())).toArray(int[][]::new);
    this.nodesOfLevel = planes.stream().mapToInt(plane -> (int) plane.count()).toArray();
    this.before = before;
    this.metric = metric;
  }

  /** The sum of the weights of all points in a sphere; parameters as of {@code within}. */
  long sum(int[] centre, int at, long square) {
    cx = centre[at];
    cy = centre[at + 1];
    cz = centre[at + 2];
    largest = square + Long.MIN_VALUE;
    int top = levels.length - 1;
    return sum(top, 0, nodesOfLevel[top]);
  }

  private long sum(int level, int from, int to) {
    int[] nodes = levels[level];
    long sum = 0;
    for (int node = from; node < to; node++) {
      int at = Nodes.at(node);
      if (Nodes.square(nodes, at, cx, cy, cz, metric) + Long.MIN_VALUE > largest) {
        continue;
      }
      if (Nodes.largestSquare(nodes, at, cx, cy, cz, metric) + Long.MIN_VALUE <= largest) {
        int first = firstPoint(level, node);
        sum += weight(first, firstPoint(level, node + 1));
      } else {
        int first = Nodes.first(nodes, at);
        int end = first + Nodes.size(nodes, at);
        sum += level == 0 ? points(first, end) : sum(level - 1, first, end);
      }
    }
    return sum;
  }

  private long points(int from, int to) {
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

  private int firstPoint(int level, int node) {
    if (node == nodesOfLevel[level]) {
      return n;
    }
    int first = node;
    for (int l = level; l >= 0; l--) {
      first = Nodes.first(levels[l], Nodes.at(first));
    }
    return first;
  }
}
