package org.jzfof.bench;

import java.util.SplittableRandom;

/** Points in a cube, distributed as in publications on neighbour search. */
final class SyntheticPoints {
  /** Numbers of tiles of the plane along x and along y: 1000 tiles in total. */
  private static final int[] TILES = {40, 25};

  private static final double PEAK_WIDTH = 0.05;

  /** Central density of the cloud over the density at its edge. */
  private static final double CONTRAST = 1e5;

  /**
   * Root of x⁴ = x + 1, whose powers give the most uniform sequence of points in three dimensions.
   */
  private static final double ROOT = 1.2207440846057596;

  private SyntheticPoints() {}

  /**
   * Creates a mixture of Gaussians (CLOVER, section 4.1.2). The coordinates x and y are uniform.
   * The coordinate z has a normal distribution around one of 1000 random heights, with a standard
   * deviation of a twentieth of the side, in the periodic box. Each tile of the plane has one
   * height, so that the points lie around a hilly surface, where their density is up to eight times
   * the mean. Independent heights for each point would overlap to a uniform density.
   *
   * @return coordinates [3n], at least 0 and below the side
   */
  static float[] mixture(int n, double side, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] heights = random.doubles((long) TILES[0] * TILES[1]).toArray();
    float[] xyz = new float[3 * n];
    for (int i = 0; i < n; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      double height = heights[(int) (x * TILES[0]) * TILES[1] + (int) (y * TILES[1])];
      xyz[3 * i] = inBox(x, side);
      xyz[3 * i + 1] = inBox(y, side);
      xyz[3 * i + 2] = inBox(height + PEAK_WIDTH * random.nextGaussian(), side);
    }
    return xyz;
  }

  /**
   * Creates a spherical cloud late in its collapse, with a radius of half the side and without
   * Poisson noise. Its density falls as 1 / (1 + (r/c)²) to 10⁻⁵ at the edge, like that of an
   * isothermal cloud outside of a shrinking core (Larson 1969). The points follow a Kronecker
   * sequence in mass, height and angle.
   *
   * @return coordinates [3n], at least 0 and below the side
   */
  static float[] cloud(int n, double side, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] start = random.doubles(3).toArray();
    double edge = Math.sqrt(CONTRAST - 1);
    double mass = edge - Math.atan(edge);
    float[] xyz = new float[3 * n];
    for (int i = 0; i < n; i++) {
      double r = 0.5 * radius(mass * fraction(start[0] + i / ROOT), edge) / edge;
      double height = 2 * fraction(start[1] + i / (ROOT * ROOT)) - 1;
      double angle = 2 * Math.PI * fraction(start[2] + i / (ROOT * ROOT * ROOT));
      double across = Math.sqrt(1 - height * height);
      xyz[3 * i] = inBox(0.5 + r * across * Math.cos(angle), side);
      xyz[3 * i + 1] = inBox(0.5 + r * across * Math.sin(angle), side);
      xyz[3 * i + 2] = inBox(0.5 + r * height, side);
    }
    return xyz;
  }

  /** Returns the radius, in units of the core radius, that encloses the mass x - atan(x). */
  private static double radius(double mass, double edge) {
    double low = 0;
    double high = edge;
    for (double x = 0.5 * edge; low < x && x < high; x = 0.5 * (low + high)) {
      if (x - Math.atan(x) < mass) {
        low = x;
      } else {
        high = x;
      }
    }
    return high;
  }

  private static double fraction(double x) {
    return x - Math.floor(x);
  }

  /** Converts a multiple of the side into a coordinate in the periodic box. */
  private static float inBox(double x, double side) {
    float rounded = (float) (fraction(x) * side);
    return rounded < side ? rounded : 0;
  }
}
