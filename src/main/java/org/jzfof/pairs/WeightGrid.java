package org.jzfof.pairs;

/**
 * Weights as integers of 32 bits, so that no sum depends on an order: multiples of 2^-32 of the
 * power of two above the largest.
 *
 * @param exponent of the power of two that a step is
 */
public record WeightGrid(int exponent) {
  private static final long MAX = 0xffffffffL;

  /**
   * @param largest of all weights, finite
   */
  public static WeightGrid of(double largest) {
    return new WeightGrid(Math.getExponent(largest) + 1 - Integer.SIZE);
  }

  /** The nearest step to a weight that is not negative, as an unsigned number. */
  public int steps(double weight) {
    return (int) Math.min(MAX, (long) Math.rint(scaled(weight)));
  }

  /** By which part of itself a weight is rounded; 0 for 0. */
  public double rounding(double weight) {
    double scaled = scaled(weight);
    return scaled == 0 ? 0 : Math.abs(Integer.toUnsignedLong(steps(weight)) - scaled) / scaled;
  }

  private double scaled(double weight) {
    return Math.scalb(weight, -exponent);
  }
}
