package org.jzfof.compare;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;

/** A grid of points for the search of the nearest point. */
final class CentreGrid {
  private static final int MAX_CELLS = 512;

  private final double[] points;
  private final double[] side;
  private final double[] low = new double[3];
  private final double[] cell = new double[3];
  private final int cells;

  /** Point numbers ordered by cell; those of cell c are from start[c] to start[c + 1]. */
  private final int[] order;

  private final int[] start;

  /**
   * @param points positions [3·n], at least one
   * @param side side lengths of the box [3]; infinite if the box does not wrap around
   */
  CentreGrid(double[] points, double[] side) {
    this.points = points;
    this.side = side;
    int n = points.length / 3;
    this.cells = (int) Math.max(1, Math.min(MAX_CELLS, Math.cbrt(n)));
    for (int d = 0; d < 3; d++) {
      double high = Double.NEGATIVE_INFINITY;
      low[d] = Double.POSITIVE_INFINITY;
      for (int i = d; i < points.length; i += 3) {
        low[d] = points[i] < low[d] ? points[i] : low[d]; // NaN is never nearest and does not count
        high = points[i] > high ? points[i] : high;
      }
      boolean wraps = !Double.isInfinite(side[d]);
      low[d] = wraps ? 0 : low[d];
      cell[d] = Math.max(wraps ? side[d] : high - low[d], Double.MIN_NORMAL) / cells;
    }
    int[] cellOf = new int[n];
    Arrays.setAll(
        cellOf, i -> index(cell(points, 3 * i, 0), cell(points, 3 * i, 1), cell(points, 3 * i, 2)));
    this.start = new int[cells * cells * cells + 1];
    for (int c : cellOf) {
      start[c + 1]++;
    }
    ArrayParts.prefixSum(start);
    this.order = new int[n];
    int[] next = start.clone();
    for (int i = 0; i < n; i++) {
      order[next[cellOf[i]]++] = i;
    }
  }

  private int cell(double[] from, int at, int d) {
    int c = (int) Math.floor((from[at + d] - low[d]) / cell[d]);
    return Math.max(0, Math.min(cells - 1, c));
  }

  private int index(int x, int y, int z) {
    return (x * cells + y) * cells + z;
  }

  /** The nearest point found so far. */
  private static final class Nearest {
    private int point = Matching.NONE;
    private double squaredDistance = Double.POSITIVE_INFINITY;

    private void consider(int other, double d2) {
      if (d2 < squaredDistance || d2 == squaredDistance && other < point) {
        squaredDistance = d2;
        point = other;
      }
    }
  }

  /**
   * Returns the number of the point nearest to a position; the smallest number if two points are
   * equally near. The result is {@link Matching#NONE} if the position or all points have a
   * coordinate that is not finite.
   *
   * @param from positions [3·m]
   * @param at index of the x coordinate of the position
   */
  int nearest(double[] from, int at) {
    Nearest nearest = new Nearest();
    if (!Double.isFinite(from[at] + from[at + 1] + from[at + 2])) {
      return nearest.point;
    }
    double width = Math.min(cell[0], Math.min(cell[1], cell[2]));
    for (int r = 0; r <= cells; r++) {
      double reached = Math.max(0, r - 1) * width; // no point of shell r or beyond is nearer
      if (reached * reached > nearest.squaredDistance) {
        break;
      }
      searchShell(from, at, r, nearest);
    }
    return nearest.point;
  }

  /** Searches the cells whose largest offset from the cell of a position, in cells, is r. */
  private void searchShell(double[] from, int at, int r, Nearest nearest) {
    for (int x = -r; x <= r; x++) {
      for (int y = -r; y <= r; y++) {
        boolean face = Math.abs(x) == r || Math.abs(y) == r;
        for (int z = -r; z <= r; z += face ? 1 : 2 * r) {
          int cx = shifted(cell(from, at, 0) + x, 0);
          int cy = shifted(cell(from, at, 1) + y, 1);
          int cz = shifted(cell(from, at, 2) + z, 2);
          if (cx >= 0 && cy >= 0 && cz >= 0) {
            int c = index(cx, cy, cz);
            for (int k = start[c]; k < start[c + 1]; k++) {
              nearest.consider(order[k], squaredDistance(from, at, order[k]));
            }
          }
        }
      }
    }
  }

  /**
   * Returns the index of a cell along an axis, wrapped around in a periodic box; negative outside
   * of an open box.
   */
  private int shifted(int c, int d) {
    if (!Double.isInfinite(side[d])) {
      return Math.floorMod(c, cells);
    }
    return c < cells ? c : -1;
  }

  private double squaredDistance(double[] from, int at, int point) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double difference = from[at + d] - points[3 * point + d];
      double delta =
          Double.isInfinite(side[d]) ? difference : Math.IEEEremainder(difference, side[d]);
      sum += delta * delta;
    }
    return sum;
  }
}
