package org.jzfof.spheres.properties;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.Spheres;

/** Device operations on the particles inside spheres as sets. */
public interface InsideKernels {
  /**
   * Points of this rank.
   *
   * @param source in Morton order
   * @param particles by the rows of the points
   * @param map of the coordinates
   * @param types that count, as bits of a {@link org.jzfof.spheres.Weight}
   */
  record Inside(SphereSource source, Particles particles, FixedPoint map, int types) {}

  /**
   * Sums of {@link Moments} over the points inside spheres.
   *
   * @param frames of the spheres, with the same centres
   * @return rows of {@link Moments#LONGS} numbers
   */
  long[] moments(Inside points, Spheres spheres, MomentFrames frames);

  /**
   * Sums over the points inside {@link Ellipsoids}.
   *
   * @param spheres that hold them
   * @return rows of {@link Ellipsoids#LONGS} numbers
   */
  long[] shapes(Inside points, Spheres spheres, Ellipsoids ellipsoids);
}
