package org.jzfof.spheres.cpu;

import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.SphereScale;

/**
 * The last crossings of one centre after another (SphereKernels.lastMasses): bounds by ever smaller
 * nodes, then the falling iteration for each density, which begins where that for the one before
 * has ended.
 */
final class LastCrossings {
  private final SphereWalk[] walks;
  private final SphereScale scale;
  private final double[] density;
  private final int[] centre;
  private final int levels;

  /**
   * @param walks one for each run of points
   * @param centre fixed-point coordinates [3n]
   */
  LastCrossings(SphereWalk[] walks, SphereKernels.Limits limits, int[] centre) {
    this.walks = walks;
    this.scale = limits.scale();
    this.density = limits.density();
    this.centre = centre;
    int most = 0;
    for (SphereWalk walk : walks) {
      most = Math.max(most, walk.levels());
    }
    this.levels = most;
  }

  /**
   * Finds those of one centre.
   *
   * @param outermost square of a radius that none exceeds
   * @param masses takes one for each density, from {@code at} on
   */
  void find(int c, long outermost, long[] masses, int at) {
    long square = outermost;
    for (int level = levels - 1; level > 0; level--) {
      long most = square(sum(c, square, level), density[0]);
      square = Long.compareUnsigned(most, square) < 0 ? most : square;
    }
    long inCentre = sum(c, 0, 0);
    long mass = sum(c, square, 0);
    for (int s = 0; s < density.length; s++) {
      long within = sum(c, square(mass, density[s]), 0);
      while (within != mass) {
        mass = within;
        within = sum(c, square(mass, density[s]), 0);
      }
      masses[at + s] = mass > inCentre ? mass : 0;
      mass = Math.max(mass, inCentre); // a denser sphere holds no more
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
