package org.jzfof.bench.sets;

import java.util.SplittableRandom;
import org.jzfof.domain.MockParticles;

/**
 * Points about 1000 random heights, two readings of a sentence of CLOVER's paper (Kamel, Yan and
 * Chester 2025, section 4.1.2): "uniformly distributed between (-1000, 1000) over the x- and
 * y-coordinates; for the z-coordinate, 1000 peaks are selected at random from the range (-1000,
 * 1000) and coordinate values are distributed around those peaks with a standard deviation of 100.
 * This simulates a point cloud for a smooth but hilly 3d surface". The heights are not wrapped: the
 * unit cube holds the range and five standard deviations on either side of it.
 *
 * @param heights heights in fractions of the range [1000]
 * @param deviation standard deviation about a height, in fractions of the range
 * @param surface whether the place in the plane decides about the height, one for each of 40 by 25
 *     tiles; otherwise each point has any of them
 */
record HillPoints(long seed, double[] heights, double deviation, boolean surface)
    implements Placement {
  private static final int TILES_X = 40;
  private static final int TILES_Y = 25;

  /** Largest distance from a height, in standard deviations. */
  private static final double FARTHEST = 5;

  private static HillPoints of(long seed, double deviation, boolean surface) {
    double[] heights = new SplittableRandom(~seed).doubles(TILES_X * TILES_Y).toArray();
    return new HillPoints(seed, heights, deviation, surface);
  }

  /**
   * Makes the points as the sentence says, word for word. All heights together are nearly even, so
   * that the points are no surface.
   */
  static HillPoints peaks(long seed) {
    return of(seed, 0.05, false);
  }

  /**
   * Makes a surface of hills. The standard deviation is a hundredth of the range, with which the
   * work of the methods of the paper comes nearest to the ratios of its table 2.
   */
  static HillPoints hills(long seed) {
    return of(seed, 0.01, true);
  }

  @Override
  public void place(long number, double[] xyz) {
    SplittableRandom random = MockParticles.stream(seed, number);
    double x = random.nextDouble();
    double y = random.nextDouble();
    int height =
        surface
            ? (int) (x * TILES_X) * TILES_Y + (int) (y * TILES_Y)
            : random.nextInt(heights.length);
    double normal;
    do {
      normal = NormalPoints.normal(random);
    } while (Math.abs(normal) >= FARTHEST);
    xyz[0] = inCube(x);
    xyz[1] = inCube(y);
    xyz[2] = inCube(heights[height] + deviation * normal);
  }

  private double inCube(double fraction) {
    double margin = FARTHEST * deviation;
    return (fraction + margin) / (1 + 2 * margin);
  }
}
