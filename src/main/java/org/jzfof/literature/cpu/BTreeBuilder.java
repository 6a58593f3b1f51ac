package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.error.Scope;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.btree.BTreeKernels;
import org.jzfof.literature.btree.BTreeShape;
import org.jzfof.threads.Parallel;

/**
 * Builds a b-tree (algorithm 1) level by level. All threads together divide a cell with many
 * positions; one thread divides each other cell.
 */
final class BTreeBuilder {
  private static final int GRAIN = 1 << 14;
  private static final int CELL_GRAIN = 16;

  /** Number of positions from which on all threads divide a cell. */
  private static final int MANY = 1 << 16;

  private final DistinctPoints positions;
  private final BTreeShape shape;
  private final CpuMemory memory;
  private final RealArray xyz;
  private final int count;
  private final BTreeCells tree;
  private int[] order;
  private int[] keys;
  private int[] scratch;

  /**
   * The division of a cell.
   *
   * @param branches number of children in each dimension in which the cell has a width
   * @param start first position of each child, followed by the end of the last child
   */
  private record Division(int branches, int[] start) {}

  BTreeBuilder(DistinctPoints positions, BTreeShape shape, CpuMemory memory) {
    this.positions = positions;
    this.shape = shape;
    this.memory = memory;
    this.xyz = new RealArray(positions.xyz());
    this.count = (int) positions.count();
    this.tree = new BTreeCells(shape.bucket());
  }

  BTreeKernels.Cells build() {
    try (Scope made = new Scope();
        DeviceArray keyColumn = memory.allocate(ElementType.I32, count);
        DeviceArray copies = memory.allocate(ElementType.I32, count)) {
      DeviceArray leaves = made.add(memory.range(ElementType.I32, 0, count));
      order = ints(leaves);
      keys = ints(keyColumn);
      scratch = ints(copies);
      tree.root(count, bounds());
      for (BTreeCells.Level level = tree.level(); level.count() > 0; level = tree.level()) {
        Division[] divisions = divide(level);
        for (int i = 0; i < divisions.length; i++) {
          tree.divide(level, i, divisions[i].branches, divisions[i].start);
        }
      }
      return made.keep(tree.upload(leaves, memory, made));
    }
  }

  /**
   * Lower corner and widths of the box around all positions; the width is 0 in a flat dimension of
   * a periodic box.
   */
  private double[] bounds() {
    double[] all = {
      Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 0, 0
    };
    double[] upper = new double[3];
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < 3; d++) {
        double x = xyz.get(3 * i + d);
        all[d] = Math.min(all[d], x);
        upper[d] = Math.max(upper[d], x);
      }
    }
    for (int d = 0; d < 3; d++) {
      boolean flat = positions.box().periodic() && positions.box().size()[d] == 0;
      all[3 + d] = flat || count == 0 ? 0 : upper[d] - all[d];
    }
    return all;
  }

  private Division[] divide(BTreeCells.Level level) {
    Division[] divisions = new Division[level.count()];
    for (int i = 0; i < divisions.length; i++) {
      if (level.size(i) >= MANY) {
        divisions[i] = divideTogether(level, i);
      }
    }
    Parallel.forRange(
        divisions.length,
        CELL_GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (divisions[i] == null) {
              divisions[i] = divideAlone(level, i);
            }
          }
        });
    return divisions;
  }

  private Division divideAlone(BTreeCells.Level level, int i) {
    int first = level.first(i);
    int end = first + level.size(i);
    int branches = shape.branches(end - first, level.dimensions(i));
    while (true) {
      int[] start = new int[level.children(i, branches) + 1];
      for (int p = first; p < end; p++) {
        keys[p] = level.child(i, branches, xyz, order[p]);
        start[keys[p] + 1]++;
      }
      int sparse = 0;
      for (int c = 1; c < start.length; c++) {
        sparse += shape.isSparse(start[c]) ? 1 : 0;
      }
      if (branches > 2 && shape.isWide(sparse, start.length - 1)) {
        branches = Math.max(2, branches / 2);
        continue;
      }
      start[0] = first;
      ArrayParts.prefixSum(start);
      int[] next = start.clone();
      for (int p = first; p < end; p++) {
        scratch[next[keys[p]]++] = order[p];
      }
      System.arraycopy(scratch, first, order, first, end - first);
      return new Division(branches, start);
    }
  }

  private Division divideTogether(BTreeCells.Level level, int i) {
    int first = level.first(i);
    int n = level.size(i);
    int branches = shape.branches(n, level.dimensions(i));
    AtomicIntegerArray counts = countTogether(level, i, branches);
    while (branches > 2 && shape.isWide(sparse(counts), counts.length())) {
      branches = Math.max(2, branches / 2);
      counts = countTogether(level, i, branches);
    }
    sortTogether(first, n, Integer.SIZE - Integer.numberOfLeadingZeros(counts.length() - 1));
    int[] start = new int[counts.length() + 1];
    start[0] = first;
    for (int c = 0; c < counts.length(); c++) {
      start[c + 1] = start[c] + counts.get(c);
    }
    return new Division(branches, start);
  }

  private AtomicIntegerArray countTogether(BTreeCells.Level level, int i, int branches) {
    int first = level.first(i);
    AtomicIntegerArray counts = new AtomicIntegerArray(level.children(i, branches));
    Parallel.forRange(
        level.size(i),
        GRAIN,
        (from, to) -> {
          for (int p = first + from; p < first + to; p++) {
            keys[p] = level.child(i, branches, xyz, order[p]);
            counts.getAndIncrement(keys[p]);
          }
        });
    return counts;
  }

  private int sparse(AtomicIntegerArray counts) {
    int sparse = 0;
    for (int c = 0; c < counts.length(); c++) {
      sparse += shape.isSparse(counts.get(c)) ? 1 : 0;
    }
    return sparse;
  }

  /** Sorts the positions of a cell by their keys, stably. */
  private void sortTogether(int first, int n, int bits) {
    DeviceArray words = memory.allocate(ElementType.I64, n);
    long[] word = longs(words);
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            word[i] = (long) keys[first + i] << 32 | order[first + i];
          }
        });
    try (DeviceArray sorted = new RadixSort(memory).sort(words, 32, Math.max(1, bits))) {
      long[] inOrder = longs(sorted);
      Parallel.forRange(
          n,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              order[first + i] = (int) inOrder[i];
            }
          });
    }
  }
}
