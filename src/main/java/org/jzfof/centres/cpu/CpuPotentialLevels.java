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
  private final boolean[] some;

  /**
   * @param cell sizes of a cell of the fixed-point grid [3]
   * @param some which groups have a tree [G]
   */
  CpuPotentialLevels(CpuMemory memory, double[] cell, boolean[] some) {
    this.memory = memory;
    this.cell = cell;
    this.some = some;
  }

  /** The tree with all its levels. */
  PotentialTree on(PotentialTree members) {
    long[] first = longs(members.start());
    long count =
        IntStream.range(0, some.length)
            .filter(g -> some[g])
            .mapToLong(g -> first[g + 1] - first[g])
            .sum();
    int bits = PotentialTree.smallestCell(count, b -> Arrays.stream(count(members, b)).sum());
    try (Scope made = new Scope()) {
      PotentialTree tree = members;
      boolean highest = false;
      for (; !highest; bits++) {
        long[] start = ArrayParts.starts(count(tree, bits));
        tree = tree.with(made.add(level(tree, bits, start)));
        highest = PotentialTree.isHighest(start);
      }
      return made.keep(tree);
    }
  }

  /** Nodes of each group on the level above those that there are. */
  private long[] count(PotentialTree finer, int bits) {
    long[] count = new long[some.length];
    PotentialNodes nodes = new PotentialNodes(finer);
    forEachGroup(g -> count[g] = nodes.find(g, bits, null, 0));
    return count;
  }

  /** Does something for every group that has a tree. */
  private void forEachGroup(IntConsumer group) {
    Parallel.forRange(
        some.length,
        GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            if (some[g]) {
              group.accept(g);
            }
          }
        });
  }

  private PotentialTree.Level level(PotentialTree finer, int bits, long[] start) {
    int count = (int) start[some.length];
    PotentialNodes nodes = new PotentialNodes(finer);
    try (Scope made = new Scope()) {
      DeviceArray starts = made.add(memory.upload(start));
      DeviceArray firsts = made.add(memory.allocate(ElementType.I32, count + 1L));
      DeviceArray anchors = made.add(memory.allocate(ElementType.I32, 3L * count));
      DeviceArray numbers = made.add(memory.allocate(ElementType.F64, (long) NODE_DOUBLES * count));
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
      return made.keep(new PotentialTree.Level(starts, firsts, anchors, numbers));
    }
  }
}
