package org.jzfof.fof.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cpu.LeafLinker.Leaves;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/** Friends-of-friends on the CPU. */
public final class CpuFofKernels implements FofKernels {
  private static final int NODE_GRAIN = 256;
  private static final int PAIR_GRAIN = 1024;
  private static final int POINT_GRAIN = 1 << 14;

  private final CpuMemory memory;

  public CpuFofKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public DeviceArray linkWithinParents(Tree tree, SortedPoints points, LinkCriterion criterion) {
    DeviceArray pointers = memory.allocate(ElementType.I32, points.count());
    int[] parents = ints(tree.parents().nodes());
    Parallel.forRange(
        (int) tree.parents().count(),
        NODE_GRAIN,
        (from, to) -> {
          LeafLinker linker = linker(tree, points, criterion, pointers);
          PointerForest forest = new PointerForest(ints(pointers));
          for (int node = from; node < to; node++) {
            linkWithinParent(parents, NodeFields.at(node), tree, linker, forest, criterion);
          }
        });
    return pointers;
  }

  private void linkWithinParent(
      int[] parents,
      int at,
      Tree tree,
      LeafLinker linker,
      PointerForest forest,
      LinkCriterion criterion) {
    int[] leaves = ints(tree.leaves().nodes());
    int first = NodeFields.at(NodeFields.first(parents, at));
    int end = first + NodeFields.at(NodeFields.size(parents, at));
    int last = end - TreeLevel.NODE_INTS;
    int firstPoint = NodeFields.first(leaves, first);
    if (NodeFields.dense(parents, at, criterion)) {
      linker.uniteRange(firstPoint, NodeFields.first(leaves, last) + NodeFields.size(leaves, last));
      for (int a = first; a < end; a += TreeLevel.NODE_INTS) {
        NodeFields.markOneGroup(leaves, a);
      }
      NodeFields.markOneGroup(parents, at);
      return;
    }
    for (int a = first; a < end; a += TreeLevel.NODE_INTS) {
      linker.linkWithin(a);
    }
    for (int a = first; a < end; a += TreeLevel.NODE_INTS) {
      for (int b = a + TreeLevel.NODE_INTS; b < end; b += TreeLevel.NODE_INTS) {
        linker.linkAcross(a, b);
      }
    }
    boolean oneGroup = true;
    int root = forest.find(firstPoint);
    for (int a = first; a < end && oneGroup; a += TreeLevel.NODE_INTS) {
      oneGroup = NodeFields.oneGroup(leaves, a) && forest.find(NodeFields.first(leaves, a)) == root;
    }
    if (oneGroup) {
      NodeFields.markOneGroup(parents, at);
    }
  }

