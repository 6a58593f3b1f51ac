package org.jzfof.plot;

import org.jzfof.error.UsageException;

/**
 * The part of a box that is projected along an axis onto the plane of the other two. A periodic
 * slab may begin below 0 or end beyond the box.
 *
 * @param axis axis of the projection, 0 to 2
 * @param origin lower corner of the box [3]
 * @param side side lengths of the box [3]
 */
public record Slab(
    int axis, double from, double to, double[] origin, double[] side, boolean periodic) {
  /**
   * @throws UsageException if the slab is empty
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

  /** Axis that is drawn to the right. */
  public int right() {
    return axis == 0 ? 1 : 0;
  }

  /** Axis that is drawn upwards. */
  public int up() {
    return axis == 2 ? 1 : 2;
  }

  /** Returns whether a coordinate along the axis lies inside of the slab. */
  public boolean holds(double x) {
    double distance = periodic ? wrapped(x - from, side[axis]) : x - from;
    return distance >= 0 && distance < to - from;
  }

  /**
   * Returns a coordinate as a fraction of the side of the box; at least 0, and below 1 if periodic.
   */
  double fraction(int dimension, double x) {
    double offset = x - origin[dimension];
    return (periodic ? wrapped(offset, side[dimension]) : offset) / side[dimension];
  }

  private static double wrapped(double x, double length) {
    double remainder = x - length * Math.floor(x / length);
    return remainder < length ? remainder : 0;
  }
}
