package org.jzfof.centres.cuda;

import org.jzfof.centres.PotentialTree;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.error.Scope;

/** Builds the levels of a {@link PotentialTree}, from the smallest cells up. */
final class CudaPotentialLevels {
  private static final String STAGE = "potential_tree";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final double[] cell;
  private final DeviceArray hasTree;

  /**
   * @param cell sizes of a cell of the fixed-point grid [3]
   * @param hasTree I32 [G] not 0 for groups that have a tree
   */
  CudaPotentialLevels(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceAlgorithms algorithms,
      double[] cell,
      DeviceArray hasTree) {
    this.hasTree = hasTree;
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.cell = cell;
  }

  /** Builds the tree with all its levels. */
  PotentialTree build(PotentialTree members) {
    int bits = PotentialTree.smallestCell(membersWithTree(members), b -> count(members, b));
    try (Scope results = new Scope()) {
      PotentialTree tree = members;
      boolean highest = false;
      for (; !highest; bits++) {
        PotentialTree.Level level = results.add(level(tree, bits));
        tree = tree.with(level);
        highest = PotentialTree.isHighest(memory.toLongs(level.start()));
      }
      return results.keep(tree);
    }
  }

  private long membersWithTree(PotentialTree members) {
    long[] start = memory.toLongs(members.start());
    int[] flags = memory.toInts(hasTree);
    long count = 0;
    for (int g = 0; g < flags.length; g++) {
      count += flags[g] == 0 ? 0 : start[g + 1] - start[g];
    }
    return count;
  }

  private long count(PotentialTree members, int bits) {
    try (DeviceArray first = firstParts(members, bits, 0)) {
      return first.length();
    }
  }

  private static long parts(PotentialTree finer) {
    int levels = finer.levels().size();
    return levels == 0 ? finer.members() : finer.levels().get(levels - 1).anchor().length() / 3;
  }

  /** Returns the first parts of nodes (I32), with {@code more} unused elements at the end. */
  private DeviceArray firstParts(PotentialTree finer, int bits, int more) {
    long parts = parts(finer);
    try (DeviceArray marks = algorithms.bits(parts)) {
      launch("mark_first_parts", finer).arg(hasTree).arg(parts).arg(bits).arg(marks).run(parts);
      return algorithms.indices(marks, more);
    }
  }

  private PotentialTree.Level level(PotentialTree finer, int bits) {
    try (Scope results = new Scope()) {
      DeviceArray first = results.add(firstParts(finer, bits, 1));
      long nodes = first.length() - 1;
      memory.setInt(first, nodes, (int) parts(finer));
      DeviceArray start = results.add(memory.allocate(ElementType.I64, finer.groups() + 1L));
      launch("find_first_nodes", finer).arg(first).arg(nodes).arg(start).run(start.length());
      DeviceArray anchor = results.add(memory.allocate(ElementType.I32, 3 * nodes));
      DeviceArray node =
          results.add(memory.allocate(ElementType.F64, PotentialTree.NODE_DOUBLES * nodes));
      launch("make_nodes", finer)
          .struct(cell)
          .arg(first)
          .arg(nodes)
          .arg(anchor)
          .arg(node)
          .run(nodes);
      return results.keep(new PotentialTree.Level(start, first, anchor, node));
    }
  }

  private Launch launch(String kernel, PotentialTree finer) {
    return kernels.launch(STAGE, kernel).struct(CudaPotentialKernels.structOf(finer));
  }
}
