package org.jzfof.load;

import org.jzfof.config.SphereOptions;

/**
 * What a search needs of the particles besides their positions, velocities and masses.
 *
 * @param ids whether IDs must be there
 * @param thermal whether thermal energies of gas count
 * @param spheres in which positions and masses of particles of other types count
 */
public record Needs(boolean ids, boolean thermal, SphereOptions spheres) {
  /** Of a search without spheres, to which gas is as cold as all else. */
  public static Needs ofIds(boolean ids) {
    return new Needs(ids, false, SphereOptions.NONE);
  }
}
