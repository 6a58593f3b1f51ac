package org.jzfof.load.checks;

/**
 * The sum of masses as multiples of a unit, so fine that their rounding does not matter, and so
 * coarse that doubles add them up without any: the same for any order, threads and ranks.
 */
public final class MassSum implements Tally {
  /** Doubles add up integers below 2^53 without rounding. */
  private static final int BITS = 50;

  private final double unit;
  private double units;

  /**
   * @param expected the sum, to a factor of eight; NaN where it is of no interest, and is then NaN
   */
  public MassSum(double expected) {
    this.unit =
        Double.isNaN(expected) ? expected : Math.scalb(1.0, Math.getExponent(expected) - BITS);
  }

  /** Adds some masses. */
  public void add(float[] masses, int count) {
    double perUnit = 1 / unit;
    double even = 0;
    double odd = 0;
    for (int i = 0; i + 1 < count; i += 2) { // two sums do not wait for each other
      even += Math.rint(masses[i] * perUnit);
      odd += Math.rint(masses[i + 1] * perUnit);
    }
    units += even + odd + (count % 2 == 1 ? Math.rint(masses[count - 1] * perUnit) : 0);
  }

  /** As {@link #add(float[], int)}. */
  public void add(double[] masses, int count) {
    double perUnit = 1 / unit;
    for (int i = 0; i < count; i++) {
      units += Math.rint(masses[i] * perUnit);
    }
  }

  /** The sum. */
  public double value() {
    return units * unit;
  }

  @Override
  public long[] seen() {
    return new long[] {Double.doubleToRawLongBits(units)};
  }

  @Override
  public void join(long[][] seen) {
    units = 0;
    for (long[] of : seen) {
      units += Double.longBitsToDouble(of[0]);
    }
  }
}
