package org.jzfof.literature.cpu;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.error.Scope;
import org.jzfof.literature.btree.BTreeKernels;

/** The cells and nodes of a b-tree while it grows, level by level. */
final class BTreeCells {
  private final int bucket;
  private int[] cells = new int[3];
  private int[] nodes = new int[0];
  private double[] bounds = new double[0];
  private int cellCount;
  private int nodeCount;
  private Level next;

  /**
   * @param bucket most places of a cell that is not divided, where it can be
   */
  BTreeCells(int bucket) {
    this.bucket = bucket;
    this.next = new Level();
  }

  /** Cells of one level that are to be divided. */
  final class Level {
    private int[] cell = new int[1];
    private double[] bound = new double[6];
    private int count;

    private void add(int added, double[] of) {
      if (count == cell.length) {
        cell = Arrays.copyOf(cell, 2 * count);
        bound = Arrays.copyOf(bound, 12 * count);
      }
      cell[count] = added;
      System.arraycopy(of, 0, bound, 6 * count++, 6);
    }

    int count() {
      return count;
    }

    int first(int i) {
      return cells[3 * cell[i]];
    }

    int places(int i) {
      return cells[3 * cell[i] + 1] - cells[3 * cell[i]];
    }

    /** Dimensions in which a cell has a width. */
    int dimensions(int i) {
      int dimensions = 0;
      for (int d = 0; d < 3; d++) {
        dimensions += bound[6 * i + 3 + d] > 0 ? 1 : 0;
      }
      return dimensions;
    }

    /** Children of a cell with so many branches. */
    int children(int i, int branches) {
      int children = 1;
      for (int d = 0; d < 3; d++) {
        children *= across(i, d, branches);
      }
      return children;
    }

    private int across(int i, int d, int branches) {
      return BTreeGrid.across(bound[6 * i + 3 + d], branches);
    }

    /** The child of a cell in which a place is (equation 3). */
    int child(int i, int branches, RealArray xyz, int place) {
      int child = 0;
      for (int d = 2; d >= 0; d--) {
        double lower = bound[6 * i + d];
        double width = bound[6 * i + 3 + d];
        int along = BTreeGrid.child(xyz.get(3 * place + d), lower, width, branches);
        child = child * BTreeGrid.across(width, branches) + along;
      }
      return child;
    }
  }

  /**
   * Begins with one cell.
   *
   * @param bound lower corner and widths
   */
  void root(int places, double[] bound) {
    cells[1] = places;
    cells[2] = -1;
    cellCount = 1;
    plan(0, bound);
  }

  /** The cells that are to be divided next. */
  Level level() {
    Level level = next;
    next = new Level();
    return level;
  }

  private void plan(int cell, double... bound) {
    if (cells[3 * cell + 1] - cells[3 * cell] > bucket && isDivisible(bound)) {
      next.add(cell, bound);
    }
  }

  /** Whether halves differ, in the numbers there are. */
  private static boolean isDivisible(double... bound) {
    boolean divisible = false;
    for (int d = 0; d < 3; d++) {
      divisible |= bound[d] + 0.5 * bound[3 + d] > bound[d];
    }
    return divisible;
  }

  /**
   * Makes a node of a cell.
   *
   * @param start first place of each child, and the end of the last
   */
  void divide(Level level, int i, int branches, int... start) {
    reserve(start.length - 1);
    int node = nodeCount++;
    cells[3 * level.cell[i] + 2] = node;
    nodes[2 * node] = branches;
    nodes[2 * node + 1] = cellCount;
    System.arraycopy(level.bound, 6 * i, bounds, 6 * node, 6);
    double[] bound = new double[6];
    int child = 0;
    for (int z = 0; z < level.across(i, 2, branches); z++) {
      along(bound, node, 2, z, branches);
      for (int y = 0; y < level.across(i, 1, branches); y++) {
        along(bound, node, 1, y, branches);
        for (int x = 0; x < level.across(i, 0, branches); x++) {
          along(bound, node, 0, x, branches);
          cells[3 * cellCount] = start[child];
          cells[3 * cellCount + 1] = start[++child];
          cells[3 * cellCount + 2] = -1;
          plan(cellCount++, bound);
        }
      }
    }
  }

  /** Bounds of a child in one dimension. */
  private void along(double[] bound, int node, int d, int child, int branches) {
    double width = bounds[6 * node + 3 + d] / branches;
    bound[d] = bounds[6 * node + d] + child * width;
    bound[3 + d] = width;
  }

  private void reserve(int children) {
    int most = Math.addExact(cellCount, children);
    if (3L * most > cells.length) {
      cells = Arrays.copyOf(cells, Math.max(Math.multiplyExact(3, most), cells.length * 3 / 2));
    }
    if (2 * nodeCount == nodes.length) {
      nodes = Arrays.copyOf(nodes, 4 * nodeCount + 2);
      bounds = Arrays.copyOf(bounds, 3 * nodes.length);
    }
  }

  /**
   * All of them as arrays of a device.
   *
   * @param order of the places; part of what is returned
   * @param made owns the others until then
   */
  BTreeKernels.Cells upload(DeviceArray order, DeviceMemory memory, Scope made) {
    return new BTreeKernels.Cells(
        order,
        made.add(memory.upload(Arrays.copyOf(cells, 3 * cellCount))),
        made.add(memory.upload(Arrays.copyOf(nodes, 2 * nodeCount))),
        made.add(memory.upload(Arrays.copyOf(bounds, 6 * nodeCount))));
  }
}
