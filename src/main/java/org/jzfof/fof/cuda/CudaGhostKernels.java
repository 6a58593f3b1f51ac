package org.jzfof.fof.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.GhostKernels;
import org.jzfof.fof.GhostPoints;
import org.jzfof.fof.RangeRows;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.TreeLevel;

/** Ghost nodes and points on the GPU. */
public final class CudaGhostKernels implements GhostKernels {
  private static final String STAGE = "ghosts";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaGhostKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /**
   * Sorts the ranks and nodes of the pairs, with the rank in the high bits, and removes duplicates.
   */
  @Override
  public Partition receivers(InteractionList list, long nodes, long[] start) {
    int ranks = start.length - 1;
    int nodeBits = DeviceAlgorithms.bitsFor(nodes);
    DeviceArray unsorted = memory.allocate(ElementType.I64, list.count());
    try (DeviceArray starts = memory.upload(start)) {
      kernels
          .launch(STAGE, "name_receivers")
          .arg(list.pairs())
          .arg(list.count())
          .arg(starts)
          .arg(ranks)
          .arg(nodeBits)
          .arg(unsorted)
          .run(list.count());
    }
    int bits = nodeBits + DeviceAlgorithms.bitsFor(ranks);
    try (DeviceArray names = algorithms.sort(unsorted, 0, bits);
        DeviceArray heads = algorithms.runHeads(names);
        DeviceArray firsts = algorithms.indices(heads, 0);
        DeviceArray pieces = memory.allocate(ElementType.I64, ranks + 1)) {
      DeviceArray rows = memory.allocate(ElementType.I32, firsts.length());
      kernels
          .launch(STAGE, "take_receivers")
          .arg(names)
          .arg(firsts)
          .arg(firsts.length())
          .arg(nodeBits)
          .arg(rows)
          .arg(ranks)
          .arg(pieces)
          .run(Math.max(rows.length(), ranks + 1));
      return new Partition(rows, memory.toLongs(pieces));
    }
  }

  @Override
  public DeviceArray childRanges(TreeLevel nodes, DeviceArray which, boolean coincidentOnce) {
    DeviceArray ranges = memory.allocate(ElementType.I32, 2 * which.length());
    kernels
        .launch(STAGE, "child_ranges")
        .arg(nodes.nodes())
        .arg(which)
        .arg(which.length())
        .arg(coincidentOnce ? 1 : 0)
        .arg(ranges)
        .run(which.length());
    return ranges;
  }

  @Override
  public RangeRows rows(DeviceArray ranges) {
    long count = ranges.length() / 2;
    try (DeviceArray lengths = memory.zeros(ElementType.I32, count + 1)) {
      kernels.launch(STAGE, "range_lengths").arg(ranges).arg(count).arg(lengths).run(count);
      try (DeviceArray start = algorithms.prefixSums(lengths)) {
        long all = memory.get(start, count);
        Numbering.require(all, "rows of ranges");
        DeviceArray rows = memory.allocate(ElementType.I32, all);
        DeviceArray start32 = memory.allocate(ElementType.I32, count + 1);
        kernels
            .launch(STAGE, "list_rows")
            .arg(ranges)
            .arg(count)
            .arg(start)
            .arg(start32)
            .arg(rows)
            .run((count + 1) * WARP);
        return new RangeRows(start32, rows);
      }
    }
  }

  @Override
  public void renumberChildren(TreeLevel nodes, boolean coincidentOnce) {
    try (DeviceArray counts = memory.allocate(ElementType.I32, nodes.count() + 1)) {
      kernels
          .launch(STAGE, "child_counts")
          .arg(nodes.nodes())
          .arg(nodes.count())
          .arg(coincidentOnce ? 1 : 0)
          .arg(counts)
          .run(nodes.count());
      try (DeviceArray first = algorithms.prefixSums(counts)) {
        kernels
            .launch(STAGE, "set_first_children")
            .arg(nodes.nodes())
            .arg(nodes.count())
            .arg(first)
            .run(nodes.count());
      }
    }
  }

