package org.jzfof.dump.tables;

import java.util.List;
import org.jzfof.config.Crossing;
import org.jzfof.config.Overdensity;
import org.jzfof.dump.DumpOrigin;

/**
 * Spheres around the groups of a catalogue; sphere s of group g is number g·limits + s.
 *
 * @param origin the particles, and the catalogue as the queries
 * @param groups number of groups
 * @param limits mean densities of the spheres
 * @param crossing which radius was taken where there were several
 * @param position of the groups [3·groups], in units of the snapshot
 * @param mass inside [groups·limits]; null where nothing was measured
 * @param radius of the spheres [groups·limits]
 * @param number of particles inside [groups·limits]
 * @param profiles around the groups; null where none are wanted
 */
public record SphereTable(
    DumpOrigin origin,
    int groups,
    List<Overdensity> limits,
    Crossing crossing,
    double[] position,
    double[] mass,
    double[] radius,
    long[] number,
    ProfileTable profiles) {
  /** The same with profiles. */
  public SphereTable with(ProfileTable measured) {
    return new SphereTable(
        origin, groups, limits, crossing, position, mass, radius, number, measured);
  }
}
