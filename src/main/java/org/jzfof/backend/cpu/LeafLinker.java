package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.Arrays;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.Tree;

/** Links the points of leaves; one instance per thread of work, since it holds scratch space. */
final class LeafLinker {
  private static final long UNSIGNED = 0xffffffffL;

  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final int[] leaves;
  private final int[] pointer;
  private final PointerForest forest;
  private final LinkCriterion criterion;
  private final long reachX;
  private final long reachY;
  private final long reachZ;
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
    this.reachX = criterion.reach(0);
    this.reachY = criterion.reach(1);
    this.reachZ = criterion.reach(2);
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
    int[] px = x;
    int[] py = y;
    int[] pz = z;
    int separate = end - first;
    for (int i = first; i < end; i++) {
      int xi = px[i];
      int yi = py[i];
      int zi = pz[i];
      pointer[i] = i;
      for (int j = first; j < i; j++) {
        if (criterion.links(xi - px[j], yi - py[j], zi - pz[j]) && forest.unite(i, j)) {
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

  /**
   * Whether any points of leaf {@code at} are within reach of leaf {@code other} in each dimension;
   * keeps them.
   */
  private boolean gather(int at, int other, Shell shell) {
    int first = Nodes.first(leaves, at);
    // Coincident points have one pointer and one place: the first stands for all.
    int end = first + (Nodes.isPoint(leaves, at) ? 1 : Nodes.size(leaves, at));
    int lowX = leaves[other] - (int) reachX;
    int lowY = leaves[other + 1] - (int) reachY;
    int lowZ = leaves[other + 2] - (int) reachZ;
    long widthX = Nodes.width(leaves, other, reachX);
    long widthY = Nodes.width(leaves, other + 1, reachY);
    long widthZ = Nodes.width(leaves, other + 2, reachZ);
    int count = 0;
    for (int i = first; i < end; i++) {
      int xi = x[i];
      int yi = y[i];
      int zi = z[i];
      // Whether a point is kept is a coin toss: no branch, so that none is mispredicted.
      shell.x[count] = xi;
      shell.y[count] = yi;
      shell.z[count] = zi;
      shell.point[count] = i;
      long outside =
          widthX - (xi - lowX & UNSIGNED)
              | widthY - (yi - lowY & UNSIGNED)
              | widthZ - (zi - lowZ & UNSIGNED);
      count += 1 + (int) (outside >> 63);
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
    int[] bx = shellB.x;
    int[] by = shellB.y;
    int[] bz = shellB.z;
    int countB = shellB.count;
    for (int i = 0; i < shellA.count; i++) {
      int xi = shellA.x[i];
      int yi = shellA.y[i];
      int zi = shellA.z[i];
      for (int j = 0; j < countB; j++) {
        if (criterion.links(xi - bx[j], yi - by[j], zi - bz[j])) {
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
