package org.jzfof.tree.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeLevel;

/** Tree levels on the GPU. */
public final class CudaTreeKernels implements TreeKernels {
  private static final String STAGE = "tree";
  private static final long LANES_PER_NODE = 8;
  private static final int MAX_CHILDREN = 32;
  private static final int MAX_LEVELS = 32;

  /** Number of points that a warp of mark_point_splits handles, as in tree.cu. */
  private static final long WARP_POINTS = 16 * 32;

  private static final long WARP_NODES = 2 * 32;

  private static final int ALL_CHILDREN = -1;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaTreeKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public TreeLevel leaves(SortedPoints points, int maxPoints) {
    Launch split =
        kernels.launch(STAGE, "mark_point_splits").arg(points.x()).arg(points.y()).arg(points.z());
    Launch box =
        kernels.launch(STAGE, "make_leaves").arg(points.x()).arg(points.y()).arg(points.z());
    return level(split, WARP_POINTS, box, points.count(), maxPoints, maxPoints);
  }

  @Override
  public TreeLevel coarsen(TreeLevel finer, int maxChildren) {
    Launch split = kernels.launch(STAGE, "mark_node_splits").arg(finer.nodes());
    Launch box = kernels.launch(STAGE, "make_parents").arg(finer.nodes());
    return level(split, WARP_NODES, box, finer.count(), maxChildren, ALL_CHILDREN);
  }

  /**
   * Makes a level of nodes.
   *
   * @param split launch of the kernel that marks splits, whose first arguments are the children
   * @param perWarp number of children that a warp of that kernel handles
   * @param box launch of the kernel that makes nodes, whose first arguments are the children
   * @param boxLimit largest number of children that the box of a node is computed from; a node with
   *     more children holds coincident points only
   */
  private TreeLevel level(
      Launch split, long perWarp, Launch box, long children, int max, int boxLimit) {
    if (max > MAX_CHILDREN) {
      throw new IllegalArgumentException(max + " children per node; at most " + MAX_CHILDREN);
    }
    try (DeviceArray bits = algorithms.bits(children)) {
      split.arg(children).arg(max).arg(bits).runWarps(children, perWarp);
      try (DeviceArray starts = algorithms.indices(bits, 0)) {
        long count = starts.length();
        DeviceArray nodes = memory.allocate(ElementType.I32, count * TreeLevel.NODE_INTS);
        box.arg(children)
            .arg(starts)
            .arg(count)
            .arg(boxLimit)
            .arg(nodes)
            .run(count * LANES_PER_NODE);
        return new TreeLevel(count, nodes);
      }
    }
  }

  /** The structure {@code Levels} of levels.cuh. */
  public static long[] structOf(Tree tree) {
    int levels = tree.levels().size();
    if (levels > MAX_LEVELS) {
      throw new IllegalArgumentException(levels + " tree levels: at most " + MAX_LEVELS);
    }
    long[] fields = new long[MAX_LEVELS + 2];
    for (int p = 0; p < levels; p++) {
      fields[p] = CudaArray.address(tree.levels().get(p).nodes());
    }
    fields[MAX_LEVELS] = levels;
    fields[MAX_LEVELS + 1] = tree.top().count();
    return fields;
  }
}
