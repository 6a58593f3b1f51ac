package org.jzfof.literature.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.DeviceAlgorithms.Sorted;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.LeftBalancedShape;

/**
 * Arranges positions as a left-balanced k-d tree: Wald 2022 (arXiv:2211.00120v2), section 3, with a
 * radix sort of 64-bit keys, tag and coordinate (section 7.1). A level leaves out the nodes of the
 * finished levels, which are in front, and the lowest level is not sorted.
 */
final class SubtreeSort {
  private static final String STAGE = "kdtree";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final DistinctPoints positions;
  private final int[] dimensions;
  private final LeftBalancedShape shape;
  private final long count;

  SubtreeSort(DeviceAlgorithms algorithms, DistinctPoints positions, int... dimensions) {
    this.kernels = algorithms.kernels();
    this.memory = algorithms.memory();
    this.algorithms = algorithms;
    this.positions = positions;
    this.dimensions = dimensions;
    this.shape = new LeftBalancedShape(positions.count());
    this.count = positions.count();
  }

  KdTreeKernels.Arrangement run(boolean widest) {
    try (Scope made = new Scope();
        Scope sorting = new Scope()) {
      DeviceArray splits = widest ? made.add(memory.allocate(ElementType.U8, count)) : null;
      if (widest) {
        memory.fill(splits, 0, count, dimensions[0]); // also of nodes without children
      }
      DeviceArray indices = sorting.add(memory.range(ElementType.I32, 0, count));
      DeviceArray otherIndices = sorting.add(memory.allocate(ElementType.I32, count));
      Sorted pairs = new Sorted(sorting.add(memory.zeros(ElementType.I64, count)), indices);
      Sorted spare = new Sorted(sorting.add(memory.allocate(ElementType.I64, count)), otherIndices);
      for (int level = 0; level < shape.levels() - 1; level++) {
        Sorted sorted = sort(level, pairs, spare, splits);
        spare = sorted == pairs ? spare : pairs;
        pairs = sorted;
        long done = LeftBalancedShape.above(level);
        kernels
            .launch(STAGE, "update_tags")
            .arg(pairs.keys())
            .struct(shape.count(), shape.levels())
            .arg(done)
            .run(count - done);
      }
      spare.close();
      DeviceArray nodes = made.add(memory.allocate(ElementType.I32, count));
      long from = inFront(shape.levels() - 1);
      memory.copy(pairs.values(), nodes, from);
      kernels
          .launch(STAGE, "place_nodes")
          .arg(pairs.keys())
          .arg(pairs.values())
          .arg(from)
          .arg(count)
          .arg(nodes)
          .run(count - from);
      return made.keep(new KdTreeKernels.Arrangement(nodes, splits));
    }
  }

  /** Number of nodes that are at their places before a level is sorted. */
  private static long inFront(int level) {
    return LeftBalancedShape.above(Math.max(0, level - 1));
  }

  /** Sorts the sub-trees of a level. */
  private Sorted sort(int level, Sorted pairs, Sorted spare, DeviceArray splits) {
    long from = inFront(level);
    if (splits != null) {
      split(level, pairs.values(), splits);
    }
    boolean wide = positions.xyz().type() == ElementType.F64;
    Sorted current = pairs;
    Sorted other = spare;
    for (int upper = wide ? 0 : 1; upper < 2; upper++) {
      launch("subtree_keys")
          .arg(positions.xyz())
          .arg(from)
          .arg(count)
          .arg(wide ? upper : 0)
          .arg(splits)
          .arg(dimensions[level % dimensions.length])
          .arg(current.values())
          .arg(current.keys())
          .run(count - from);
      int tagBits = upper == 1 ? level + 1 : 0;
      Sorted sorted = algorithms.sort(current, other, from, Integer.SIZE + tagBits);
      if (sorted == other) {
        memory.copy(current.values(), other.values(), from);
        other = current;
        current = sorted;
      }
    }
    return current;
  }

  /** Finds the dimensions in which the sub-trees of a level are split. */
  private void split(int level, DeviceArray indices, DeviceArray splits) {
    Box box = positions.box();
    double[] region = new double[6];
    for (int d = 0; d < 3; d++) {
      region[d] = box.lower()[d];
      region[3 + d] = box.lower()[d] + box.size()[d];
    }
    long[] allowed = new long[4];
    allowed[0] = dimensions.length;
    for (int i = 0; i < dimensions.length; i++) {
      allowed[1 + i] = dimensions[i];
    }
    long first = LeftBalancedShape.above(level);
    launch("split_subtrees")
        .arg(positions.xyz())
        .arg(indices)
        .struct(shape.count(), shape.levels())
        .arg((long) level)
        .struct(region)
        .struct(allowed)
        .arg(splits)
        .run(Math.min(first + 1, count - first));
  }

  /** Prepares a kernel for the precision of coordinates. */
  private Launch launch(String kernel) {
    return kernels.launch(STAGE, kernel + "_" + positions.xyz().type().bytes());
  }
}
