package org.jzfof.load;

import org.jzfof.config.RunOptions;
import org.jzfof.config.SphereOptions;
import org.jzfof.hdf5.Hdf5Library;

/**
 * What a search needs of the particles besides their positions, velocities and masses.
 *
 * @param ids whether IDs must be there
 * @param thermal whether thermal energies of gas count
 * @param threads of this rank that may read at once; 0 for as many as there are cores
 * @param spheres in which positions and masses of particles of other types count
 */
public record Needs(boolean ids, boolean thermal, int threads, SphereOptions spheres) {
  /** Of a run. */
  public static Needs of(RunOptions options) {
    int threads = options.execution().computer().threads();
    return new Needs(options.ids(), options.subhaloes().wanted(), threads, options.spheres());
  }

  int readers() {
    int cores = Hdf5Library.readingThreads();
    return threads == 0 ? cores : Math.min(threads, cores);
  }

  /** The needs of a search without spheres and without thermal energies of gas. */
  public static Needs ofIds(boolean ids) {
    return new Needs(ids, false, 0, SphereOptions.NONE);
  }
}