  /**
   * Sorts the values stably, after which equal values are consecutive and the first occurrence
   * comes first.
   */
  @Override
  public DeviceArray firstEqual(DeviceArray values, long[] start) {
    long count = values.length();
    int ranges = start.length - 1;
    DeviceArray keys = memory.allocate(ElementType.I64, count);
    DeviceArray positions = memory.allocate(ElementType.I32, count);
    try (DeviceArray starts = memory.upload(start)) {
      kernels
          .launch(STAGE, "keys_of_values")
          .arg(values)
          .arg(count)
          .arg(starts)
          .arg(ranges)
          .arg(keys)
          .arg(positions)
          .run(count);
    }
    int bits = Integer.SIZE + DeviceAlgorithms.bitsFor(ranges);
    try (DeviceAlgorithms.Sorted sorted = algorithms.sort(keys, positions, bits)) {
      DeviceArray first = memory.allocate(ElementType.I32, count);
      kernels
          .launch(STAGE, "first_equal")
          .arg(sorted.keys())
          .arg(sorted.values())
          .arg(count)
          .arg(first)
          .run(count);
      return first;
    }
  }

  @Override
  public DeviceArray takePoints(SortedPoints points, DeviceArray pointers, DeviceArray which) {
    DeviceArray packed = memory.allocate(ElementType.I32, GhostPoints.PACKED_INTS * which.length());
    kernels
        .launch(STAGE, "take_points")
        .arg(points.x())
        .arg(points.y())
        .arg(points.z())
        .arg(pointers)
        .arg(which)
        .arg(which.length())
        .arg(packed)
        .run(which.length());
    return packed;
  }

  @Override
  public GhostPoints unpackPoints(DeviceArray packed) {
    long count = packed.length() / GhostPoints.PACKED_INTS;
    GhostPoints points =
        new GhostPoints(
            count,
            memory.allocate(ElementType.I32, count),
            memory.allocate(ElementType.I32, count),
            memory.allocate(ElementType.I32, count),
            memory.allocate(ElementType.I32, count));
    kernels
        .launch(STAGE, "unpack_points")
        .arg(packed)
        .arg(count)
        .arg(points.x())
        .arg(points.y())
        .arg(points.z())
        .arg(points.root())
        .run(count);
    return points;
  }

  @Override
  public DeviceArray withGhosts(DeviceArray pointers, DeviceArray first) {
    long n = pointers.length();
    long count = n + first.length();
    Numbering.require(count, "points of this rank and neighbours of theirs on others");
    DeviceArray all = memory.allocate(ElementType.I32, count);
    memory.copy(pointers, all, n);
    kernels
        .launch(STAGE, "start_ghosts")
        .arg(first)
        .arg(first.length())
        .arg(n)
        .arg(all)
        .run(first.length());
    return all;
  }

  @Override
  public int[] crossings(DeviceArray pointers, DeviceArray first, DeviceArray ghostRoots) {
    long m = first.length();
    long n = pointers.length() - m;
    try (DeviceArray bits = algorithms.bits(m)) {
      kernels
          .launch(STAGE, "find_crossings")
          .arg(pointers)
          .arg(n)
          .arg(first)
          .arg(m)
          .arg(bits)
          .run(m);
      try (DeviceArray found = algorithms.indices(bits, 0);
          DeviceArray crossings = memory.allocate(ElementType.I32, 3 * found.length())) {
        kernels
            .launch(STAGE, "take_crossings")
            .arg(found)
            .arg(found.length())
            .arg(pointers)
            .arg(n)
            .arg(ghostRoots)
            .arg(crossings)
            .run(found.length());
        return memory.toInts(crossings);
      }
    }
  }

  @Override
  public int[] roots(DeviceArray pointers, int[] points) {
    try (DeviceArray requested = memory.upload(points);
        DeviceArray roots = memory.allocate(ElementType.I32, points.length)) {
      kernels
          .launch(STAGE, "roots_of")
          .arg(pointers)
          .arg(requested)
          .arg(requested.length())
          .arg(roots)
          .run(requested.length());
      return memory.toInts(roots);
    }
  }
}
