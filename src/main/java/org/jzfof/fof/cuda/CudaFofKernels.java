package org.jzfof.fof.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.TreeShape;

/** Friends-of-friends on the GPU. */
public final class CudaFofKernels implements FofKernels {
  // As in fof.cu: lanes of a warp stand for the children of a node and the points of a leaf.
  static final int MAX_CHILDREN = 16;
  static final int MAX_POINTS = 32;

  private static final String STAGE = "fof";
  private static final long WARP = 32;
  private static final int LINK_BLOCK = 64;
  private static final long BLOCK_PAIRS = 16; // as in fof.cu

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaFofKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  private Launch launch(String kernel, LinkCriterion criterion) {
    return launch(kernels, STAGE, kernel, criterion);
  }

  /** Prepares the launch of the variant of a kernel for a criterion. */
  public static Launch launch(
      CudaKernels kernels, String stage, String kernel, LinkCriterion criterion) {
    return kernels.launch(stage, kernel + (criterion.isotropic() ? "_isotropic" : "_general"));
  }

  /** Adds the criterion, which is the last argument of every kernel that has one. */
  public static Launch criterion(Launch launch, LinkCriterion criterion) {
    if (criterion.isotropic()) {
      long maxSquare = criterion.maxSquare();
      float rounded = maxSquare < 0 ? 2f * (maxSquare >>> 1) : maxSquare;
      return launch.struct(maxSquare, Float.floatToRawIntBits(rounded));
    }
    return launch.struct(
        criterion.cellX(),
        criterion.cellY(),
        criterion.cellZ(),
        criterion.maxSquareLength(),
        1 / Math.sqrt(criterion.maxSquareLength()));
  }

  private static void requireShape(TreeShape shape) {
    if (shape.maxLeafPoints() > MAX_POINTS || shape.maxChildren() > MAX_CHILDREN) {
      throw new IllegalArgumentException(
          shape + ": at most " + MAX_POINTS + " points and " + MAX_CHILDREN + " children");
    }
  }

  @Override
  public DeviceArray linkWithinParents(Tree tree, SortedPoints points, LinkCriterion criterion) {
    requireShape(tree.shape());
    DeviceArray pointers = memory.allocate(ElementType.I32, points.count());
    Launch launch =
        launch("link_within_parents", criterion)
            .arg(tree.parents().nodes())
            .arg(tree.parents().count())
            .arg(tree.leaves().nodes())
            .arg(points.x())
            .arg(points.y())
            .arg(points.z())
            .arg(pointers);
    criterion(launch, criterion).run(tree.parents().count() * WARP, LINK_BLOCK);
    return pointers;
  }

  @Override
  public void linkAcrossParents(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      LinkCriterion criterion,
      DeviceArray pointers) {
    requireShape(tree.shape());
    Launch launch =
        launch("link_across_parents", criterion)
            .arg(list.pairs())
            .arg(list.count())
            .arg(tree.parents().nodes())
            .arg(tree.leaves().nodes())
            .arg(points.x())
            .arg(points.y())
            .arg(points.z())
            .arg(pointers);
    long blocks = (list.count() + BLOCK_PAIRS - 1) / BLOCK_PAIRS;
    criterion(launch, criterion).run(blocks * LINK_BLOCK, LINK_BLOCK);
  }

  @Override
  public void linkGhosts(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      TreeLevel ghostLeaves,
      GhostPoints ghostPoints,
      LinkCriterion criterion,
      DeviceArray pointers) {
    requireShape(tree.shape());
    Launch launch =
        launch("link_ghosts", criterion)
            .arg(list.pairs())
            .arg(list.count())
            .arg(tree.leaves().nodes())
            .arg(points.x())
            .arg(points.y())
            .arg(points.z())
            .arg(ghostLeaves.nodes())
            .arg(ghostPoints.x())
            .arg(ghostPoints.y())
            .arg(ghostPoints.z())
            .arg((int) points.count())
            .arg(pointers);
    criterion(launch, criterion).run(list.count() * WARP, LINK_BLOCK);
  }

  @Override
  public void contract(DeviceArray pointers) {
    kernels
        .launch(STAGE, "contract")
        .arg(pointers)
        .arg(pointers.length())
        .runItems(pointers.length());
  }

