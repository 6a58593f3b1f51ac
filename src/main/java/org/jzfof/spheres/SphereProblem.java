package org.jzfof.spheres;

import java.util.Arrays;
import org.jzfof.config.Crossing;

/**
 * The spheres to find around each centre.
 *
 * @param density mean densities of the spheres, in comoving units of the snapshot, increasing
 * @param critical critical density of today, in these units
 * @param crossing which radius is taken where there are several
 * @param flags whether to tell where there are several
 */
public record SphereProblem(double[] density, double critical, Crossing crossing, boolean flags) {
  /** Number of spheres around each centre. */
  public int spheres() {
    return density.length;
  }

  /**
   * @throws IllegalArgumentException if the densities do not increase
   */
  public SphereProblem {
    double[] sorted = density.clone();
    Arrays.sort(sorted);
    if (!Arrays.equals(sorted, density) || !(density[0] > 0)) {
      throw new IllegalArgumentException("densities " + Arrays.toString(density));
    }
  }

  /** Without flags. */
  public SphereProblem(double[] density, double critical, Crossing crossing) {
    this(density, critical, crossing, false);
  }
}
