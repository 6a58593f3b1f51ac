package org.jzfof.subhalo.links;

import org.jzfof.domain.DistanceBatch;
import org.jzfof.fof.LinkCriterion;

/**
 * The members near a leaf of a group, with their approximate distances from the members of the leaf
 * in units of the largest cell. One instance per thread.
 */
final class NearMembers {
  /** Bound of the error of a coordinate relative to the farthest one, times the root of 3. */
  private static final double FLOAT_ERROR = 0x1p-20;

  private final MemberTree tree;
  private final LinkCriterion metric;
  private final float[] scale = new float[3];
  private final float[] side = new float[3];
  private final DistanceBatch members = new DistanceBatch(1 << 8);
  private final int[] origin = new int[3];
  private float farthest;

  NearMembers(MemberTree tree, LinkCriterion metric) {
    this.tree = tree;
    this.metric = metric;
    double[] cell = {metric.cellX(), metric.cellY(), metric.cellZ()};
    double largest = Math.max(cell[0], Math.max(cell[1], cell[2]));
    for (int d = 0; d < 3; d++) {
      scale[d] = metric.isotropic() ? 1 : (float) (cell[d] / largest);
      side[d] = 0x1p32f * scale[d];
    }
  }

  /** The members that were added, by their indices in the tree. */
  DistanceBatch members() {
    return members;
  }

  /** Starts with the members [from, to), in a frame around one of them. */
  void start(int origin, int from, int to) {
    farthest = tree.wraps() ? 0x1p32f : 0;
    for (int d = 0; d < 3; d++) {
      this.origin[d] = tree.cell(origin, d);
    }
    members.clear();
    add(from, to);
  }

  /**
   * Replaces the members by those of all leaves within a distance of a leaf.
   *
   * @param square squared distance
   */
  void gather(int leaf, double square) {
    members.clear();
    gather(leaf, metric.ofSquareInCells(square), 0, 0, tree.count());
  }

  /** Adds the members [from, to) of a node, as far as they are in leaves within the limit. */
  private void gather(int leaf, long limit, int node, int from, int to) {
    if (Long.compareUnsigned(gap(leaf, node), limit) > 0) {
      return;
    }
    if (to - from <= MemberTree.LEAF) {
      add(from, to);
      return;
    }
    int middle = MemberTree.middle(from, to);
    gather(leaf, limit, 2 * node + 1, from, middle);
    gather(leaf, limit, 2 * node + 2, middle, to);
  }

  /** Returns the square of the distance between two nodes. */
  private long gap(int leaf, int at) {
    return metric.square(tree.gap(leaf, at, 0), tree.gap(leaf, at, 1), tree.gap(leaf, at, 2));
  }

  private void add(int from, int to) {
    members.reserve(to - from);
    float far = farthest;
    for (int i = from; i < to; i++) {
      float x = coordinate(i, 0);
      float y = coordinate(i, 1);
      float z = coordinate(i, 2);
      members.add(x, y, z, i);
      far = Math.max(far, Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z))));
    }
    farthest = far;
  }

  private float coordinate(int member, int d) {
    return (tree.cell(member, d) - origin[d]) * scale[d];
  }

  /** Computes the squared distances of all members from one. */
  void measure(int member) {
    float x = coordinate(member, 0);
    float y = coordinate(member, 1);
    float z = coordinate(member, 2);
    if (tree.wraps()) {
      members.measureWrapped(x, y, z, side);
    } else {
      members.measure(x, y, z);
    }
  }

  /**
   * Returns a squared distance within which all members are that are not farther than one with a
   * given approximate square. It grows with the members that have been added since the start.
   */
  double widened(double square) {
    return DistanceBatch.widened(square, FLOAT_ERROR * farthest);
  }
}
