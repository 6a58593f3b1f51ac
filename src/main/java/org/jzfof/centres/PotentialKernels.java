package org.jzfof.centres;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;

/**
 * Device operations on the potential of members of groups in the field of the members of the same
 * group: sums of m / r over nearest images, positive and without the gravitational constant.
 */
public interface PotentialKernels {
  /** Number of doubles of a bound: an estimate, and its maximum error. */
  int BOUND = 2;

  /**
   * Parameters of the potential.
   *
   * @param cell cell sizes [3]
   * @param side sides of the box [3]; nearest images are at most half of it away in each dimension;
   *     infinite for an open box
   */
  record Field(double[] cell, double[] side) {
    /** Returns the field in a box. */
    public static Field of(FixedPoint map) {
      double[] side = new double[3];
      Arrays.setAll(side, d -> map.periodic() ? 0x1p32 * map.cell()[d] : Double.POSITIVE_INFINITY);
      return new Field(map.cell(), side);
    }
  }

  /**
   * Copies positions and masses of the members of groups, group by group.
   *
   * @param softening length of the {@link Softening} of each group [G]
   * @return tree without levels
   */
  PotentialTree members(
      MemberList members, SortedPoints points, Particles particles, double[] softening);

  /**
   * Builds the trees of the groups of given members.
   *
   * @param members tree without levels; may be closed before or after the result
   * @param which I32 members, increasing
   */
  PotentialTree tree(PotentialTree members, double[] cell, DeviceArray which);

  /**
   * Returns the members with which to begin the search for the deepest member of each group. The
   * tree needs no levels.
   *
   * @param spanning indices of groups that also have members on other ranks, increasing
   * @return I32 members, increasing: all members of these groups; of every other group the deepest
   *     member, and all members that may be as deep
   */
  DeviceArray likely(PotentialTree tree, Field field, int[] spanning);

  /**
   * Removes members that are the only ones left of their group.
   *
   * @param which I32 members, increasing
   * @param spanning indices of groups that also have members on other ranks, increasing; their
   *     members stay
   * @param decided I32 [G] receives the removed members at their groups
   * @return I32 all other members of {@code which}
   */
  DeviceArray undecided(PotentialTree tree, DeviceArray which, int[] spanning, DeviceArray decided);

  /**
   * Bounds the potential of members, without their own contribution, by that of nodes at their
   * centres of mass.
   *
   * @param which I32 [c] members, increasing
   * @param tolerance maximum relative error of a node that is not opened
   * @return F64 [{@link #BOUND}·c]
   */
  DeviceArray bounds(PotentialTree tree, Field field, DeviceArray which, double tolerance);

  /**
   * As {@link #bounds}, at positions on the host, of all members of a group.
   *
   * @param positions fixed-point coordinates [3q]
   * @param group group whose members make the potential [q]
   */
  double[] boundsAt(
      PotentialTree tree, Field field, int[] positions, int[] group, double tolerance);

  /**
   * Returns the largest lower bound in each group.
   *
   * @param which I32 [c] members, increasing
   * @param bounds F64 [{@link #BOUND}·c] bounds of these members
   * @return F64 [G]; 0 for a group without these members
   */
  DeviceArray deepest(PotentialTree tree, DeviceArray which, DeviceArray bounds);

  /**
   * Returns the members that may have the deepest potential of their group.
   *
   * @param which I32 [c] members, increasing
   * @param bounds F64 [{@link #BOUND}·c] bounds of these members
   * @param deepest F64 [G] potential that at least one member of each group reaches
   * @return I32 members of {@code which} whose upper bound is at least that potential
   */
  DeviceArray candidates(
      PotentialTree tree, DeviceArray which, DeviceArray bounds, DeviceArray deepest);

  /**
   * Returns the potential at positions, as integers that do not depend on the order of the sum:
   * each member adds its mass times {@link Softening#potential} times a scale, rounded to the
   * nearest integer.
   *
   * @param positions fixed-point coordinates [3q]
   * @param group group whose members make the potential [q]
   */
  long[] potentialsAt(PotentialTree tree, Field field, int[] positions, int[] group, double scale);

  /**
   * Returns the potential of the members of one group at positions, by its tree: a node that is
   * small for its distance adds one term, with its second moments; the parts of any other node are
   * added instead. Each term times a scale is rounded to the nearest integer. All backends use the
   * same operations, so that the result depends only on the members and their order.
   *
   * @param tree tree of one group, with levels
   * @param positions fixed-point coordinates [3q]
   * @param tolerance maximum relative error of a node, as for {@link #bounds}
   */
  long[] potentialsByTree(
      PotentialTree tree, Field field, int[] positions, double tolerance, double scale);
}
