package org.jzfof.bench;

import java.util.SplittableRandom;

/** Points in a cube, distributed as in papers on neighbour search. */
final class DrawnPoints {
  /** Tiles of the plane along x and along y: 1000 in all. */
  private static final int[] TILES = {40, 25};

  private static final double PEAK_WIDTH = 0.05;

  /** The density in the middle of the cloud over that at its edge. */
  private static final double CONTRAST = 1e5;

  /** Root of x⁴ = x + 1, whose powers spread points over three dimensions most evenly. */
  private static final double ROOT = 1.2207440846057596;

  private DrawnPoints() {}

  /**
   * A mixture of Gaussians (CLOVER, section 4.1.2): x and y are uniform, and z is spread around one
   * of 1000 random heights by a twentieth of the side, around the periodic box. Each height is that
   * of a tile of the plane, so that the points lie about a hilly surface, where their density is up
   * to eight times the mean. Heights drawn for each point anew would overlap to an even density.
   *
   * @return coordinates [3n], from 0 to below the side
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
   * A spherical cloud late in its collapse, of half the side in radius and as even as a glass: its
   * density falls as 1 / (1 + (r/c)²) to 10⁻⁵ at the edge, as an isothermal cloud's does outside of
   * a core that shrinks (Larson 1969). Points follow the sequence of Kronecker in mass, height and
   * angle.
   *
   * @return coordinates [3n], from 0 to below the side
   */
  static float[] cloud(int n, double side, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] start = random.doubles(3).toArray();
    double edge = Math.sqrt(CONTRAST - 1);
    double mass = edge - Math.atan(edge);
    float[] xyz = new float[3 * n];
    for (int i = 0; i < n; i++) {
      double r = 0.5 * radius(mass * part(start[0] + i / ROOT), edge) / edge;
      double height = 2 * part(start[1] + i / (ROOT * ROOT)) - 1;
      double angle = 2 * Math.PI * part(start[2] + i / (ROOT * ROOT * ROOT));
      double across = Math.sqrt(1 - height * height);
      xyz[3 * i] = inBox(0.5 + r * across * Math.cos(angle), side);
      xyz[3 * i + 1] = inBox(0.5 + r * across * Math.sin(angle), side);
      xyz[3 * i + 2] = inBox(0.5 + r * height, side);
    }
    return xyz;
  }

  /** Radius in units of the core within which x - atan(x) is the mass. */
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

  private static double part(double x) {
    return x - Math.floor(x);
  }

  /** A multiple of the side, around the periodic box. */
  private static float inBox(double x, double side) {
    float rounded = (float) (part(x) * side);
    return rounded < side ? rounded : 0;
  }
}
