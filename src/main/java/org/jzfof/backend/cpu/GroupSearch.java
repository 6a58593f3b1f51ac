package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.tree.TreePlane;

/**
 * Finds the points that may be among the nearest of a group of queries: walks the tree once for the
 * group, near nodes first, and tests the points of leaves against each query by distances in
 * floats. One instance per thread of work, since it holds scratch space.
 */
final class GroupSearch {
  private static final int LEAST_BATCH = 96;

  /** By how much a guess is to be too large, rather than too small for k points. */
  private static final float GUESS = 1.2f;

  private static final int LEAF = CpuNeighbourIndex.SHAPE.maxLeafPoints();

  private final CpuNeighbourIndex index;
  private final QueryGroup group;
  private final NearestList[] nearest = new NearestList[QueryGroup.MAX_QUERIES];
  private final int k;
  private final int[][] planes;
  private final int[] stackNode;
  private final double[] stackSquare;
  private final double[] halfCell = new double[3];
  private final PointBatch batch;
  private final int batchSize;
  private int depth;
  private boolean wrapping;
  private double limit;
  private float guess;

  GroupSearch(CpuNeighbourIndex index, QueryGroup group, int k) {
    this.index = index;
    this.group = group;
    this.k = k;
    List<TreePlane> all = index.planes();
    this.planes = new int[all.size()][];
    for (int p = 0; p < planes.length; p++) {
      planes[p] = ints(all.get(p).nodes());
    }
    int top = planes.length == 0 ? 0 : (int) all.get(planes.length - 1).count();
    int capacity = top + planes.length * CpuNeighbourIndex.SHAPE.maxChildren();
    this.stackNode = new int[2 * capacity];
    this.stackSquare = new double[capacity];
    for (int d = 0; d < 3; d++) {
      halfCell[d] = 0.5 * index.units().cell()[d];
    }
    this.batchSize = Math.max(LEAST_BATCH, k / 4);
    this.batch = new PointBatch(index, group, batchSize + LEAF);
    for (int q = 0; q < nearest.length; q++) {
      nearest[q] = new NearestList(k);
    }
  }

  /**
   * Searches for the queries of the group as it is set.
   *
   * @param reach distance in length units beyond which nothing is wanted, for each query
   */
  void run(double[] reach) {
    wrapping = false;
    walk(reach);
    if (group.wraps(Math.sqrt(limit))) {
      wrapping = true;
      walk(reach);
    }
  }

  /** What was found for a query of the group. */
  NearestList nearest(int query) {
    return nearest[query];
  }

  private void walk(double[] reach) {
    double error = group.error(wrapping);
    limit = 0;
    for (int q = 0; q < group.count(); q++) {
      double r = reach[q] * index.units().perLength();
      nearest[q].start(r * r, error);
      limit = Math.max(limit, nearest[q].limit());
    }
    batch.clear();
    depth = 0;
    if (planes.length > 0) {
      push(planes.length - 1, 0, index.planes().get(planes.length - 1).count());
    }
    while (depth > 0) {
      depth--;
      if (stackSquare[depth] <= limit) {
        int plane = stackNode[2 * depth + 1];
        int at = stackNode[2 * depth];
        int first = Nodes.first(planes[plane], at);
        int size = Nodes.size(planes[plane], at);
        if (plane > 0) {
          push(plane - 1, first, first + (long) size);
        } else {
          gather(first, first + size);
        }
      }
    }
    test();
  }

  /** Puts nodes within the limit on the stack, the nearest on top. */
  private void push(int plane, int from, long to) {
    int[] nodes = planes[plane];
    int bottom = depth;
    for (int node = from; node < to; node++) {
      int at = Nodes.at(node);
      double square = squareTo(nodes, at);
      if (square <= limit) {
        int i = depth++;
        while (i > bottom && stackSquare[i - 1] < square) {
          stackSquare[i] = stackSquare[i - 1];
          stackNode[2 * i] = stackNode[2 * i - 2];
          stackNode[2 * i + 1] = plane;
          i--;
        }
        stackSquare[i] = square;
        stackNode[2 * i] = at;
        stackNode[2 * i + 1] = plane;
      }
    }
  }

  /** Squared lower distance of the boxes of the group and a node. */
  private double squareTo(int[] nodes, int at) {
    double dx = gap(nodes, at, 0);
    double dy = gap(nodes, at, 1);
    double dz = gap(nodes, at, 2);
    return dx * dx + dy * dy + dz * dz;
  }

  /** In units; twice the larger of 0 and the gap, without a branch, is the gap and its modulus. */
  private double gap(int[] nodes, int at, int d) {
    int lower = nodes[at + TreePlane.LOWER + d];
    int half = nodes[at + TreePlane.UPPER + d] - lower >>> 1;
    // The difference of two places wraps around a periodic box by itself.
    double between = Math.abs(lower + half - group.origin[d] - group.middle[d]);
    double gap = between - (half + 1.0) - group.half[d];
    return (gap + Math.abs(gap)) * halfCell[d];
  }

  /** Adds the points of a leaf to the batch. */
  private void gather(int from, int to) {
    if (to - from <= LEAF) {
      gatherRange(from, to);
      return;
    }
    // Of points with the same coordinates only the first k matter.
    for (int i = from; i < to; ) {
      int end = index.endOfSame(i, to);
      int wanted = Math.min(end, i + k);
      for (int j = i; j < wanted; j += LEAF) {
        gatherRange(j, Math.min(wanted, j + LEAF));
      }
      i = end;
    }
  }

  private void gatherRange(int from, int to) {
    batch.add(from, to);
    if (batch.count() >= batchSize) {
      test();
    }
  }

  /** Tests the batch against each query. */
  private void test() {
    double most = 0;
    for (int q = 0; q < group.count(); q++) {
      batch.measure(q, wrapping);
      nearest[q].add(batch.square(), batch.place(), batch.count(), GUESS * guess);
      nearest[q].tighten();
      guess = nearest[q].bound();
      most = Math.max(most, nearest[q].limit());
    }
    limit = most;
    batch.clear();
  }
}
