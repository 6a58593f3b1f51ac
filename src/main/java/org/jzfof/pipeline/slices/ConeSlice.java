package org.jzfof.pipeline.slices;

import java.util.Arrays;
import java.util.List;
import org.jzfof.config.Crossing;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * A range of distances from the observer, whose groups are found in one search. A group belongs to
 * the slice with its nearest member. The files also hold particles before and behind the slice, so
 * that its groups and their spheres are complete; beyond, some particles may be missing.
 *
 * @param number from 0
 * @param from least distance of the nearest member of a group
 * @param to upper bound of this distance
 * @param completeFrom distance from which all particles are in the files; negative infinity if no
 *     nearer file exists
 * @param completeTo distance to which they are; infinity if no farther file exists
 * @param rows number of particles in the files
 */
public record ConeSlice(
    int number,
    double from,
    double to,
    double completeFrom,
    double completeTo,
    List<Piece> files,
    long rows) {
  /**
   * Number of members that sets the unit of potentials, as a bound of their sums. It must not
   * depend on the groups of a slice.
   */
  public static final long LONGEST_GROUP = 1 << 24;

  /**
   * Radii around a centre within which all particles must be known. The last crossing of a density
   * is looked for outside of what is found, and could be missed where particles are.
   */
  private static final int SURROUNDINGS = 4;

  /** Whether a group belongs to this slice. */
  public boolean owns(double nearest) {
    return nearest >= from && nearest < to;
  }

  /**
   * Returns the reason why measured groups could differ from those of a search in all particles.
   *
   * @param critical critical density today, in units of the snapshot
   * @return a sentence with the remedy; empty if they cannot
   */
  public String fault(GroupCatalogue groups, double critical) {
    GroupSpheres spheres = groups.spheres();
    if (!spheres.options().enabled()) {
      return "";
    }
    long longest = Arrays.stream(groups.sums().length()).max().orElse(0);
    if (longest > LONGEST_GROUP) {
      return ("a group has %d members, and with --so those of a search in slices have at most %d: give --slices 1, or leave --so out")
          .formatted(longest, LONGEST_GROUP);
    }
    int limits = spheres.limits().size();
    for (int g = 0; g < groups.groups(); g++) {
      double radius = 0;
      for (int s = g * limits; s < (g + 1) * limits; s++) {
        radius = Math.max(radius, spheres.radius()[s]);
      }
      double around =
          spheres.options().crossing() == Crossing.GADGET
              ? bracket(groups.sums().mass()[g], critical)
              : SURROUNDINGS * radius;
      double distance = Math.sqrt(square(spheres.centre(), g));
      if (distance + around > completeTo || distance - around < completeFrom) {
        return ("spheres of a group at a distance of %.6g need all particles up to %.4g around it, and for slice %d particles are complete from %.6g to %.6g: give an --overlap above %.3g")
            .formatted(
                distance,
                around,
                number,
                Math.max(0, completeFrom),
                completeTo,
                Math.max(distance + around - to, from - distance + around));
      }
    }
    return "";
  }

  /** The largest radius that Gadget-4 tries. */
  private static double bracket(double mass, double critical) {
    return 3 * Math.cbrt(3 * mass / (8 * Math.PI * 100 * critical));
  }

  /** The squared distance of the i-th of several positions. */
  public static double square(double[] xyz, int i) {
    double x = xyz[3 * i];
    double y = xyz[3 * i + 1];
    double z = xyz[3 * i + 2];
    return x * x + y * y + z * z;
  }
}
