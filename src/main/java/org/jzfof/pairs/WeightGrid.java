package org.jzfof.pairs;

/**
 * Weights as integers of 32 bits, so that sums do not depend on their order: multiples of 2^-32 of
 * the power of two above the largest weight.
 *
 * @param exponent a step is 2^exponent
 */
public record WeightGrid(int exponent) {
  private static final long MAX = 0xffffffffL;

  /** Creates the grid for a finite largest weight. */
  public static WeightGrid of(double largest) {
    return new WeightGrid(Math.getExponent(largest) + 1 - Integer.SIZE);
  }

  /** Returns the number of steps nearest to a non-negative weight, unsigned. */
  public int steps(double weight) {
    return (int) Math.min(MAX, (long) Math.rint(scaled(weight)));
  }

  /** Returns the relative rounding error of a weight; 0 for a weight of 0. */
  public double rounding(double weight) {
    double scaled = scaled(weight);
    return scaled == 0 ? 0 : Math.abs(Integer.toUnsignedLong(steps(weight)) - scaled) / scaled;
  }

  private double scaled(double weight) {
    return Math.scalb(weight, -exponent);
  }
}
