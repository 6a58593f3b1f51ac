package org.jzfof.dump.tables;

import java.util.List;
import org.jzfof.config.Crossing;
import org.jzfof.config.Overdensity;
import org.jzfof.dump.DumpOrigin;

/**
 * Spheres around the groups of a catalogue; sphere s of group g is number g·limits + s.
 *
 * @param origin the particles, and the catalogue as the queries
 * @param centres of the spheres, one for each group
 * @param limits mean densities of the spheres
 * @param crossing which radius was taken where there were several
 * @param mass inside [groups·limits]; null where nothing was measured
 * @param radius of the spheres [groups·limits]
 * @param number of particles inside [groups·limits]
 * @param several whether the first and the last crossing differ [groups·limits]; null where it was
 *     not asked for
 * @param profiles around the groups; null where none are wanted
 */
public record SphereTable(
    DumpOrigin origin,
    SphereCentres centres,
    List<Overdensity> limits,
    Crossing crossing,
    double[] mass,
    double[] radius,
    long[] number,
    boolean[] several,
    ProfileTable profiles) {
  /** Number of groups. */
  public int groups() {
    return centres.count();
  }

  /** The same without profiles, as it was measured. */
  public SphereTable with(double[] masses, double[] radii, long[] numbers, boolean[] flags) {
    return new SphereTable(origin, centres, limits, crossing, masses, radii, numbers, flags, null);
  }

  /** The same with profiles. */
  public SphereTable with(ProfileTable measured) {
    return new SphereTable(
        origin, centres, limits, crossing, mass, radius, number, several, measured);
  }
}
