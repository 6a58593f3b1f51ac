package org.jzfof.properties;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.so.SphereSource;

/** Device operations on the particles inside spheres as sets. */
public interface InsideKernels {
  /**
   * Points of this rank.
   *
   * @param source in Morton order
   * @param particles by the rows of the points
   * @param map of the coordinates
   * @param types that count, as bits of a {@link org.jzfof.so.Weight}
   */
  record Inside(SphereSource source, Particles particles, FixedPoint map, int types) {}

  /**
   * Sums of {@link Moments} over the points inside spheres.
   *
   * @param frames of the spheres, whose centres they have
   * @param square largest square of the distance of a point inside each, unsigned
   * @return rows of {@link Moments#LONGS} numbers
   */
  long[] moments(Inside points, Frames frames, long[] square);

  /**
   * Sums over the points inside {@link Ellipsoids}.
   *
   * @param centre fixed-point coordinates [3n]
   * @param square largest square of the distance of a point in question, unsigned
   * @return rows of {@link Ellipsoids#LONGS} numbers
   */
  long[] shapes(Inside points, int[] centre, long[] square, Ellipsoids ellipsoids);
}
