package org.jzfof.bench.sets;

import java.util.SplittableRandom;
import org.jzfof.domain.MockParticles;

/** Points with an isotropic normal distribution about the centre of the unit cube. */
record NormalPoints(long seed) implements Placement {
  /** Standard deviation along each dimension: ten of them are half of the side. */
  static final double DEVIATION = 0.05;

  @Override
  public void place(long number, double[] xyz) {
    SplittableRandom random = MockParticles.stream(seed, number);
    for (int d = 0; d < 3; d++) {
      xyz[d] = 0.5 + DEVIATION * normal(random);
    }
  }

  /**
   * Draws a number of the standard normal distribution (Marsaglia and Bray 1964), the same with
   * every version of Java.
   */
  static double normal(SplittableRandom random) {
    double u;
    double square;
    do {
      u = 2 * random.nextDouble() - 1;
      double v = 2 * random.nextDouble() - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    return u * Math.sqrt(-2 * StrictMath.log(square) / square);
  }
}
