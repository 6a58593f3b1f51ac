package org.jzfof.groups;

import org.jzfof.domain.Particles;

/**
 * Layout of the sums over the members of a group, as a row of {@link ExactSums}: the moments, then
 * the number of members per slot, then the mass per slot. Particles of one type have one slot,
 * particles of several types one slot per type.
 *
 * <p>The moments are the sums of m·d (3), of m·d² per dimension (3), of m·u (3), and of m·u². Here
 * m is the mass in units of 2^massExponent, d the minimum-image difference to the position of the
 * reference in units of 2^31 cells, and u the difference to its velocity in units of
 * 2^(speedExponent + 1), with the exponents of the {@link GroupReference}, so that all terms are
 * between -1 and 1. Numbers of members are integers.
 *
 * @param types number of particle types T
 */
public record SumColumns(int types, int firstType, int slots) {
  /** Number of moments per group. */
  public static final int MOMENTS = 10;

  /** Number of cells in the unit of differences of positions. */
  public static final double CELLS = 0x1p31;

  /** Returns the layout for given particles. */
  public static SumColumns of(Particles particles) {
    int types = particles.massOfType().length;
    return particles.types() == null
        ? new SumColumns(types, particles.onlyType(), 1)
        : new SumColumns(types, 0, types);
  }

  /** Returns the number of longs per group. */
  public int width() {
    return ExactSums.LONGS * (MOMENTS + 2 * slots);
  }

  /** Returns the first long of a moment. */
  public int moment(int moment) {
    return ExactSums.LONGS * moment;
  }

  /** Returns the first long of the number of members of a type that has a slot. */
  public int count(int type) {
    return ExactSums.LONGS * (MOMENTS + type - firstType);
  }

  /** Returns the first long of the mass of a type that has a slot. */
  public int mass(int type) {
    return count(type) + ExactSums.LONGS * slots;
  }

  /**
   * Returns the moments divided by the mass of all members; zeros if the mass is 0.
   *
   * @param row first long of the row
   */
  public double[] means(long[] sums, int row) {
    long[] total = new long[ExactSums.LONGS];
    for (int t = firstType; t < firstType + slots; t++) {
      ExactSums.addRow(total, 0, sums, row + mass(t), ExactSums.LONGS);
    }
    double mass = ExactSums.value(total, 0);
    double[] means = new double[MOMENTS];
    for (int k = 0; mass > 0 && k < MOMENTS; k++) {
      means[k] = ExactSums.value(sums, row + moment(k)) / mass;
    }
    return means;
  }
}
