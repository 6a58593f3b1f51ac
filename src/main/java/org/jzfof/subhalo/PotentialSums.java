package org.jzfof.subhalo;

/** Sums up potentials of masses at places: the step of the search with most of the work. */
public interface PotentialSums {
  /** Bits of the largest term of a sum; it is far below what coordinates are rounded by. */
  int TERM_BITS = 44;

  /**
   * Adds the potential of sources at places, positive and without the constant of gravity: each
   * source adds its mass times {@link org.jzfof.so.Softening#potential} times a scale, rounded to
   * the nearest integer, so that sums do not depend on their order.
   *
   * @param scale no term is above 2^{@link #TERM_BITS}
   * @param sign 1, or -1 to subtract
   * @param depth of the targets
   */
  void add(PointMasses sources, double scale, int sign, PointMasses targets, long[] depth);
}
