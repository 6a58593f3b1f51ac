package org.jzfof.spheres.catalogue;

import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.neighbours.files.NeighbourOrigin;

/**
 * Spheres around the groups of a catalogue.
 *
 * @param origin origin of the particles, and of the catalogue as the queries
 * @param spheres spheres of all groups; without masses, radii and numbers before a measurement
 * @param properties properties of the particles inside the spheres of all groups
 * @param linked particle types that form groups; dark matter of other types is contamination
 * @param profiles profiles around the groups; null unless requested
 */
public record SphereTable(
    NeighbourOrigin origin,
    SphereCentres centres,
    GroupSpheres spheres,
    GroupProperties properties,
    int[] linked,
    ProfileTable profiles) {
  /** Returns the number of groups. */
  public int groups() {
    return centres.count();
  }

  /** Returns a table with measured spheres and properties, and without profiles. */
  public SphereTable with(GroupSpheres measured, GroupProperties inside) {
    return new SphereTable(origin, centres, measured, inside, linked, null);
  }

  /** Returns a table with profiles. */
  public SphereTable with(ProfileTable measured) {
    return new SphereTable(origin, centres, spheres, properties, linked, measured);
  }
}
