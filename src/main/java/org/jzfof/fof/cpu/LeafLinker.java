package org.jzfof.fof.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.Arrays;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.GhostPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Links the points of leaves. Each thread has its own instance, which has scratch space. The points
 * to which a point is linked are bits of a word, so that no branch depends on whether two points
 * are linked, which is unpredictable.
 */
final class LeafLinker {
  private static final long UNSIGNED = 0xffffffffL;

  private final Leaves a;
  private final Leaves b;
  private final int[] pointer;
  private final PointerForest forest;
  private final LinkCriterion criterion;
  private final long cellsX;
  private final long cellsY;
  private final long cellsZ;
  private final Shell shellA;
  private final Shell shellB;
  private final long[] group; // points of each group found in a leaf, one bit per point

  /**
   * Leaves and their points.
   *
   * @param offset offset of the points in the pointers
   */
  record Leaves(int[] x, int[] y, int[] z, int[] nodes, int offset) {
    static Leaves of(SortedPoints points, TreeLevel leaves, long offset) {
      return new Leaves(
          ints(points.x()), ints(points.y()), ints(points.z()), ints(leaves.nodes()), (int) offset);
    }

    static Leaves of(GhostPoints points, TreeLevel leaves, long offset) {
      return new Leaves(
          ints(points.x()), ints(points.y()), ints(points.z()), ints(leaves.nodes()), (int) offset);
    }

    int first(int at) {
      return NodeFields.first(nodes, at) + offset;
    }
  }

  /**
   * Links leaves of {@code a} with each other, or with leaves of another set {@code b}.
   *
   * @param maxLeafPoints maximum number of points of a leaf whose points do not coincide, at most
   *     64
   */
  LeafLinker(Leaves a, Leaves b, int maxLeafPoints, int[] pointer, LinkCriterion criterion) {
    if (maxLeafPoints > Long.SIZE) {
      throw new IllegalArgumentException(
          maxLeafPoints + " points per leaf: at most " + Long.SIZE + " have a bit each");
    }
    this.a = a;
    this.b = b;
    this.pointer = pointer;
    this.forest = new PointerForest(pointer);
    this.criterion = criterion;
    this.cellsX = criterion.linkingCells(0);
    this.cellsY = criterion.linkingCells(1);
    this.cellsZ = criterion.linkingCells(2);
    this.shellA = new Shell(maxLeafPoints);
    this.shellB = new Shell(maxLeafPoints);
    this.group = new long[maxLeafPoints];
  }

  /** The points of a leaf that are within the linking length of another leaf. */
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

  /** Unites all points of a range. */
  void uniteRange(int first, int end) {
    Arrays.fill(pointer, first, end, first);
  }

  /**
   * Links the points inside a leaf that no other thread modifies, and marks the leaf if it is one
   * group.
   */
  void linkWithin(int at) {
    int[] x = a.x;
    int[] y = a.y;
    int[] z = a.z;
    int first = a.first(at);
    int end = first + NodeFields.size(a.nodes, at);
    if (NodeFields.dense(a.nodes, at, criterion)) {
      uniteRange(first, end);
      NodeFields.markOneGroup(a.nodes, at);
      return;
    }
    int groups = 0;
    for (int i = first; i < end; i++) {
      int xi = x[i];
      int yi = y[i];
      int zi = z[i];
      long friends = 0;
      for (int j = first; j < i; j++) {
        friends |= criterion.links(xi - x[j], yi - y[j], zi - z[j]) ? 1L << j - first : 0;
      }
      groups = join(friends, 1L << i - first, groups);
    }
    for (int g = 0; g < groups; g++) {
      int root = first + Long.numberOfTrailingZeros(group[g]);
      for (long rest = group[g]; rest != 0; rest &= rest - 1) {
        pointer[first + Long.numberOfTrailingZeros(rest)] = root;
      }
    }
    if (groups == 1) {
      NodeFields.markOneGroup(a.nodes, at);
    }
  }

  /** Unites a point with the groups of its friends; returns the number of groups. */
  private int join(long friends, long point, int groups) {
    int kept = groups;
    long joined = point;
    if (friends != 0) {
      kept = 0;
      for (int g = 0; g < groups; g++) {
        long mask = group[g];
        if ((mask & friends) != 0) {
          joined |= mask;
        } else {
          group[kept++] = mask;
        }
      }
    }
    group[kept++] = joined;
    return kept;
  }

  /** Links the points of a leaf of {@code a} and a leaf of {@code b}. */
  void linkAcross(int atA, int atB) {
    if (!NodeFields.near(a.nodes, atA, b.nodes, atB, criterion)) {
      return;
    }
    boolean oneA = NodeFields.oneGroup(a.nodes, atA);
    boolean oneB = NodeFields.oneGroup(b.nodes, atB);
    int firstA = a.first(atA);
    int firstB = b.first(atB);
    if (oneA && oneB) {
      if (forest.find(firstA) == forest.find(firstB)) {
        return;
      }
      if (NodeFields.allNear(a.nodes, atA, b.nodes, atB, criterion)) {
        forest.unite(firstA, firstB);
        return;
      }
    }
    if (!gather(a, atA, b, atB, shellA) || !gather(b, atB, a, atA, shellB)) {
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
   * Collects the points of a leaf that are within the linking length of another leaf in each
   * dimension; returns whether any are.
   */
  private boolean gather(Leaves leaves, int at, Leaves other, int atOther, Shell shell) {
    int[] x = leaves.x;
    int[] y = leaves.y;
    int[] z = leaves.z;
    int[] nodes = other.nodes;
    int first = NodeFields.first(leaves.nodes, at);
    // Coincident points have one pointer and one position: the first stands for all.
    int end =
        first + (NodeFields.isPoint(leaves.nodes, at) ? 1 : NodeFields.size(leaves.nodes, at));
    int lowX = nodes[atOther] - (int) cellsX;
    int lowY = nodes[atOther + 1] - (int) cellsY;
    int lowZ = nodes[atOther + 2] - (int) cellsZ;
    long widthX = NodeFields.width(nodes, atOther, cellsX);
    long widthY = NodeFields.width(nodes, atOther + 1, cellsY);
    long widthZ = NodeFields.width(nodes, atOther + 2, cellsZ);
    int count = 0;
    for (int i = first; i < end; i++) {
      int xi = x[i];
      int yi = y[i];
      int zi = z[i];
      // Whether a point is kept is unpredictable, so that a branch would be mispredicted.
      shell.x[count] = xi;
      shell.y[count] = yi;
      shell.z[count] = zi;
      shell.point[count] = i + leaves.offset;
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
      long friends = 0;
      for (int j = 0; j < countB; j++) {
        friends |= criterion.links(xi - bx[j], yi - by[j], zi - bz[j]) ? 1L << j : 0;
      }
      for (; friends != 0; friends &= friends - 1) {
        forest.unite(shellA.point[i], shellB.point[Long.numberOfTrailingZeros(friends)]);
      }
    }
  }

  /** Returns whether point i of one shell is linked to any point of the other. */
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
