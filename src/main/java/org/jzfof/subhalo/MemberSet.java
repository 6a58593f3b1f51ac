package org.jzfof.subhalo;

import java.util.Arrays;

/** Some members of a group side by side, of which ever fewer are left. */
final class MemberSet {
  private final SubhaloMembers members;
  private final int[] row;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final double[] mass;
  private final long[] depth;
  private int count;

  /**
   * @param row of each among all members; kept
   */
  MemberSet(SubhaloMembers members, int[] row) {
    this.members = members;
    this.row = row;
    this.count = row.length;
    this.x = Arrays.stream(row).map(i -> members.place()[3 * i]).toArray();
    this.y = Arrays.stream(row).map(i -> members.place()[3 * i + 1]).toArray();
    this.z = Arrays.stream(row).map(i -> members.place()[3 * i + 2]).toArray();
    this.mass = Arrays.stream(row).mapToDouble(i -> members.mass()[i]).toArray();
    this.depth = new long[count];
  }

  int count() {
    return count;
  }

  /** Among all members. */
  int row(int i) {
    return row[i];
  }

  double mass(int i) {
    return mass[i];
  }

  long id(int i) {
    return members.id()[row[i]];
  }

  byte type(int i) {
    return members.type()[row[i]];
  }

  /** Fixed-point coordinate. */
  int place(int i, int d) {
    return (d == 0 ? x : d == 1 ? y : z)[i];
  }

  double velocity(int i, int d) {
    return members.velocity()[3 * row[i] + d];
  }

  /** Potential in the field of the others, as far as it has been summed up. */
  long depth(int i) {
    return depth[i];
  }

  /** Those that are left; of no meaning when some more are dropped. */
  PointMasses masses() {
    return new PointMasses(count, x, y, z, mass);
  }

  /** Sums up all potentials. */
  void addAll(PotentialSums sums, double scale, double itself) {
    sums.add(masses(), scale, 1, masses(), depth);
    for (int i = 0; i < count; i++) {
      depth[i] -= (long) Math.rint(mass[i] * itself * scale);
    }
  }

  /** Takes the potential of masses away that are no longer in it. */
  void subtract(PointMasses removed, PotentialSums sums, double scale) {
    sums.add(removed, scale, -1, masses(), depth);
  }

  /**
   * Drops those with an energy above a limit, and keeps the others in their order.
   *
   * @param removed takes the rows of those that are dropped, from {@code at} on
   */
  void drop(double[] energy, double limit, int[] removed, int at) {
    int kept = 0;
    int gone = at;
    for (int i = 0; i < count; i++) {
      if (energy[i] > limit) {
        removed[gone++] = row[i];
      } else {
        row[kept] = row[i];
        x[kept] = x[i];
        y[kept] = y[i];
        z[kept] = z[i];
        mass[kept] = mass[i];
        depth[kept++] = depth[i];
      }
    }
    count = kept;
  }

  /** The deepest, of equal ones that with the smallest ID. */
  int deepest() {
    int best = 0;
    for (int i = 1; i < count; i++) {
      boolean smaller = Long.compareUnsigned(id(i), id(best)) < 0;
      best = depth[i] > depth[best] || depth[i] == depth[best] && smaller ? i : best;
    }
    return best;
  }
}
