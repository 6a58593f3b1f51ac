package org.jzfof.bench.sets;

import java.util.SplittableRandom;
import org.jzfof.error.UsageException;

/**
 * A mixture of Gaussians about a hilly surface in a periodic box. The coordinates x and y are
 * uniform. The coordinate z has a normal distribution around one of 1000 random heights, with a
 * standard deviation of a twentieth of the side. Each tile of the plane has one height, so that the
 * density at a point is up to eight times the mean.
 *
 * @param xyz coordinates [3n] in the unit cube; the points follow each other in one stream of
 *     random numbers
 */
record MixturePoints(double[] xyz) implements Placement {
  private static final int MAX_PARTICLES = (Integer.MAX_VALUE - 8) / 3;

  /** Numbers of tiles of the plane along x and along y: 1000 tiles in total. */
  private static final int[] TILES = {40, 25};

  private static final double PEAK_WIDTH = 0.05;

  static MixturePoints of(long n, long seed) {
    if (n > MAX_PARTICLES) {
      throw new UsageException(
          "%d particles: a mixture has 1 to %d; the set hills has any number"
              .formatted(n, MAX_PARTICLES));
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] heights = random.doubles((long) TILES[0] * TILES[1]).toArray();
    double[] xyz = new double[3 * (int) n];
    for (int i = 0; i < xyz.length; i += 3) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      double height = heights[(int) (x * TILES[0]) * TILES[1] + (int) (y * TILES[1])];
      xyz[i] = x;
      xyz[i + 1] = y;
      xyz[i + 2] = height + PEAK_WIDTH * random.nextGaussian();
    }
    return new MixturePoints(xyz);
  }

  @Override
  public void place(long number, double[] place) {
    System.arraycopy(xyz, 3 * (int) number, place, 0, 3);
  }
}
