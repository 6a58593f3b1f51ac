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
 * Builds a b-tree (algorithm 1) level by level: cells with many places by all threads together, the
 * others by a thread each.
 */
final class BTreeBuilder {
  private static final int GRAIN = 1 << 14;
  private static final int CELL_GRAIN = 16;

  /** Points of a cell that is worth all threads. */
  private static final int MANY = 1 << 16;

  private final DistinctPoints places;
  private final BTreeShape shape;
  private final CpuMemory memory;
  private final RealArray xyz;
  private final int count;
  private final BTreeCells tree;
  private int[] order;
  private int[] keys;
  private int[] scratch;

  /**
   * A cell that is divided.
   *
   * @param branches children in each dimension in which it has a width
   * @param start first place of each child, and the end of the last
   */
  private record Division(int branches, int[] start) {}

  BTreeBuilder(DistinctPoints places, BTreeShape shape, CpuMemory memory) {
    this.places = places;
    this.shape = shape;
    this.memory = memory;
    this.xyz = new RealArray(places.xyz());
    this.count = (int) places.count();
    this.tree = new BTreeCells(shape.bucket());
  }

  BTreeKernels.Cells build() {
    try (Scope made = new Scope();
        DeviceArray keysOfPlaces = memory.allocate(ElementType.I32, count);
        DeviceArray copies = memory.allocate(ElementType.I32, count)) {
      DeviceArray leaves = made.add(memory.range(ElementType.I32, 0, count));
      order = ints(leaves);
      keys = ints(keysOfPlaces);
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

  /** Lower corner and widths of the box around all places; no width where a box is flat. */
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
      boolean flat = places.box().periodic() && places.box().size()[d] == 0;
      all[3 + d] = flat || count == 0 ? 0 : upper[d] - all[d];
    }
    return all;
  }

  private Division[] divide(BTreeCells.Level level) {
    Division[] divisions = new Division[level.count()];
    for (int i = 0; i < divisions.length; i++) {
      if (level.places(i) >= MANY) {
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
    int end = first + level.places(i);
    int branches = shape.branches(end - first, level.dimensions(i));
    while (true) {
      int[] start = new int[level.children(i, branches) + 1];
      for (int p = first; p < end; p++) {
        keys[p] = level.child(i, branches, xyz, order[p]);
        start[keys[p] + 1]++;
      }
      int few = 0;
      for (int c = 1; c < start.length; c++) {
        few += shape.few(start[c]) ? 1 : 0;
      }
      if (branches > 2 && shape.isWide(few, start.length - 1)) {
        branches = Math.max(2, branches / 2);
        continue;
      }
      start[0] = first;
      ArrayParts.addUp(start);
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
    int n = level.places(i);
    int branches = shape.branches(n, level.dimensions(i));
    AtomicIntegerArray counts = countTogether(level, i, branches);
    while (branches > 2 && shape.isWide(few(counts), counts.length())) {
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
        level.places(i),
        GRAIN,
        (from, to) -> {
          for (int p = first + from; p < first + to; p++) {
            keys[p] = level.child(i, branches, xyz, order[p]);
            counts.getAndIncrement(keys[p]);
          }
        });
    return counts;
  }

  private int few(AtomicIntegerArray counts) {
    int few = 0;
    for (int c = 0; c < counts.length(); c++) {
      few += shape.few(counts.get(c)) ? 1 : 0;
    }
    return few;
  }

  /** Puts places in the order of their keys, stably. */
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
