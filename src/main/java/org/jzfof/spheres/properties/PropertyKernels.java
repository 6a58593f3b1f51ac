package org.jzfof.spheres.properties;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.MemberList;

/** Device operations on the members of groups as sets of particles. */
public interface PropertyKernels {
  /**
   * Orders the members of each group by their distances from a centre.
   *
   * @param centre fixed-point coordinates [3G]
   * @param metric squares of distances
   * @param perMass members count their masses times this, rounded; 0 if they count 1
   */
  MassProfiles profiles(
      MemberList members,
      SortedPoints points,
      Particles particles,
      int[] centre,
      LinkCriterion metric,
      double perMass);

  /**
   * Sums of {@link Moments} over the members of each group.
   *
   * @param frames of the groups
   * @param map of the coordinates
   * @return rows of {@link Moments#LONGS} numbers [G]
   */
  long[] moments(
      MemberList members,
      SortedPoints points,
      Particles particles,
      MomentFrames frames,
      FixedPoint map);
}
