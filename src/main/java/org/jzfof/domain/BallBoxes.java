package org.jzfof.domain;

import java.util.function.BiPredicate;

/**
 * The boxes that together hold a ball: one, or more where it reaches around a periodic box. They
 * are a little larger, for the rounding to fixed point. Scratch space for one ball after another.
 */
public final class BallBoxes {
  private static final double CELLS = 0x1p32;
  private static final double SLACK = 16;

  private final FixedPoint map;
  private final int[][] lower = new int[2][3];
  private final int[][] upper = new int[2][3];
  private final int[] parts = new int[3];

  /**
   * @param map fixed-point map of the box
   */
  public BallBoxes(FixedPoint map) {
    this.map = map;
  }

  /** Takes a ball with its centre at fixed-point coordinates and a radius in length units. */
  public void set(int x, int y, int z, double radius) {
    set(0, x, radius);
    set(1, y, radius);
    set(2, z, radius);
  }

  private void set(int d, int centre, double radius) {
    double cells = radius / map.cell()[d] * (1 + 0x1p-20) + SLACK;
    parts[d] = 1;
    if (!(map.cell()[d] > 0) || !(cells < CELLS / 2 - 1)) {
      lower[0][d] = Integer.MIN_VALUE;
      upper[0][d] = Integer.MAX_VALUE;
      return;
    }
    long low = centre - (long) cells;
    long high = centre + (long) cells;
    lower[0][d] = (int) Math.max(low, Integer.MIN_VALUE);
    upper[0][d] = (int) Math.min(high, Integer.MAX_VALUE);
    if (map.periodic() && (low < Integer.MIN_VALUE || high > Integer.MAX_VALUE)) {
      parts[d] = 2;
      lower[1][d] = low < Integer.MIN_VALUE ? (int) low : Integer.MIN_VALUE;
      upper[1][d] = low < Integer.MIN_VALUE ? Integer.MAX_VALUE : (int) high;
    }
  }

  /** Whether any of the boxes has a place with a key of the range. */
  public boolean meet(KeyRange range) {
    return any(range::meets);
  }

  /** Whether any of the boxes has a place whose key is not in the range. */
  public boolean leave(KeyRange range) {
    return any((low, high) -> !range.holds(low, high));
  }

  private boolean any(BiPredicate<int[], int[]> test) {
    for (int x = 0; x < parts[0]; x++) {
      for (int y = 0; y < parts[1]; y++) {
        for (int z = 0; z < parts[2]; z++) {
          if (test.test(
              new int[] {lower[x][0], lower[y][1], lower[z][2]},
              new int[] {upper[x][0], upper[y][1], upper[z][2]})) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
