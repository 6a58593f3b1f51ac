package org.jzfof.centres;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;

/**
 * Device operations on the potential of members of groups in the field of the members of the same
 * group: sums of m / r over nearest images, positive and without the constant of gravity.
 */
public interface PotentialKernels {
  /** Doubles of a bound: an estimate, and how far it may be off. */
  int BOUND = 2;

  /**
   * What the potential is computed with.
   *
   * @param cell cell sizes [3]
   * @param side half of it is how far nearest images may be in each dimension [3]; infinite where
   *     the box is open
   * @param softening of the potential
   */
  record Field(double[] cell, double[] side, Softening softening) {
    /** The field in a box. */
    public static Field of(FixedPoint map, Softening softening) {
      double[] side = new double[3];
      Arrays.setAll(side, d -> map.periodic() ? 0x1p32 * map.cell()[d] : Double.POSITIVE_INFINITY);
      return new Field(map.cell(), side, softening);
    }
  }

  /**
   * Puts the members of groups side by side.
   *
   * @param members of the groups
   * @return without levels
   */
  PotentialTree members(MemberList members, SortedPoints points, Particles particles);

  /**
   * Builds the trees of the groups of some members.
   *
   * @param members without levels; may be closed before or after what is returned
   * @param which I32 members, increasing
   */
  PotentialTree tree(PotentialTree members, double[] cell, DeviceArray which);

  /**
   * The members with which to begin the search for the deepest of each group. The tree needs no
   * levels.
   *
   * @param elsewhere numbers of groups that have members on other ranks as well, increasing
   * @return I32 increasing: all members of these groups; of every other group at least the deepest,
   *     and all that may be as deep
   */
  DeviceArray likely(PotentialTree tree, Field field, int[] elsewhere);

  /**
   * Takes the members that are the only ones of their group.
   *
   * @param which I32 members, increasing
   * @param elsewhere numbers of groups that have members on other ranks as well, increasing; theirs
   *     are not taken
   * @param lone I32 [G] takes the member of each such group
   * @return I32 all other members of {@code which}
   */
  DeviceArray undecided(PotentialTree tree, DeviceArray which, int[] elsewhere, DeviceArray lone);

  /**
   * Bounds the potential of members, they themselves left out, by that of nodes in their centres of
   * mass.
   *
   * @param which I32 [c] members, increasing
   * @param tolerance error of a node over its potential up to which it is not opened
   * @return F64 [{@link #BOUND}·c]
   */
  DeviceArray bounds(PotentialTree tree, Field field, DeviceArray which, double tolerance);

  /**
   * As {@link #bounds}, at places on the host, of all members of a group.
   *
   * @param places fixed-point coordinates [3q]
   * @param group whose members make the potential [q]
   */
  double[] boundsAt(PotentialTree tree, Field field, int[] places, int[] group, double tolerance);

  /**
   * The largest lower bound in each group.
   *
   * @param which I32 [c] members, increasing
   * @param bounds F64 [{@link #BOUND}·c] of them
   * @return F64 [G]; 0 where a group has none of them
   */
  DeviceArray deepest(PotentialTree tree, DeviceArray which, DeviceArray bounds);

  /**
   * The members that may have the deepest potential of their group.
   *
   * @param which I32 [c] members, increasing
   * @param bounds F64 [{@link #BOUND}·c] of them
   * @param deepest F64 [G] that some member of each group reaches
   * @return I32 those of {@code which} whose upper bound is not below
   */
  DeviceArray candidates(
      PotentialTree tree, DeviceArray which, DeviceArray bounds, DeviceArray deepest);

  /**
   * The potential at places, as an integer that does not depend on the order of the sum: each
   * member adds its mass times {@link Softening#potential} times a scale, rounded to the nearest.
   *
   * @param places fixed-point coordinates [3q]
   * @param group whose members make the potential [q]
   */
  long[] potentialsAt(PotentialTree tree, Field field, int[] places, int[] group, double scale);

  /**
   * The potential of the members of one group at places, by its tree: a node that is small for its
   * distance adds one term, with its second moments, and every other one what its parts add. Each
   * term times a scale is rounded to the nearest integer. All backends compute it by the same
   * operations, so that it depends on nothing but the members, in their order.
   *
   * @param tree of one group, with levels
   * @param places fixed-point coordinates [3q]
   * @param tolerance of the remainder of a node, as for {@link #bounds}
   */
  long[] potentialsByTree(
      PotentialTree tree, Field field, int[] places, double tolerance, double scale);
}
