package org.jzfof.spheres.properties;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;
import org.jzfof.spheres.SphereAttributes;
import org.jzfof.threads.Parallel;

/**
 * Reference frames of moments: for each set of particles the fixed-point position of its centre, a
 * stored velocity, and units of mass, length and velocity. The units are powers of two, so that
 * multiplication by them is exact.
 *
 * @param centre fixed-point coordinates [3n], with 64 bits as in the rows of a device
 * @param velocity stored velocities [3n]
 * @param unit factors of masses, lengths and velocities [3n]
 */
public record MomentFrames(long[] centre, double[] velocity, double[] unit)
    implements SphereAttributes<MomentFrames> {
  /** Number of bits of a sum; fewer than those of a long, as addends are rounded. */
  private static final int BITS = 61;

  /** Number of words of a row of a table. */
  public static final int WORDS = 9;

  /** Allocates frames of zeros, to be filled. */
  public static MomentFrames allocate(int sets) {
    return new MomentFrames(new long[3 * sets], new double[3 * sets], new double[3 * sets]);
  }

  @Override
  public MomentFrames like(int spheres) {
    return allocate(spheres);
  }

  @Override
  public TypedColumns columns() {
    return new TypedColumns().longs(centre, 3).doubles(velocity, 3).doubles(unit, 3);
  }

  /** Returns all frames as rows of 64-bit words, as a GPU reads them (moments.cuh). */
  public long[] toTable() {
    long[] words = new long[Math.multiplyExact(WORDS, count())];
    Parallel.forEach(
        count(),
        Parallel.GRAIN,
        set -> {
          for (int d = 0; d < 3; d++) {
            words[WORDS * set + d] = centre[3 * set + d];
            words[WORDS * set + 3 + d] = Double.doubleToRawLongBits(velocity[3 * set + d]);
            words[WORDS * set + 6 + d] = Double.doubleToRawLongBits(unit[3 * set + d]);
          }
        });
    return words;
  }

  /** Returns the number of sets. */
  public int count() {
    return unit.length / 3;
  }

  /** Sets centre and velocity of a frame from arrays, from index {@code at} on. */
  public void set(int set, int[] centres, double[] velocities, int at) {
    for (int d = 0; d < 3; d++) {
      centre[3 * set + d] = centres[at + d];
      velocity[3 * set + d] = velocities[at + d];
    }
  }

  /**
   * Sets the units of a set so that no sum of moments overflows.
   *
   * @param mass upper bound of the set's mass
   * @param radius upper bound of the distance of a particle from the centre
   * @param speed upper bound of the speed of a particle in this frame
   */
  public void setUnits(int set, double mass, double radius, double speed) {
    unit[3 * set] = unitOfMasses(mass);
    unit[3 * set + 1] = reciprocalPower(radius);
    unit[3 * set + 2] = reciprocalPower(speed);
  }

  /** Returns the unit of masses of a set with at most a given mass. */
  static double unitOfMasses(double mass) {
    return Math.scalb(reciprocalPower(mass), BITS);
  }

  /** Returns a power of two whose product with a number is at most 1, and not much less. */
  private static double reciprocalPower(double bound) {
    return bound > 0 ? Math.scalb(1.0, -Math.getExponent(bound) - 1) : 1;
  }

  /** Returns a coordinate of a centre. */
  public int centre(int set, int dimension) {
    return (int) centre[3 * set + dimension];
  }

  /** Returns the factor of masses (0), lengths (1) or velocities (2). */
  double unit(int set, int which) {
    return unit[3 * set + which];
  }

  /**
   * Adds the moments of a particle of a set.
   *
   * @param cells difference from the centre in cells [3]
   * @param stored stored velocity [3]
   */
  public void add(long[] sums, int set, FixedPoint map, int[] cells, double mass, double[] stored) {
    double[] x = new double[3];
    double[] v = new double[3];
    for (int d = 0; d < 3; d++) {
      x[d] = cells[d] * map.cell()[d] * unit(set, 1);
      v[d] = (stored[d] - velocity[3 * set + d]) * unit(set, 2);
    }
    Moments.add(sums, Moments.LONGS * set, mass * unit(set, 0), x, v);
  }
}
