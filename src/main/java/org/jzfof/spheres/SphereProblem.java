package org.jzfof.spheres;

import java.util.Arrays;
import org.jzfof.config.Crossing;

/**
 * Definition of the spheres to find around each centre.
 *
 * @param density mean densities of the spheres, in comoving units of the snapshot, increasing
 * @param critical critical density today, in the same units
 * @param crossing choice among several radii
 * @param flags whether to report spheres with several radii
 */
public record SphereProblem(double[] density, double critical, Crossing crossing, boolean flags) {
  /** Returns the number of spheres around each centre. */
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
}
