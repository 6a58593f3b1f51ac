package org.jzfof.pairs.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/** The points of an index and its nodes, as counting pairs reads them. */
final class PairTree {
  /** Leaves that are so many times longer than others would spoil the accuracy of those. */
  private static final int LONG = 8;

  private final int[][] nodes;
  private final int[][] start;
  private final double[] extent;
  private final boolean[] outlying;
  private final double[][] at = new double[3][];
  private final long[] weightBefore;

  /**
   * @param weights I32 of the points, unsigned, as the index was given them; or null
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

  /** The longest side of a node. */
  private double longest(int level, int node, FixedPoint map) {
    double longest = 0;
    for (int d = 0; d < 3; d++) {
      double width = NodeFields.width(nodes[level], NodeFields.at(node) + d, 0) * map.cell()[d];
      longest = Math.max(longest, width);
    }
    return longest;
  }

  /**
   * Leaves that are much longer than others, and those with points outside of a periodic box, or
   * that are rounded to its other side: their places do not tell which differences wrap.
   */
  private boolean[] outlying(CpuNeighbourIndex index) {
    boolean[] any = new boolean[count(0)];
    for (int leaf = 0; leaf < any.length; leaf++) {
      any[leaf] =
          longest(0, leaf, index.map()) > longestLeaf()
              || index.map().periodic() && outside(leaf, index);
    }
    return any;
  }

  private boolean outside(int leaf, CpuNeighbourIndex index) {
    double[] side = index.distance().side();
    boolean any = false;
    for (int i = first(0, leaf); i < end(0, leaf); i++) {
      for (int d = 0; d < 3; d++) {
        any |= !(at[d][i] >= 0 && at[d][i] < side[d] - index.map().cell()[d]);
      }
    }
    return any;
  }

  int levels() {
    return nodes.length;
  }

  /** Nodes of a level. */
  int count(int level) {
    return nodes.length == 0 ? 0 : start[level].length - 1;
  }

  int[] nodes(int level) {
    return nodes[level];
  }

  /** First point of a node. */
  int first(int level, int node) {
    return start[level][node];
  }

  /** One past the last point of a node. */
  int end(int level, int node) {
    return start[level][node + 1];
  }

  /** Mean of the longest sides of the nodes of a level, in length units. */
  double extent(int level) {
    return extent[level];
  }

  /** Whether pairs of a leaf are to be looked at one by one. */
  boolean outlying(int leaf) {
    return outlying[leaf];
  }

  /** Other leaves are at most so long, in length units. */
  double longestLeaf() {
    return count(0) == 0 ? 0 : LONG * extent[0];
  }

  /** Coordinates of the points in one dimension. */
  double[] at(int d) {
    return at[d];
  }

  /** Whether the points have weights. */
  boolean weighted() {
    return weightBefore != null;
  }

  /** The weight of consecutive points. */
  long weight(int from, int to) {
    return weightBefore[to] - weightBefore[from];
  }

  /** The finest level of at most so many nodes, or the coarsest. */
  int levelOf(int most) {
    int level = nodes.length - 1;
    while (level > 0 && count(level - 1) <= most) {
      level--;
    }
    return level;
  }
}
