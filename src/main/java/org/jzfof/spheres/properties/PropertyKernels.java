package org.jzfof.spheres.properties;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.MemberList;

/** Device operations on the members of groups as sets of particles. */
public interface PropertyKernels {
  /**
   * Sorts the members of each group by their distances from a centre.
   *
   * @param centre fixed-point coordinates [3G]
   * @param perMass factor from masses to integer weights, which are rounded; 0 for weights of 1
   */
  MassProfiles profiles(
      MemberList members,
      SortedPoints points,
      Particles particles,
      int[] centre,
      LinkCriterion metric,
      double perMass);

  /**
   * Computes the sums of {@link Moments} over the members of each group.
   *
   * @return rows of {@link Moments#LONGS} numbers [G]
   */
  long[] moments(
      MemberList members,
      SortedPoints points,
      Particles particles,
      MomentFrames frames,
      FixedPoint map);
}
