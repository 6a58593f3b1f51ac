package org.jzfof.literature.cpu;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.error.Scope;
import org.jzfof.literature.btree.BTreeKernels;

/** The cells and nodes of a b-tree during its construction, level by level. */
final class BTreeCells {
  private final int bucket;
  private int[] cells = new int[3];
  private int[] nodes = new int[0];
  private double[] bounds = new double[0];
  private int cellCount;
  private int nodeCount;
  private Level next;

  /**
   * @param bucket number of positions above which a cell is divided, if that is possible
   */
  BTreeCells(int bucket) {
    this.bucket = bucket;
    this.next = new Level();
  }

  /** Cells of one level that will be divided. */
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

    int size(int i) {
      return cells[3 * cell[i] + 1] - cells[3 * cell[i]];
    }

    /** Number of dimensions in which a cell has a width. */
    int dimensions(int i) {
      int dimensions = 0;
      for (int d = 0; d < 3; d++) {
        dimensions += bound[6 * i + 3 + d] > 0 ? 1 : 0;
      }
      return dimensions;
    }

    /**
     * Number of children of a cell.
     *
     * @param branches number of children in each dimension in which the cell has a width
     */
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

    /** Index of the child of a cell that holds a position (equation 3). */
    int child(int i, int branches, RealArray xyz, int position) {
      int child = 0;
      for (int d = 2; d >= 0; d--) {
        double lower = bound[6 * i + d];
        double width = bound[6 * i + 3 + d];
        int along = BTreeGrid.child(xyz.get(3 * position + d), lower, width, branches);
        child = child * BTreeGrid.across(width, branches) + along;
      }
      return child;
    }
  }

  /**
   * Adds the root cell.
   *
   * @param bound lower corner and widths [6]
   */
  void root(int positions, double[] bound) {
    cells[1] = positions;
    cells[2] = -1;
    cellCount = 1;
    schedule(0, bound);
  }

  /** Returns the cells that are divided next, and starts a new level. */
  Level level() {
    Level level = next;
    next = new Level();
    return level;
  }

  private void schedule(int cell, double... bound) {
    if (cells[3 * cell + 1] - cells[3 * cell] > bucket && isDivisible(bound)) {
      next.add(cell, bound);
    }
  }

  /** Whether the halves of a cell differ in floating-point arithmetic. */
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
   * @param i index of the cell in its level
   * @param branches number of children in each dimension in which the cell has a width
   * @param start first position of each child, followed by the end of the last child
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
      setBounds(bound, node, 2, z, branches);
      for (int y = 0; y < level.across(i, 1, branches); y++) {
        setBounds(bound, node, 1, y, branches);
        for (int x = 0; x < level.across(i, 0, branches); x++) {
          setBounds(bound, node, 0, x, branches);
          cells[3 * cellCount] = start[child];
          cells[3 * cellCount + 1] = start[++child];
          cells[3 * cellCount + 2] = -1;
          schedule(cellCount++, bound);
        }
      }
    }
  }

  /** Sets the bounds of a child in one dimension. */
  private void setBounds(double[] bound, int node, int d, int child, int branches) {
    double width = bounds[6 * node + 3 + d] / branches;
    bound[d] = bounds[6 * node + d] + child * width;
    bound[3 + d] = width;
  }

  private void reserve(int children) {
    int required = Math.addExact(cellCount, children);
    if (3L * required > cells.length) {
      cells = Arrays.copyOf(cells, Math.max(Math.multiplyExact(3, required), cells.length * 3 / 2));
    }
    if (2 * nodeCount == nodes.length) {
      nodes = Arrays.copyOf(nodes, 4 * nodeCount + 2);
      bounds = Arrays.copyOf(bounds, 3 * nodes.length);
    }
  }

  /**
   * Copies the cells and nodes to the device.
   *
   * @param order I32 order of the positions, which becomes part of the result
   * @param made owner of the new arrays until the caller keeps the result
   */
  BTreeKernels.Cells upload(DeviceArray order, DeviceMemory memory, Scope made) {
    return new BTreeKernels.Cells(
        order,
        made.add(memory.upload(Arrays.copyOf(cells, 3 * cellCount))),
        made.add(memory.upload(Arrays.copyOf(nodes, 2 * nodeCount))),
        made.add(memory.upload(Arrays.copyOf(bounds, 6 * nodeCount))));
  }
}
