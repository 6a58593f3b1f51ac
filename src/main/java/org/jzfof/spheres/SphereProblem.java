package org.jzfof.spheres;

import java.util.Arrays;
import org.jzfof.config.Crossing;

/**
 * Definition of the spheres to find around each centre.
 *
 * @param density mean densities of the spheres, in comoving units of the snapshot, increasing
 * @param ofCentres densities of each centre [n·spheres], in any order; null if all centres have
 *     {@code density}
 * @param critical critical density today, in the same units
 * @param crossing choice among several radii
 * @param flags whether to report spheres with several radii
 */
public record SphereProblem(
    double[] density, double[] ofCentres, double critical, Crossing crossing, boolean flags) {
  /** Creates a problem with the same densities for all centres. */
  public SphereProblem(double[] density, double critical, Crossing crossing, boolean flags) {
    this(density, null, critical, crossing, flags);
  }

  /** Returns the same problem with densities of each centre [n·spheres]. */
  public SphereProblem withDensities(double[] densities) {
    return new SphereProblem(density, densities, critical, crossing, flags);
  }

  /** Returns the number of spheres around each centre. */
  public int spheres() {
    return density.length;
  }

  /** Returns the mean density of a sphere of a centre. */
  double density(int centre, int sphere) {
    return ofCentres == null ? density[sphere] : ofCentres[centre * spheres() + sphere];
  }

  /** Returns the lowest mean density of the spheres of a centre. */
  double lowest(int centre) {
    double lowest = density(centre, 0);
    for (int s = 1; s < spheres(); s++) {
      lowest = Math.min(lowest, density(centre, s));
    }
    return lowest;
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