  @Override
  public InteractionList allPairs(TreeLevel level) {
    int n = (int) level.count();
    DeviceArray pairs = memory.allocate(ElementType.I32, (long) n * (n + 1));
    int[] p = ints(pairs);
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        p[at++] = i;
        p[at++] = j;
      }
    }
    return new InteractionList((long) n * (n + 1) / 2, pairs);
  }

  @Override
  public InteractionList expand(
      InteractionList list, TreeLevel parents, TreeLevel children, LinkCriterion criterion) {
    int[] pairs = ints(list.pairs());
    Side local = new Side(ints(parents.nodes()), ints(children.nodes()));
    return collect(
        (int) list.count(),
        PAIR_GRAIN,
        (k, out) -> {
          int a = pairs[2 * k];
          int b = pairs[2 * k + 1];
          expandPair(local, a, local, b, a == b, criterion, out);
        });
  }

  /** Two levels of one tree: parents and their children. */
  private record Side(int[] parents, int[] children) {}

  private static void expandPair(
      Side one,
      int nodeA,
      Side other,
      int nodeB,
      boolean self,
      LinkCriterion criterion,
      PairBuffer out) {
    int atA = NodeFields.at(nodeA);
    int atB = NodeFields.at(nodeB);
    int firstA = NodeFields.first(one.parents, atA);
    int endA = firstA + NodeFields.size(one.parents, atA);
    int firstB = NodeFields.first(other.parents, atB);
    int endB = firstB + NodeFields.size(other.parents, atB);
    for (int a = firstA; a < endA; a++) {
      int at = NodeFields.at(a);
      if (!self && !NodeFields.near(one.children, at, other.parents, atB, criterion)) {
        continue;
      }
      for (int b = self ? a : firstB; b < endB; b++) {
        if (NodeFields.near(one.children, at, other.children, NodeFields.at(b), criterion)) {
          out.add(a, b);
        }
      }
    }
  }

  /** Finds the pairs of one item. */
  @FunctionalInterface
  private interface PairSource {
    void find(int item, PairBuffer out);
  }

  /** Collects the pairs of all items in order. */
  private InteractionList collect(int items, int grain, PairSource finder) {
    int[][] found = new int[(items + grain - 1) / grain][];
    Parallel.forRange(
        items,
        grain,
        (from, to) -> {
          PairBuffer out = new PairBuffer(8 * (to - from));
          for (int k = from; k < to; k++) {
            finder.find(k, out);
          }
          found[from / grain] = out.values();
        });
    long total = 0;
    for (int[] f : found) {
      total += f.length;
    }
    DeviceArray result = memory.allocate(ElementType.I32, total);
    int at = 0;
    for (int[] f : found) {
      System.arraycopy(f, 0, ints(result), at, f.length);
      at += f.length;
    }
    return new InteractionList(total / 2, result);
  }

  /** A growing list of pairs. */
  private static final class PairBuffer {
    private int[] values;
    private int length;

    PairBuffer(int capacity) {
      values = new int[capacity];
    }

    void add(int a, int b) {
      if (length + 2 > values.length) {
        values = Arrays.copyOf(values, 2 * values.length);
      }
      values[length++] = a;
      values[length++] = b;
    }

    int[] values() {
      return Arrays.copyOf(values, length);
    }
  }

  @Override
  public void linkAcrossParents(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      LinkCriterion criterion,
      DeviceArray pointers) {
    int[] pairs = ints(list.pairs());
    int[] parents = ints(tree.parents().nodes());
    int[] leaves = ints(tree.leaves().nodes());
    PointerForest forest = new PointerForest(ints(pointers));
    Parallel.forRange(
        (int) list.count(),
        PAIR_GRAIN,
        (from, to) -> {
          LeafLinker linker = linker(tree, points, criterion, pointers);
          int[] nearB = new int[8];
          for (int k = from; k < to; k++) {
            int atA = NodeFields.at(pairs[2 * k]);
            int atB = NodeFields.at(pairs[2 * k + 1]);
            if (atA == atB || sameGroup(parents, atA, atB, leaves, forest)) {
              continue;
            }
            nearB = linkPair(parents, atA, atB, leaves, criterion, linker, nearB);
          }
        });
  }

  private static boolean sameGroup(
      int[] parents, int atA, int atB, int[] leaves, PointerForest forest) {
    return NodeFields.oneGroup(parents, atA)
        && NodeFields.oneGroup(parents, atB)
        && forest.find(NodeFields.first(leaves, NodeFields.at(NodeFields.first(parents, atA))))
            == forest.find(NodeFields.first(leaves, NodeFields.at(NodeFields.first(parents, atB))));
  }

  /** Links the leaves of two parents; returns the scratch list, which may have been enlarged. */
  private static int[] linkPair(
      int[] parents,
      int atA,
      int atB,
      int[] leaves,
      LinkCriterion criterion,
      LeafLinker linker,
      int[] nearB) {
    int firstB = NodeFields.first(parents, atB);
    int sizeB = NodeFields.size(parents, atB);
    if (nearB.length < sizeB) {
      nearB = new int[sizeB];
    }
    int count = 0;
    for (int b = firstB; b < firstB + sizeB; b++) {
      if (NodeFields.near(leaves, NodeFields.at(b), parents, atA, criterion)) {
        nearB[count++] = NodeFields.at(b);
      }
    }
    int firstA = NodeFields.first(parents, atA);
    int endA = firstA + NodeFields.size(parents, atA);
    for (int a = firstA; a < endA && count > 0; a++) {
      int at = NodeFields.at(a);
      if (NodeFields.near(leaves, at, parents, atB, criterion)) {
        for (int b = 0; b < count; b++) {
          linker.linkAcross(at, nearB[b]);
        }
      }
    }
    return nearB;
  }

  @Override
  public void contract(DeviceArray pointers) {
    int[] pointer = ints(pointers);
    PointerForest forest = new PointerForest(pointer);
    Parallel.forRange(
        (int) pointers.length(),
        POINT_GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            pointer[i] = forest.find(i);
          }
        });
  }

  private static LeafLinker linker(
      Tree tree, SortedPoints points, LinkCriterion criterion, DeviceArray pointers) {
    Leaves local = Leaves.of(points, tree.leaves(), 0);
    return new LeafLinker(local, local, tree.shape().maxLeafPoints(), ints(pointers), criterion);
  }

  @Override
  public InteractionList nearPairs(TreeLevel level, TreeLevel ghosts, LinkCriterion criterion) {
    int[] a = ints(level.nodes());
    int[] b = ints(ghosts.nodes());
    return collect(
        (int) level.count(),
        1,
        (i, out) -> {
          for (int j = 0; j < ghosts.count(); j++) {
            if (NodeFields.near(a, NodeFields.at(i), b, NodeFields.at(j), criterion)) {
              out.add(i, j);
            }
          }
        });
  }

  @Override
  public InteractionList descend(
      InteractionList list,
      TreeLevel parents,
      TreeLevel children,
      TreeLevel ghosts,
      LinkCriterion criterion) {
    int[] pairs = ints(list.pairs());
    int[] node = ints(parents.nodes());
    int[] child = ints(children.nodes());
    int[] other = ints(ghosts.nodes());
    return collect(
        (int) list.count(),
        PAIR_GRAIN,
        (k, out) -> {
          int at = NodeFields.at(pairs[2 * k]);
          int b = pairs[2 * k + 1];
          int first = NodeFields.first(node, at);
          for (int a = first; a < first + NodeFields.size(node, at); a++) {
            if (NodeFields.near(child, NodeFields.at(a), other, NodeFields.at(b), criterion)) {
              out.add(a, b);
            }
          }
        });
  }

  @Override
  public InteractionList expandGhosts(
      InteractionList list,
      TreeLevel parents,
      TreeLevel children,
      TreeLevel ghostParents,
      TreeLevel ghostChildren,
      LinkCriterion criterion) {
    int[] pairs = ints(list.pairs());
    Side local = new Side(ints(parents.nodes()), ints(children.nodes()));
    Side other = new Side(ints(ghostParents.nodes()), ints(ghostChildren.nodes()));
    return collect(
        (int) list.count(),
        PAIR_GRAIN,
        (k, out) ->
            expandPair(local, pairs[2 * k], other, pairs[2 * k + 1], false, criterion, out));
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
    int[] pairs = ints(list.pairs());
    Leaves local = Leaves.of(points, tree.leaves(), 0);
    Leaves other = Leaves.of(ghostPoints, ghostLeaves, points.count());
    Parallel.forRange(
        (int) list.count(),
        PAIR_GRAIN,
        (from, to) -> {
          LeafLinker linker =
              new LeafLinker(local, other, tree.shape().maxLeafPoints(), ints(pointers), criterion);
          for (int k = from; k < to; k++) {
            linker.linkAcross(NodeFields.at(pairs[2 * k]), NodeFields.at(pairs[2 * k + 1]));
          }
        });
  }
}
