package org.jzfof.properties;

import java.util.stream.IntStream;

/**
 * What moments of sets are taken about, and in which units. Units are powers of two, so that
 * multiplying with them is exact.
 *
 * @param centre fixed-point coordinates [3n]
 * @param velocity stored velocities [3n]
 * @param unit factors for masses, lengths and velocities [3n]
 */
public record Frames(int[] centre, double[] velocity, double[] unit) {
  /** Longs of a frame that travels. */
  public static final int LONGS = 9;

  /** Bits of a sum; less than those of a long, as addends are rounded. */
  private static final int BITS = 61;

  /** Frames without values. */
  public static Frames allocate(int sets) {
    return new Frames(new int[3 * sets], new double[3 * sets], new double[3 * sets]);
  }

  /** Number of sets. */
  public int count() {
    return centre.length / 3;
  }

  /**
   * Sets the units of a set so that no sum of moments overflows.
   *
   * @param mass upper bound for that of the set
   * @param radius upper bound for the distance of a particle from the centre
   * @param speed upper bound for the absolute velocity of a particle in this frame
   */
  public void setUnits(int set, double mass, double radius, double speed) {
    unit[3 * set] = Math.scalb(below(mass), BITS);
    unit[3 * set + 1] = below(radius);
    unit[3 * set + 2] = below(speed);
  }

  /** A power of two whose product with a number is at most 1, and not much less. */
  private static double below(double bound) {
    return bound > 0 ? Math.scalb(1.0, -Math.getExponent(bound) - 1) : 1;
  }

  /**
   * Adds the moments of a particle of a set.
   *
   * @param sums rows of {@link Moments#LONGS} sums of all sets
   * @param cell cell sizes [3]
   * @param cells distance from the centre [3]
   * @param stored velocity [3]
   */
  public void add(long[] sums, int set, double[] cell, int[] cells, double mass, double[] stored) {
    double[] x = new double[3];
    double[] v = new double[3];
    for (int d = 0; d < 3; d++) {
      x[d] = cells[d] * cell[d] * unit[3 * set + 1];
      v[d] = (stored[d] - velocity[3 * set + d]) * unit[3 * set + 2];
    }
    Moments.add(sums, Moments.LONGS * set, mass * unit[3 * set], x, v);
  }

  /** Rows of numbers, for a journey. */
  public long[] pack() {
    long[] rows = new long[LONGS * count()];
    IntStream.range(0, count())
        .parallel()
        .forEach(
            set -> {
              for (int d = 0; d < 3; d++) {
                int at = LONGS * set + d;
                rows[at] = centre[3 * set + d];
                rows[at + 3] = Double.doubleToRawLongBits(velocity[3 * set + d]);
                rows[at + 6] = Double.doubleToRawLongBits(unit[3 * set + d]);
              }
            });
    return rows;
  }

  /** The frames of such rows. */
  public static Frames unpack(long[] rows) {
    Frames frames = allocate(rows.length / LONGS);
    IntStream.range(0, frames.count())
        .parallel()
        .forEach(
            set -> {
              for (int d = 0; d < 3; d++) {
                int at = LONGS * set + d;
                frames.centre[3 * set + d] = (int) rows[at];
                frames.velocity[3 * set + d] = Double.longBitsToDouble(rows[at + 3]);
                frames.unit[3 * set + d] = Double.longBitsToDouble(rows[at + 6]);
              }
            });
    return frames;
  }
}
