package org.jzfof.domain;

import org.jzfof.error.SnapshotException;

/**
 * The volume that holds the particles.
 *
 * @param lower lower corner [3]; the origin if the box is periodic
 * @param size side lengths [3]; 0 in a flat dimension
 */
public record Box(double[] lower, double[] size, boolean periodic) {

  /**
   * Makes a periodic box [0, size).
   *
   * @throws SnapshotException when a side is negative or not finite, or all are 0
   */
  public static Box periodic(double... size) {
    double largest = 0;
    for (double side : size) {
      if (!(side >= 0) || Double.isInfinite(side)) {
        throw new SnapshotException(
            "BoxSize is "
                + describe(size)
                + ": a periodic box needs sides > 0; give --box L, or --open for an isolated system");
      }
      largest = Math.max(largest, side);
    }
    if (largest == 0) {
      throw new SnapshotException(
          "BoxSize is 0: give --box L for a periodic box, or --open for an isolated system");
    }
    return new Box(new double[3], size.clone(), true);
  }

  /**
   * Makes an open box around [lower, upper].
   *
   * @throws SnapshotException when its sides overflow
   */
  public static Box open(double[] lower, double[] upper) {
    double[] size = new double[3];
    for (int d = 0; d < 3; d++) {
      size[d] = upper[d] - lower[d];
      if (Double.isInfinite(size[d])) {
        throw new SnapshotException(
            "the particles span %s to %s: remove those that are absurdly far away"
                .formatted(lower[d], upper[d]));
      }
    }
    return new Box(lower.clone(), size, false);
  }

  /** The same box in another unit of length. */
  public Box times(double factor) {
    double[] corner = lower.clone();
    double[] sides = size.clone();
    for (int d = 0; d < sides.length; d++) {
      corner[d] *= factor;
      sides[d] *= factor;
    }
    return new Box(corner, sides, periodic);
  }

  /** Number of dimensions in which the box has an extent. */
  public int dimensions() {
    int n = 0;
    for (double side : size) {
      n += side > 0 ? 1 : 0;
    }
    return n;
  }

  /** Product of the sides that are not 0: a volume, or the area of a flat box. */
  private double measure() {
    double product = 1;
    for (double side : size) {
      product *= side > 0 ? side : 1;
    }
    return product;
  }

  /** Mean separation (V/N)^(1/d) of n particles in the d dimensions that have an extent. */
  public double meanSeparation(long n) {
    return Math.pow(measure() / Math.max(1, n), 1.0 / Math.max(1, dimensions()));
  }

  /** The sides for a message: one number for a cube. */
  public String describe() {
    return describe(size);
  }

  private static String describe(double[] size) {
    return size[0] == size[1] && size[1] == size[2]
        ? String.valueOf(size[0])
        : size[0] + " x " + size[1] + " x " + size[2];
  }
}
