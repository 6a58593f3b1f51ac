package org.jzfof.properties;

import org.jzfof.domain.FixedPoint;

/**
 * Reference frames of moments: for each set the fixed-point position of its centre, a stored
 * velocity, and units of mass, length and velocity. The units are powers of two, so that
 * multiplying by them is exact.
 *
 * @param rows of {@link #LONGS} numbers, floats as their bits
 */
public record Frames(long[] rows) {
  /** Numbers of a frame. */
  public static final int LONGS = 9;

  private static final int VELOCITY = 3;
  private static final int UNIT = 6;

  /** Bits of a sum; less than those of a long, as addends are rounded. */
  private static final int BITS = 61;

  /** Frames to be filled. */
  public static Frames allocate(int sets) {
    return new Frames(new long[LONGS * sets]);
  }

  /** Number of sets. */
  public int count() {
    return rows.length / LONGS;
  }

  /** Sets centre and velocity of a frame, which stand at {@code at} in their arrays. */
  public void set(int set, int[] centre, double[] velocity, int at) {
    for (int d = 0; d < 3; d++) {
      rows[LONGS * set + d] = centre[at + d];
      rows[LONGS * set + VELOCITY + d] = Double.doubleToRawLongBits(velocity[at + d]);
    }
  }

  /**
   * Sets the units of a set so that no sum of moments overflows.
   *
   * @param mass upper bound for that of the set
   * @param radius upper bound for the distance of a particle from the centre
   * @param speed upper bound for the absolute velocity of a particle in this frame
   */
  public void setUnits(int set, double mass, double radius, double speed) {
    double[] units = {Math.scalb(below(mass), BITS), below(radius), below(speed)};
    for (int i = 0; i < units.length; i++) {
      rows[LONGS * set + UNIT + i] = Double.doubleToRawLongBits(units[i]);
    }
  }

  /** A power of two whose product with a number is at most 1, and not much less. */
  private static double below(double bound) {
    return bound > 0 ? Math.scalb(1.0, -Math.getExponent(bound) - 1) : 1;
  }

  /** A coordinate of a centre. */
  public int centre(int set, int dimension) {
    return (int) rows[LONGS * set + dimension];
  }

  /** The factor of masses (0), lengths (1) or velocities (2). */
  double unit(int set, int which) {
    return Double.longBitsToDouble(rows[LONGS * set + UNIT + which]);
  }

  /**
   * Adds the moments of a particle of a set.
   *
   * @param sums rows of {@link Moments#LONGS} sums of all sets
   * @param map of the coordinates
   * @param cells distance from the centre [3]
   * @param stored velocity [3]
   */
  public void add(long[] sums, int set, FixedPoint map, int[] cells, double mass, double[] stored) {
    double[] x = new double[3];
    double[] v = new double[3];
    for (int d = 0; d < 3; d++) {
      double middle = Double.longBitsToDouble(rows[LONGS * set + VELOCITY + d]);
      x[d] = cells[d] * map.cell()[d] * unit(set, 1);
      v[d] = (stored[d] - middle) * unit(set, 2);
    }
    Moments.add(sums, Moments.LONGS * set, mass * unit(set, 0), x, v);
  }
}
