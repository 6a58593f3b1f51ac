package org.jzfof.plot;

import org.jzfof.error.UsageException;

/**
 * The part of a box that is projected along an axis onto the level of the other two. A periodic
 * slab may begin below 0 or end beyond the box.
 *
 * @param axis along which to project, 0 to 2
 * @param from lower end along that axis
 * @param to upper end
 * @param origin lower corner of the box [3]
 * @param side of the box [3]
 * @param periodic whether the box wraps around
 */
public record Slab(
    int axis, double from, double to, double[] origin, double[] side, boolean periodic) {
  /**
   * @throws UsageException if there is nothing between the ends
   */
  public Slab {
    if (!(to > from) || Double.isInfinite(to - from)) {
      throw new UsageException(
          "the slab from %s to %s is empty: give two increasing numbers".formatted(from, to));
    }
    if (periodic) {
      to = Math.min(to, from + side[axis]);
    }
  }

  /** The axis that is drawn to the right. */
  public int right() {
    return axis == 0 ? 1 : 0;
  }

  /** The axis that is drawn upwards. */
  public int up() {
    return axis == 2 ? 1 : 2;
  }

  /** Whether a coordinate along the axis lies inside. */
  public boolean holds(double x) {
    double distance = periodic ? wrapped(x - from, side[axis]) : x - from;
    return distance >= 0 && distance < to - from;
  }

  /** A coordinate in its box, as a fraction of the side; at least 0, and below 1 if periodic. */
  double fraction(int dimension, double x) {
    double offset = x - origin[dimension];
    return (periodic ? wrapped(offset, side[dimension]) : offset) / side[dimension];
  }

  private static double wrapped(double x, double length) {
    double remainder = x - length * Math.floor(x / length);
    return remainder < length ? remainder : 0;
  }
}
