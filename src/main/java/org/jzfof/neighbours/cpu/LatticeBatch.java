package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Points that are counted together for the queries of a group. Their coordinates are rounded to an
 * integer lattice, so that squared distances are integers and the compiler vectorises the count.
 * Scratch space.
 */
final class LatticeBatch {
  /** By how many steps the distance of two places can differ from that of their steps. */
  static final double ERROR = 1.75; // above the root of 3

  /** Most steps between a query and a point: three squares of it are below 2^31. */
  private static final int MOST_STEPS = 26_700;

  private static final int MARGIN = 4;
  private static final int PART = 16; // bits of a count
  private static final double MOST_CELLS = 1 << 30;

  private final QueryGroup group;
  private final int[][] fixed;
  private final int[][] at = new int[3][];
  private final int[] place;
  private final double cell;
  private final boolean cubes;
  private final int[] reach = new int[3]; // cells
  private int shift;
  private double step;
  private int count;

  /**
   * @param group whose frame it is
   * @param capacity most points, less than 2^16
   */
  LatticeBatch(CpuNeighbourIndex index, QueryGroup group, int capacity) {
    this.group = group;
    this.fixed =
        new int[][] {ints(index.points().x()), ints(index.points().y()), ints(index.points().z())};
    for (int d = 0; d < 3; d++) {
      at[d] = new int[capacity];
    }
    this.place = new int[capacity];
    double[] cells = index.units().cell();
    this.cell = cells[0];
    this.cubes = cells[1] == cells[0] && cells[2] == cells[0];
  }

  /**
   * Sets the lattice for the group as it is set.
   *
   * @param radius largest one of its queries, in units
   * @return whether there is one: cells must be cubes, and the radius much smaller than 2^32 of
   *     them
   */
  boolean set(double radius) {
    double most = 0;
    for (int d = 0; d < 3; d++) {
      most = Math.max(most, (2 * group.farthest(d) + radius) / cell);
    }
    if (!cubes || !(most < MOST_CELLS)) {
      return false;
    }
    shift = 0;
    while (Math.scalb(most, -shift) > MOST_STEPS - 2 * MARGIN) {
      shift++;
    }
    step = Math.scalb(cell, shift);
    for (int d = 0; d < 3; d++) {
      reach[d] = (int) ((group.farthest(d) + radius) / cell) + (MARGIN << shift);
    }
    return true;
  }

  /** A step in units. */
  double step() {
    return step;
  }

  void clear() {
    count = 0;
  }

  int count() {
    return count;
  }

  /** Adds the points of a range of places. */
  void add(int from, int to) {
    int[] x = fixed[0];
    int[] y = fixed[1];
    int[] z = fixed[2];
    int n = count;
    for (int i = from; i < to; i++) {
      at[0][n] = x[i];
      at[1][n] = y[i];
      at[2][n] = z[i];
      place[n++] = i;
    }
    count = n;
  }

  /** Puts the points that were added on the lattice. */
  void place() {
    for (int d = 0; d < 3; d++) {
      place(at[d], count, group.origin[d], reach[d], shift);
    }
  }

  /** What no query reaches stays out of reach. */
  private static void place(int[] at, int n, int origin, int reach, int shift) {
    for (int i = 0; i < n; i++) {
      int cells = at[i] - origin;
      int outside = (reach + cells | reach - cells) >> 31;
      at[i] = (cells & ~outside | reach & outside) >> shift;
    }
  }

  private int step(float units) {
    return (int) Math.floor(units / step);
  }

  /**
   * Counts the points with squares below two limits.
   *
   * @param query of the group
   * @return the number below the first limit, and the number below the second times 2^16
   */
  int count(int query, int inner, int outer) {
    return count(
        at[0],
        at[1],
        at[2],
        count,
        step(group.x[query]),
        step(group.y[query]),
        step(group.z[query]),
        inner,
        outer);
  }

  private static int count(
      int[] x, int[] y, int[] z, int n, int qx, int qy, int qz, int inner, int outer) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      int dx = x[i] - qx;
      int dy = y[i] - qy;
      int dz = z[i] - qz;
      int square = dx * dx + dy * dy + dz * dz;
      sum += (square - inner >>> 31) + ((square - outer >>> 31) << PART);
    }
    return sum;
  }

  static int first(int counts) {
    return counts & (1 << PART) - 1;
  }

  static int second(int counts) {
    return counts >>> PART;
  }

  /**
   * Writes the places of the points with squares from one limit to below another.
   *
   * @return their number
   */
  int between(int query, int inner, int outer, int[] places) {
    int qx = step(group.x[query]);
    int qy = step(group.y[query]);
    int qz = step(group.z[query]);
    int n = 0;
    for (int i = 0; i < count; i++) {
      int dx = at[0][i] - qx;
      int dy = at[1][i] - qy;
      int dz = at[2][i] - qz;
      int square = dx * dx + dy * dy + dz * dz;
      if (square >= inner && square < outer) {
        places[n++] = place[i];
      }
    }
    return n;
  }
}
