package org.jzfof.domain;

import java.util.function.BiPredicate;

/**
 * The boxes that together hold a ball: one box, or several where the ball reaches around a periodic
 * box. The boxes are slightly larger than the ball, because coordinates are rounded to fixed point.
 * One object serves one ball after another.
 */
public final class BallBoxes {
  private static final double CELLS = 0x1p32;
  private static final double SLACK = 16;

  private final FixedPoint map;
  private final int[][] lower = new int[2][3];
  private final int[][] upper = new int[2][3];
  private final int[] parts = new int[3];

  public BallBoxes(FixedPoint map) {
    this.map = map;
  }

  /**
   * Replaces the ball.
   *
   * @param x fixed-point coordinate of the centre, as {@code y} and {@code z}
   * @param radius radius in length units
   */
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

  /** Whether any of the boxes holds a position whose key is in the range. */
  public boolean meet(KeyRange range) {
    return any(range::meets);
  }

  /** Whether any of the boxes holds a position whose key is not in the range. */
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
