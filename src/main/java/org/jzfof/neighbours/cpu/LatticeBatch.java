package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Points that are counted together for the queries of a group. Their coordinates are rounded to an
 * integer lattice, so that squared distances are integers and the compiler vectorises the count.
 * One object serves one batch after another.
 */
final class LatticeBatch {
  /**
   * Largest difference, in steps, of the distance of two positions and that of their lattice
   * positions.
   */
  static final double ERROR = 1.75; // above the root of 3

  /** Largest number of steps between a query and a point: three squares of it are below 2^31. */
  private static final int MAX_STEPS = 26_700;

  private static final int MARGIN = 4;
  private static final int PART = 16; // bits of a count
  private static final double MAX_CELLS = 1 << 30;

  private final QueryGroup group;
  private final int[][] fixed;
  private final int[][] at = new int[3][];
  private final int[] point;
  private final double cell;
  private final boolean cubes;
  private final int[] reach = new int[3]; // cells
  private int shift;
  private double step;
  private int count;

  /**
   * @param capacity largest number of points, less than 2^16
   */
  LatticeBatch(CpuNeighbourIndex index, QueryGroup group, int capacity) {
    this.group = group;
    this.fixed =
        new int[][] {ints(index.points().x()), ints(index.points().y()), ints(index.points().z())};
    for (int d = 0; d < 3; d++) {
      at[d] = new int[capacity];
    }
    this.point = new int[capacity];
    double[] cells = index.units().cell();
    this.cell = cells[0];
    this.cubes = cells[1] == cells[0] && cells[2] == cells[0];
  }

  /**
   * Sets the lattice for the queries that the group currently holds.
   *
   * @param radius largest radius of these queries, in units
   * @return whether a lattice exists: cells must be cubes, and the radius must be much smaller than
   *     2^32 cells
   */
  boolean set(double radius) {
    double largest = 0;
    for (int d = 0; d < 3; d++) {
      largest = Math.max(largest, (2 * group.farthest(d) + radius) / cell);
    }
    if (!cubes || !(largest < MAX_CELLS)) {
      return false;
    }
    shift = 0;
    while (Math.scalb(largest, -shift) > MAX_STEPS - 2 * MARGIN) {
      shift++;
    }
    step = Math.scalb(cell, shift);
    for (int d = 0; d < 3; d++) {
      reach[d] = (int) ((group.farthest(d) + radius) / cell) + (MARGIN << shift);
    }
    return true;
  }

  /** Length of a step in units. */
  double step() {
    return step;
  }

  void clear() {
    count = 0;
  }

  int count() {
    return count;
  }

  /** Adds the points [from, to) of the index. */
  void add(int from, int to) {
    int[] x = fixed[0];
    int[] y = fixed[1];
    int[] z = fixed[2];
    int n = count;
    for (int i = from; i < to; i++) {
      at[0][n] = x[i];
      at[1][n] = y[i];
      at[2][n] = z[i];
      point[n++] = i;
    }
    count = n;
  }

  /** Converts the coordinates of the points in the batch to the lattice. */
  void convert() {
    for (int d = 0; d < 3; d++) {
      convert(at[d], count, group.origin[d], reach[d], shift);
    }
  }

  /** Coordinates out of reach of all queries are clamped, and stay out of reach. */
  private static void convert(int[] at, int n, int origin, int reach, int shift) {
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
   * Counts the points with squared distances below two limits.
   *
   * @param inner first limit, in squared steps
   * @param outer second limit, in squared steps
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
   * Finds the points with squared distances from one limit to below another.
   *
   * @param points receives the indices of the points
   * @return number of these points
   */
  int between(int query, int inner, int outer, int[] points) {
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
        points[n++] = point[i];
      }
    }
    return n;
  }
}
