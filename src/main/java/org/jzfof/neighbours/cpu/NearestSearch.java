package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.domain.Morton;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.Tree;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Finds the nearest point of each of consecutive queries. The neighbours of a query in Morton order
 * give a bound, with which the tree is walked from the top. Each task has its own instance.
 */
public final class NearestSearch {
  /** Number of points on either side of a query in Morton order that give the first bound. */
  private static final int WINDOW = 4;

  private final int[][] levels;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final int count;
  private final int[] queryX;
  private final int[] queryY;
  private final int[] queryZ;
  private final LinkCriterion criterion;
  private final int none;

  private int qx;
  private int qy;
  private int qz;
  private int best;
  private long bestSquare;

  public NearestSearch(
      Tree tree, SortedPoints points, SortedPoints queries, LinkCriterion criterion, int none) {
    this.levels = tree.levels().stream().map(p -> ints(p.nodes())).toArray(int[][]::new);
    this.x = ints(points.x());
    this.y = ints(points.y());
    this.z = ints(points.z());
    this.count = (int) points.count();
    this.queryX = ints(queries.x());
    this.queryY = ints(queries.y());
    this.queryZ = ints(queries.z());
    this.criterion = criterion;
    this.none = none;
  }

  /**
   * Answers the queries [from, to).
   *
   * @param top nodes of the coarsest level that are near any of these queries
   * @param nearest receives the index of the nearest point of each query, or {@code none}
   * @param square receives the square of its distance
   */
  public void run(int[] top, int from, int to, int[] nearest, long[] square) {
    int next = firstNotBefore(from);
    for (int i = from; i < to; i++) {
      qx = queryX[i];
      qy = queryY[i];
      qz = queryZ[i];
      best = none;
      bestSquare = criterion.largestSquare();
      while (next < count && Morton.before(x[next], y[next], z[next], qx, qy, qz)) {
        next++;
      }
      tryPoints(Math.max(0, next - WINDOW), Math.min(count, next + WINDOW));
      for (int node : top) {
        visit(levels.length - 1, node, node + 1);
      }
      nearest[i] = best;
      square[i] = bestSquare;
    }
  }

  /** First point that does not come before a query in Morton order, by bisection. */
  private int firstNotBefore(int query) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Morton.before(
          x[middle], y[middle], z[middle], queryX[query], queryY[query], queryZ[query])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void visit(int level, int first, int end) {
    int[] nodes = levels[level];
    for (int node = first; node < end; node++) {
      int at = NodeFields.at(node);
      if (Long.compareUnsigned(NodeFields.square(nodes, at, qx, qy, qz, criterion), bestSquare)
          > 0) {
        continue;
      }
      int firstChild = NodeFields.first(nodes, at);
      if (level > 0) {
        visit(level - 1, firstChild, firstChild + NodeFields.size(nodes, at));
      } else {
        // The first of coincident points represents all of them.
        tryPoints(
            firstChild,
            firstChild + (NodeFields.isPoint(nodes, at) ? 1 : NodeFields.size(nodes, at)));
      }
    }
  }

  private void tryPoints(int from, int to) {
    for (int i = from; i < to; i++) {
      long square = criterion.square(qx - x[i], qy - y[i], qz - z[i]);
      int order = Long.compareUnsigned(square, bestSquare);
      if (order < 0 || order == 0 && (best == none || isLower(i, best))) {
        best = i;
        bestSquare = square;
      }
    }
  }

  /** Whether a point comes before another one at the same distance. */
  private boolean isLower(int i, int other) {
    if (x[i] != x[other]) {
      return x[i] < x[other];
    }
    return y[i] != y[other] ? y[i] < y[other] : z[i] < z[other];
  }
}
