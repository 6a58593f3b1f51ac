package org.jzfof.groups.values;

import java.util.List;
import org.jzfof.config.Centre;
import org.jzfof.config.Overdensity;
import org.jzfof.config.SphereOptions;

/**
 * Spheres around the centres of groups; sphere s of group g is number g·limits + s.
 *
 * @param options options of the user, with the limits by increasing density and the softening as
 *     used
 * @param centre position of each centre [3G], snapshot length units
 * @param mass mass inside [G·limits], snapshot mass units; 0 without a sphere
 * @param radius radius [G·limits], snapshot length units; 0 without a sphere
 * @param number number of particles inside [G·limits]
 * @param several whether the first and the last crossing differ [G·limits]; null unless requested
 * @param id IDs of the deepest members [G]; null without IDs, and for other kinds of centres
 */
public record GroupSpheres(
    SphereOptions options,
    double[] centre,
    double[] mass,
    double[] radius,
    long[] number,
    boolean[] several,
    long[] id) {
  /** No spheres, for runs that request none. */
  public static final GroupSpheres NONE =
      new GroupSpheres(
          SphereOptions.NONE, new double[0], new double[0], new double[0], new long[0], null, null);

  /** Returns the mean densities of the spheres, increasing. */
  public List<Overdensity> limits() {
    return options.limits();
  }

  /** Returns whether the centre of a group is one of its members. */
  public boolean centredOnMembers() {
    return options.enabled() && options.centre() != Centre.COM;
  }
}
