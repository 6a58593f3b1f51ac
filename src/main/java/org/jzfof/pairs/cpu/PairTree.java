package org.jzfof.pairs.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/** Points and nodes of an index in the form for pair counts. */
final class PairTree {
  /**
   * Maximum length of a leaf relative to the mean; longer leaves would spoil the accuracy of
   * others.
   */
  private static final int MAX_RELATIVE_LENGTH = 8;

  private final int[][] nodes;
  private final int[][] start;
  private final double[] extent;
  private final boolean[] outlying;
  private final double[][] at = new double[3][];
  private final long[] weightBefore;

  /**
   * @param weights I32 weights, unsigned, in the original order of the points; or null
   */
  PairTree(CpuNeighbourIndex index, DeviceArray weights) {
    List<TreeLevel> levels = index.levels();
    int count = (int) index.count();
    this.nodes = new int[levels.size()][];
    this.start = new int[levels.size()][];
    this.extent = new double[levels.size()];
    for (int p = 0; p < nodes.length; p++) {
      nodes[p] = ints(levels.get(p).nodes());
      start[p] = starts(p, (int) levels.get(p).count(), count);
      extent[p] = meanExtent(p, index.map());
    }
    RealArray xyz = new RealArray(index.sorted().xyz());
    for (int d = 0; d < 3; d++) {
      at[d] = new double[count];
      for (int i = 0; i < count; i++) {
        at[d][i] = xyz.get(3 * i + d);
      }
    }
    this.outlying = outlying(index);
    this.weightBefore = weights == null ? null : weightBefore(index, ints(weights));
  }

  private static long[] weightBefore(CpuNeighbourIndex index, int[] weights) {
    int[] row = ints(index.order());
    long[] before = new long[(int) index.count() + 1];
    for (int i = 0; i + 1 < before.length; i++) {
      before[i + 1] = before[i] + Integer.toUnsignedLong(weights[row[i]]);
    }
    return before;
  }

  private int[] starts(int level, int count, int points) {
    int[] starts = new int[count + 1];
    for (int node = 0; node < count; node++) {
      int first = NodeFields.first(nodes[level], NodeFields.at(node));
      starts[node] = level == 0 ? first : start[level - 1][first];
    }
    starts[count] = points;
    return starts;
  }

  private double meanExtent(int level, FixedPoint map) {
    double sum = 0;
    for (int node = 0; node < count(level); node++) {
      sum += longest(level, node, map);
    }
    return sum / count(level);
  }

  /** Returns the longest side of a node. */
  private double longest(int level, int node, FixedPoint map) {
    double longest = 0;
    for (int d = 0; d < 3; d++) {
      double width = NodeFields.width(nodes[level], NodeFields.at(node) + d, 0) * map.cell()[d];
      longest = Math.max(longest, width);
    }
    return longest;
  }

  /**
   * Returns which leaves are much longer than others, or have points outside of a periodic box or
   * rounded to its other side: their bounding boxes do not show which differences wrap.
   */
  private boolean[] outlying(CpuNeighbourIndex index) {
    boolean[] isOutlying = new boolean[count(0)];
    for (int leaf = 0; leaf < isOutlying.length; leaf++) {
      isOutlying[leaf] =
          longest(0, leaf, index.map()) > longestLeaf()
              || index.map().periodic() && outside(leaf, index);
    }
    return isOutlying;
  }

  private boolean outside(int leaf, CpuNeighbourIndex index) {
    double[] side = index.distance().side();
    boolean isOutlying = false;
    for (int i = first(0, leaf); i < end(0, leaf); i++) {
      for (int d = 0; d < 3; d++) {
        isOutlying |= !(at[d][i] >= 0 && at[d][i] < side[d] - index.map().cell()[d]);
      }
    }
    return isOutlying;
  }

  int levels() {
    return nodes.length;
  }

  /** Returns the number of nodes of a level. */
  int count(int level) {
    return nodes.length == 0 ? 0 : start[level].length - 1;
  }

  int[] nodes(int level) {
    return nodes[level];
  }

  /** Returns the first point of a node. */
  int first(int level, int node) {
    return start[level][node];
  }

  /** Returns one past the last point of a node. */
  int end(int level, int node) {
    return start[level][node + 1];
  }

  /** Returns the mean of the longest sides of the nodes of a level, in length units. */
  double extent(int level) {
    return extent[level];
  }

  /** Returns whether pairs of a leaf must be computed one by one. */
  boolean outlying(int leaf) {
    return outlying[leaf];
  }

  /** Returns the maximum length of a leaf that is not outlying, in length units. */
  double longestLeaf() {
    return count(0) == 0 ? 0 : MAX_RELATIVE_LENGTH * extent[0];
  }

  /** Returns the coordinates of the points in one dimension. */
  double[] at(int d) {
    return at[d];
  }

  /** Returns whether the points have weights. */
  boolean weighted() {
    return weightBefore != null;
  }

  /** Returns the sum of the weights of points [from, to). */
  long weight(int from, int to) {
    return weightBefore[to] - weightBefore[from];
  }

  /** Returns the finest level with at most {@code limit} nodes, or the coarsest level. */
  int levelOf(int limit) {
    int level = nodes.length - 1;
    while (level > 0 && count(level - 1) <= limit) {
      level--;
    }
    return level;
  }
}
