package org.jzfof.centres.cpu;

import static org.jzfof.centres.PotentialTree.NODE_DOUBLES;
import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jzfof.centres.PotentialTree;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.error.Scope;
import org.jzfof.threads.Parallel;

/** Builds the levels of a {@link PotentialTree}, from the smallest cells up. */
final class CpuPotentialLevels {
  private static final int GRAIN = 256;

  private final CpuMemory memory;
  private final double[] cell;
  private final boolean[] hasTree;

  /**
   * @param cell sizes of a cell of the fixed-point grid [3]
   * @param hasTree whether each group has a tree [G]
   */
  CpuPotentialLevels(CpuMemory memory, double[] cell, boolean[] hasTree) {
    this.memory = memory;
    this.cell = cell;
    this.hasTree = hasTree;
  }

  /** Builds the tree with all its levels. */
  PotentialTree build(PotentialTree members) {
    long[] first = longs(members.start());
    long count =
        IntStream.range(0, hasTree.length)
            .filter(g -> hasTree[g])
            .mapToLong(g -> first[g + 1] - first[g])
            .sum();
    int bits = PotentialTree.smallestCell(count, b -> Arrays.stream(count(members, b)).sum());
    try (Scope results = new Scope()) {
      PotentialTree tree = members;
      boolean highest = false;
      for (; !highest; bits++) {
        long[] start = ArrayParts.offsets(count(tree, bits));
        tree = tree.with(results.add(level(tree, bits, start)));
        highest = PotentialTree.isHighest(start);
      }
      return results.keep(tree);
    }
  }

  /** Returns the number of nodes of each group on the next level above. */
  private long[] count(PotentialTree finer, int bits) {
    long[] count = new long[hasTree.length];
    PotentialNodes nodes = new PotentialNodes(finer);
    forEachGroup(g -> count[g] = nodes.find(g, bits, null, 0));
    return count;
  }

  /** Runs a task for every group that has a tree. */
  private void forEachGroup(IntConsumer group) {
    Parallel.forRange(
        hasTree.length,
        GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            if (hasTree[g]) {
              group.accept(g);
            }
          }
        });
  }

  private PotentialTree.Level level(PotentialTree finer, int bits, long[] start) {
    int count = (int) start[hasTree.length];
    PotentialNodes nodes = new PotentialNodes(finer);
    try (Scope results = new Scope()) {
      DeviceArray starts = results.add(memory.upload(start));
      DeviceArray firsts = results.add(memory.allocate(ElementType.I32, count + 1L));
      DeviceArray anchors = results.add(memory.allocate(ElementType.I32, 3L * count));
      DeviceArray numbers =
          results.add(memory.allocate(ElementType.F64, (long) NODE_DOUBLES * count));
      int[] first = ints(firsts);
      forEachGroup(g -> nodes.find(g, bits, first, (int) start[g]));
      first[count] = (int) nodes.parts();
      Parallel.forRange(
          count,
          GRAIN,
          (from, to) -> {
            for (int n = from; n < to; n++) {
              int end = (int) Math.min(first[n + 1], nodes.endOfGroup(first[n]));
              nodes.make(n, first[n], end, cell, ints(anchors), doubles(numbers));
            }
          });
      return results.keep(new PotentialTree.Level(starts, firsts, anchors, numbers));
    }
  }
}