  @Override
  public InteractionList allPairs(TreeLevel level) {
    long n = level.count();
    DeviceArray pairs = memory.allocate(ElementType.I32, n * (n + 1));
    kernels.launch(STAGE, "all_pairs").arg(n).arg(pairs).run(n * n);
    return new InteractionList(n * (n + 1) / 2, pairs);
  }

  @Override
  public InteractionList expand(
      InteractionList list, TreeLevel parents, TreeLevel children, LinkCriterion criterion) {
    Launch near = pairs(launch("expand", criterion), list, parents, children);
    return collect(near, list, parents, parents, criterion);
  }

  @Override
  public InteractionList expandGhosts(
      InteractionList list,
      TreeLevel parents,
      TreeLevel children,
      TreeLevel ghostParents,
      TreeLevel ghostChildren,
      LinkCriterion criterion) {
    Launch near =
        pairs(launch("expand_ghosts", criterion), list, parents, children)
            .arg(ghostParents.nodes())
            .arg(ghostChildren.nodes());
    return collect(near, list, parents, ghostParents, criterion);
  }

  /**
   * Returns the near pairs of children of each pair.
   *
   * @param near launch of the kernel that marks and counts the pairs, with its first arguments
   */
  private InteractionList collect(
      Launch near,
      InteractionList list,
      TreeLevel parents,
      TreeLevel otherParents,
      LinkCriterion criterion) {
    long threads = list.count() * MAX_CHILDREN;
    try (DeviceArray counts = memory.allocate(ElementType.I32, list.count() + 1);
        DeviceArray masks = memory.allocate(ElementType.U8, Short.BYTES * threads)) {
      criterion(near.arg(counts).arg(masks), criterion).run(threads);
      try (DeviceArray offsets = algorithms.prefixSums(counts)) {
        long total = memory.get(offsets, list.count());
        DeviceArray pairs = memory.allocate(ElementType.I32, 2 * total);
        kernels
            .launch(STAGE, "pairs_of_masks")
            .arg(list.pairs())
            .arg(list.count())
            .arg(parents.nodes())
            .arg(otherParents.nodes())
            .arg(masks)
            .arg(offsets)
            .arg(pairs)
            .run(threads);
        return new InteractionList(total, pairs);
      }
    }
  }

  @Override
  public InteractionList descend(
      InteractionList list,
      TreeLevel parents,
      TreeLevel children,
      TreeLevel ghosts,
      LinkCriterion criterion) {
    return collect(
        list.count(),
        MAX_CHILDREN,
        criterion,
        () -> pairs(launch("descend", criterion), list, parents, children).arg(ghosts.nodes()));
  }

  @Override
  public InteractionList nearPairs(TreeLevel level, TreeLevel ghosts, LinkCriterion criterion) {
    return collect(
        ghosts.count(),
        WARP,
        criterion,
        () ->
            launch("near_pairs", criterion)
                .arg(level.nodes())
                .arg(level.count())
                .arg(ghosts.nodes())
                .arg(ghosts.count()));
  }

  /** Adds the first arguments of all node steps. */
  private static Launch pairs(
      Launch step, InteractionList list, TreeLevel parents, TreeLevel children) {
    return step.arg(list.pairs()).arg(list.count()).arg(parents.nodes()).arg(children.nodes());
  }

  /** A launch with the arguments that the count and the fill have in common. */
  @FunctionalInterface
  private interface PairLaunch {
    Launch prepare();
  }

  /** Counts the pairs of each item, allocates memory for exactly these, and writes them. */
  private InteractionList collect(
      long items, long threadsPerItem, LinkCriterion criterion, PairLaunch kernel) {
    try (DeviceArray counts = memory.allocate(ElementType.I32, items + 1)) {
      Launch count = kernel.prepare().arg(counts).arg((DeviceArray) null).arg((DeviceArray) null);
      criterion(count, criterion).run(items * threadsPerItem);
      try (DeviceArray offsets = algorithms.prefixSums(counts)) {
        long total = memory.get(offsets, items);
        DeviceArray pairs = memory.allocate(ElementType.I32, 2 * total);
        Launch fill = kernel.prepare().arg(counts).arg(offsets).arg(pairs);
        criterion(fill, criterion).run(items * threadsPerItem);
        return new InteractionList(total, pairs);
      }
    }
  }
}
