package org.jzfof.spheres.catalogue;

import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.neighbours.files.NeighbourOrigin;

/**
 * Spheres around the groups of a catalogue.
 *
 * @param origin the particles, and the catalogue as the queries
 * @param centres of the spheres, one for each group
 * @param spheres of all groups; without masses, radii and numbers where nothing was measured
 * @param properties of what is inside the spheres of all groups
 * @param linked types that make groups, from which contamination differs
 * @param profiles around the groups; null where none are wanted
 */
public record SphereTable(
    NeighbourOrigin origin,
    SphereCentres centres,
    GroupSpheres spheres,
    GroupProperties properties,
    int[] linked,
    ProfileTable profiles) {
  /** Number of groups. */
  public int groups() {
    return centres.count();
  }

  /** The same without profiles, as it was measured. */
  public SphereTable with(GroupSpheres measured, GroupProperties inside) {
    return new SphereTable(origin, centres, measured, inside, linked, null);
  }

  /** The same with profiles. */
  public SphereTable with(ProfileTable measured) {
    return new SphereTable(origin, centres, spheres, properties, linked, measured);
  }
}
