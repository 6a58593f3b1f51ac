package org.jzfof.spheres.cpu;

import org.jzfof.device.Unsigned;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.SphereScale;

/**
 * Finds the last crossings of one centre after another (SphereKernels.lastMasses). Smaller and
 * smaller nodes give upper bounds; then the falling iteration for each density starts from the
 * result for the density before.
 */
final class LastCrossings {
  private final SphereWalk[] walks;
  private final SphereScale scale;
  private final double[] density;
  private final int[] centre;
  private final int levels;

  /**
   * @param walks one walk per set of points
   * @param centre fixed-point coordinates [3n]
   */
  LastCrossings(SphereWalk[] walks, SphereKernels.Limits limits, int[] centre) {
    this.walks = walks;
    this.scale = limits.scale();
    this.density = limits.density();
    this.centre = centre;
    int maxLevels = 0;
    for (SphereWalk walk : walks) {
      maxLevels = Math.max(maxLevels, walk.levels());
    }
    this.levels = maxLevels;
  }

  /**
   * Finds the crossings of one centre.
   *
   * @param outermost upper bound of the squared radii
   * @param masses receives one mass per density, from index {@code at} on
   */
  void find(int c, long outermost, long[] masses, int at) {
    long square = outermost;
    for (int level = levels - 1; level > 0; level--) {
      square = Unsigned.min(square(sum(c, square, level), density[0]), square);
    }
    long centreMass = sum(c, 0, 0);
    long mass = sum(c, square, 0);
    for (int s = 0; s < density.length; s++) {
      long within = sum(c, square(mass, density[s]), 0);
      while (within != mass) {
        mass = within;
        within = sum(c, square(mass, density[s]), 0);
      }
      masses[at + s] = mass > centreMass ? mass : 0;
      mass = Math.max(mass, centreMass); // a denser sphere holds no more
    }
  }

  private long square(long mass, double limit) {
    return scale.square(scale.radius(mass, limit));
  }

  private long sum(int c, long square, int lowestLevel) {
    long sum = 0;
    for (SphereWalk walk : walks) {
      sum += walk.sum(centre, 3 * c, square, lowestLevel);
    }
    return sum;
  }
}
