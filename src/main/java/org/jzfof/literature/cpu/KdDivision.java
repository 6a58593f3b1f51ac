package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.bytes;
import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.LeftBalancedShape;
import org.jzfof.threads.Parallel;

/**
 * Arranges positions as a left-balanced k-d tree. The paper sorts all sub-trees of a level, of
 * which the next level needs no more than the pivot and what is on either side of it. So each
 * sub-tree is divided in place by a selection instead of a sort. Its positions stay where they are
 * from then on, in the symmetric order of the tree, and finished nodes are left out by themselves.
 */
final class KdDivision {
  private static final int GRAIN = 1 << 14;

  /** Number of sub-trees per thread from which on a thread takes a sub-tree with all its levels. */
  private static final int SUB_TREES = 8;

  private final DistinctPoints positions;
  private final int[] dimensions;
  private final boolean widest;
  private final CpuMemory memory;
  private final RealArray xyz;
  private final LeftBalancedShape shape;
  private final int count;
  private KeySelection keys;
  private int[] index;
  private int[] nodes;
  private byte[] splits;

  KdDivision(DistinctPoints positions, int[] dimensions, boolean widest, CpuMemory memory) {
    this.positions = positions;
    this.dimensions = dimensions;
    this.widest = widest;
    this.memory = memory;
    this.xyz = new RealArray(positions.xyz());
    this.shape = new LeftBalancedShape(positions.count());
    this.count = (int) positions.count();
  }

  KdTreeKernels.Arrangement run() {
    try (Scope made = new Scope();
        DeviceArray coordinates = memory.allocate(ElementType.F64, count);
        DeviceArray indices = memory.range(ElementType.I32, 0, count)) {
      DeviceArray levelOrder = made.add(memory.allocate(ElementType.I32, count));
      DeviceArray dimensionOfNode =
          widest ? made.add(memory.allocate(ElementType.U8, count)) : null;
      index = ints(indices);
      keys = new KeySelection(doubles(coordinates), index);
      nodes = ints(levelOrder);
      splits = widest ? bytes(dimensionOfNode) : null;
      divideAll();
      return made.keep(new KdTreeKernels.Arrangement(levelOrder, dimensionOfNode));
    }
  }

  private void divideAll() {
    int enough = SUB_TREES * Parallel.threads();
    int first = 0;
    for (int width = 1; width < enough && first < count; width *= 2) {
      int level = first;
      Parallel.forEach(Math.min(width, count - first), 1, i -> divide(level + i));
      first += width;
    }
    int level = first;
    Parallel.forEach(Math.max(0, Math.min(first + 1, count - first)), 1, i -> descend(level + i));
  }

  /** Divides a sub-tree and all sub-trees in it. */
  private void descend(int node) {
    divide(node);
    long child = LeftBalancedShape.leftChild(node);
    if (child < count) {
      descend((int) child);
    }
    if (child + 1 < count) {
      descend((int) child + 1);
    }
  }

  /** Finds the position of a node and puts those of its sub-trees on either side. */
  private void divide(int node) {
    int size = (int) shape.size(node);
    int pivot = (int) shape.inOrder(node);
    int split = dimensions[LeftBalancedShape.level(node) % dimensions.length];
    if (widest) {
      split = size > 1 ? widest(node) : dimensions[0];
      splits[node] = (byte) split;
    }
    if (size > 1) {
      int from = pivot - (int) shape.size(LeftBalancedShape.leftChild(node));
      for (int i = from; i < from + size; i++) {
        keys.set(i, xyz.get(3 * index[i] + split));
      }
      keys.select(from, from + size - 1, pivot);
    }
    nodes[node] = index[pivot];
  }

  /**
   * Dimension in which the region of a sub-tree is widest: the box, clipped by the planes on the
   * way from the node to the root (section 6).
   */
  private int widest(int node) {
    Box box = positions.box();
    double[] lower = box.lower().clone();
    double[] upper = new double[3];
    for (int d = 0; d < 3; d++) {
      upper[d] = lower[d] + box.size()[d];
    }
    for (int below = node; below > 0; ) {
      int parent = (below - 1) / 2;
      int d = splits[parent];
      double plane = xyz.get(3 * nodes[parent] + d);
      if (below == 2 * parent + 1) {
        upper[d] = Math.min(upper[d], plane);
      } else {
        lower[d] = Math.max(lower[d], plane);
      }
      below = parent;
    }
    int best = dimensions[0];
    for (int d : dimensions) {
      best = upper[d] - lower[d] > upper[best] - lower[best] ? d : best;
    }
    return best;
  }

  /** As {@link KdTreeKernels#inOrder}. */
  static DeviceArray inOrder(DeviceArray rows, CpuMemory memory) {
    LeftBalancedShape shape = new LeftBalancedShape(rows.length());
    DeviceArray inOrder = memory.allocate(ElementType.I32, rows.length());
    int[] from = ints(rows);
    int[] to = ints(inOrder);
    Parallel.forEach((int) rows.length(), GRAIN, s -> to[(int) shape.inOrder(s)] = from[s]);
    return inOrder;
  }
}
