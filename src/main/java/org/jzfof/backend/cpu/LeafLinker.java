package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.Arrays;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.Tree;

/** Links the points of leaves; one instance per thread of work, since it holds scratch space. */
final class LeafLinker {
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final int[] leaves;
  private final int[] pointer;
  private final PointerForest forest;
  private final LinkCriterion criterion;
  private final Shell shellA;
  private final Shell shellB;

  LeafLinker(SortedPoints points, Tree tree, int[] pointer, LinkCriterion criterion) {
    this.x = ints(points.x());
    this.y = ints(points.y());
    this.z = ints(points.z());
    this.leaves = ints(tree.leaves().nodes());
    this.pointer = pointer;
    this.forest = new PointerForest(pointer);
    this.criterion = criterion;
    this.shellA = new Shell(tree.shape().maxLeafPoints());
    this.shellB = new Shell(tree.shape().maxLeafPoints());
  }

  /** The points of a leaf that are within reach of another leaf. */
  private static final class Shell {
    final int[] x;
    final int[] y;
    final int[] z;
    final int[] point;
    int count;

    Shell(int capacity) {
      x = new int[capacity];
      y = new int[capacity];
      z = new int[capacity];
      point = new int[capacity];
    }
  }

  /** Makes one group of all points of a range. */
  void uniteRange(int first, int end) {
    Arrays.fill(pointer, first, end, first);
  }

  /** Links the points inside a leaf that no other thread touches, and marks it if one group. */
  void linkWithin(int at) {
    int first = Nodes.first(leaves, at);
    int end = first + Nodes.size(leaves, at);
    if (Nodes.dense(leaves, at, criterion)) {
      uniteRange(first, end);
      Nodes.markOneGroup(leaves, at);
      return;
    }
    int separate = end - first;
    for (int i = first; i < end; i++) {
      pointer[i] = i;
      for (int j = first; j < i; j++) {
        if (criterion.links(x[i] - x[j], y[i] - y[j], z[i] - z[j]) && forest.unite(i, j)) {
          separate--;
        }
      }
    }
    if (separate == 1) {
      Nodes.markOneGroup(leaves, at);
    }
  }

  /** Links the points of two leaves. */
  void linkAcross(int atA, int atB) {
    if (!Nodes.near(leaves, atA, leaves, atB, criterion)) {
      return;
    }
    boolean oneA = Nodes.oneGroup(leaves, atA);
    boolean oneB = Nodes.oneGroup(leaves, atB);
    int firstA = Nodes.first(leaves, atA);
    int firstB = Nodes.first(leaves, atB);
    if (oneA && oneB) {
      if (forest.find(firstA) == forest.find(firstB)) {
        return;
      }
      if (Nodes.allNear(leaves, atA, leaves, atB, criterion)) {
        forest.unite(firstA, firstB);
        return;
      }
    }
    if (!gather(atA, atB, shellA) || !gather(atB, atA, shellB)) {
      return;
    }
    if (oneA && oneB) {
      linkOnce(firstA, firstB);
    } else if (oneA) {
      linkEach(firstA, shellA, shellB);
    } else if (oneB) {
      linkEach(firstB, shellB, shellA);
    } else {
      linkAll();
    }
  }

  /** Whether any points of leaf {@code at} are within reach of leaf {@code other}; keeps them. */
  private boolean gather(int at, int other, Shell shell) {
    int first = Nodes.first(leaves, at);
    // Coincident points have one pointer and one place: the first stands for all.
    int end = first + (Nodes.isPoint(leaves, at) ? 1 : Nodes.size(leaves, at));
    int count = 0;
    for (int i = first; i < end; i++) {
      if (Nodes.near(x[i], y[i], z[i], leaves, other, criterion)) {
        shell.x[count] = x[i];
        shell.y[count] = y[i];
        shell.z[count] = z[i];
        shell.point[count++] = i;
      }
    }
    shell.count = count;
    return count > 0;
  }

  private void linkOnce(int firstA, int firstB) {
    for (int i = 0; i < shellA.count; i++) {
      if (linked(i, shellA, shellB)) {
        forest.unite(firstA, firstB);
        return;
      }
    }
  }

  /** Links each point of {@code others} that is near any of {@code group} to the one group. */
  private void linkEach(int groupPoint, Shell group, Shell others) {
    for (int i = 0; i < others.count; i++) {
      if (linked(i, others, group)) {
        forest.unite(groupPoint, others.point[i]);
      }
    }
  }

  private void linkAll() {
    for (int i = 0; i < shellA.count; i++) {
      int xi = shellA.x[i];
      int yi = shellA.y[i];
      int zi = shellA.z[i];
      for (int j = 0; j < shellB.count; j++) {
        if (criterion.links(xi - shellB.x[j], yi - shellB.y[j], zi - shellB.z[j])) {
          forest.unite(shellA.point[i], shellB.point[j]);
        }
      }
    }
  }

  /** Whether point i of one shell is linked to any point of the other. */
  private boolean linked(int i, Shell one, Shell other) {
    int xi = one.x[i];
    int yi = one.y[i];
    int zi = one.z[i];
    for (int j = 0; j < other.count; j++) {
      if (criterion.links(xi - other.x[j], yi - other.y[j], zi - other.z[j])) {
        return true;
      }
    }
    return false;
  }
}
