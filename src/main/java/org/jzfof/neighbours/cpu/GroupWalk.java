package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/**
 * A walk over the tree of an index for a group of queries. It stops at every leaf, and at nodes
 * whose points are all near all queries. Nodes beyond a limit are skipped. If the limit may
 * decrease during the walk, near nodes come first. Each task has its own instance.
 */
final class GroupWalk {
  private final CpuNeighbourIndex index;
  private final QueryGroup group;
  private final int[][] levels;
  private final int[] stackNode;
  private final double[] stackSquare;
  private final double[] halfCell = new double[3];
  private final CpuPointRadii radii;
  private int depth;
  private double limit;
  private double near;
  private double error;
  private int first;
  private int end;
  private boolean allNear;
  private boolean nearestFirst;

  GroupWalk(CpuNeighbourIndex index, QueryGroup group) {
    this(index, group, null);
  }

  /**
   * @param radii radii of the points, or null. With radii, nodes beyond the limit but within the
   *     largest radius of their points are not skipped.
   */
  GroupWalk(CpuNeighbourIndex index, QueryGroup group, CpuPointRadii radii) {
    this.index = index;
    this.group = group;
    this.radii = radii;
    List<TreeLevel> all = index.levels();
    this.levels = new int[all.size()][];
    for (int p = 0; p < levels.length; p++) {
      levels[p] = ints(all.get(p).nodes());
    }
    int top = levels.length == 0 ? 0 : (int) all.get(levels.length - 1).count();
    int capacity = top + levels.length * CpuNeighbourIndex.SHAPE.maxChildren();
    this.stackNode = new int[2 * capacity];
    this.stackSquare = new double[capacity];
    for (int d = 0; d < 3; d++) {
      halfCell[d] = 0.5 * index.units().cell()[d];
    }
  }

  /**
   * Starts a walk for the queries that the group currently holds.
   *
   * @param square squared distance in units beyond which nodes are skipped
   */
  void start(double square) {
    nearestFirst = true;
    begin(square, -1, 0);
  }

  /**
   * Starts a walk for points within radii, in no particular order.
   *
   * @param square squared distance in units beyond which nodes are skipped
   * @param nearSquare squared distance in units up to which a node need not be opened; negative if
   *     all nodes are opened
   * @param radiusError error in units of the distance between a node and the group, if points have
   *     radii
   */
  void start(double square, double nearSquare, double radiusError) {
    nearestFirst = false;
    begin(square, nearSquare, radiusError);
  }

  private void begin(double square, double nearSquare, double radiusError) {
    limit = square;
    near = nearSquare;
    error = radiusError;
    depth = 0;
    if (levels.length > 0) {
      push(levels.length - 1, 0, index.levels().get(levels.length - 1).count());
    }
  }

  double limit() {
    return limit;
  }

  /** Sets the limit, which must not increase. */
  void limit(double square) {
    limit = square;
  }

  /** Advances to the next leaf or near node within the limit; false at the end of the walk. */
  boolean next() {
    while (depth > 0) {
      depth--;
      if (stackSquare[depth] <= limit) {
        int level = stackNode[2 * depth + 1];
        int at = stackNode[2 * depth];
        first = NodeFields.first(levels[level], at);
        end = first + NodeFields.size(levels[level], at);
        allNear = stackSquare[depth] <= near && farSquare(levels[level], at) <= near;
        if (allNear || level == 0) {
          descend(level);
          return true;
        }
        push(level - 1, first, end);
      }
    }
    return false;
  }

  /** Replaces the range of children of a node by the range of their points. */
  private void descend(int level) {
    for (int p = level - 1; p >= 0; p--) {
      int last = NodeFields.at(end - 1);
      first = NodeFields.first(levels[p], NodeFields.at(first));
      end = NodeFields.first(levels[p], last) + NodeFields.size(levels[p], last);
    }
  }

  /** Whether all points of the node or leaf are near all queries. */
  boolean allNear() {
    return allNear;
  }

  /** Index of the first point of the node or leaf. */
  int first() {
    return first;
  }

  /** Index one past the last point of the node or leaf. */
  int end() {
    return end;
  }

  private void push(int level, int from, long to) {
    if (nearestFirst || radii != null) {
      pushNearestLast(level, from, to);
    } else {
      pushAll(level, from, to);
    }
  }

  /** Pushes nodes within the limit onto the stack, without a branch. */
  private void pushAll(int level, int from, long to) {
    int[] nodes = levels[level];
    int top = depth;
    for (int node = from; node < to; node++) {
      int at = NodeFields.at(node);
      double square = squareTo(nodes, at);
      stackSquare[top] = square;
      stackNode[2 * top] = at;
      stackNode[2 * top + 1] = level;
      top += square <= limit ? 1 : 0;
    }
    depth = top;
  }

  /** Pushes nodes within the limit onto the stack, the nearest on top. */
  private void pushNearestLast(int level, int from, long to) {
    int[] nodes = levels[level];
    int bottom = depth;
    for (int node = from; node < to; node++) {
      int at = NodeFields.at(node);
      double square = squareTo(nodes, at);
      if (radii != null && square > limit && square <= squareOfRadius(level, node)) {
        square = limit;
      }
      if (square <= limit) {
        int i = depth++;
        while (i > bottom && stackSquare[i - 1] < square) {
          stackSquare[i] = stackSquare[i - 1];
          stackNode[2 * i] = stackNode[2 * i - 2];
          stackNode[2 * i + 1] = level;
          i--;
        }
        stackSquare[i] = square;
        stackNode[2 * i] = at;
        stackNode[2 * i + 1] = level;
      }
    }
  }

  private double squareOfRadius(int level, int node) {
    double radius = radii.largest(level, node) * index.units().perLength() + error;
    return radius * radius;
  }

  /** Squared lower distance of the boxes of the group and a node. */
  private double squareTo(int[] nodes, int at) {
    double dx = gap(nodes, at, 0);
    double dy = gap(nodes, at, 1);
    double dz = gap(nodes, at, 2);
    return dx * dx + dy * dy + dz * dz;
  }

  /**
   * Lower distance in one dimension, in units. The sum of the gap and its absolute value is twice
   * the larger of 0 and the gap, without a branch.
   */
  private double gap(int[] nodes, int at, int d) {
    int lower = nodes[at + TreeLevel.LOWER + d];
    int half = nodes[at + TreeLevel.UPPER + d] - lower >>> 1;
    // The integer difference of two positions wraps around a periodic box by overflow.
    double between = Math.abs(lower + half - group.origin[d] - group.middle[d]);
    double gap = between - (half + 1.0) - group.half[d];
    return (gap + Math.abs(gap)) * halfCell[d];
  }

  /** Squared upper distance of the boxes of the group and a node. */
  private double farSquare(int[] nodes, int at) {
    double dx = farthest(nodes, at, 0);
    double dy = farthest(nodes, at, 1);
    double dz = farthest(nodes, at, 2);
    return dx * dx + dy * dy + dz * dz;
  }

  private double farthest(int[] nodes, int at, int d) {
    int lower = nodes[at + TreeLevel.LOWER + d];
    int half = nodes[at + TreeLevel.UPPER + d] - lower >>> 1;
    double between = Math.abs(lower + half - group.origin[d] - group.middle[d]);
    return 2 * (between + (half + 1.0) + group.half[d]) * halfCell[d];
  }
}
