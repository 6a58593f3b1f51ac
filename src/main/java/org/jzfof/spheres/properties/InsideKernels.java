package org.jzfof.spheres.properties;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.Spheres;

/** Device operations on the sets of particles inside spheres. */
public interface InsideKernels {
  /**
   * Points of this rank.
   *
   * @param types types that count, as bits of a {@link org.jzfof.spheres.Weight}
   */
  record Inside(SphereSource source, Particles particles, FixedPoint map, int types) {}

  /**
   * Computes the sums of {@link Moments} over the points inside spheres.
   *
   * @return rows of {@link Moments#LONGS} numbers
   */
  long[] moments(Inside points, Spheres spheres, MomentFrames frames);

  /**
   * Computes the sums over the points inside {@link Ellipsoids}.
   *
   * @return rows of {@link Ellipsoids#LONGS} numbers
   */
  long[] shapes(Inside points, Spheres spheres, Ellipsoids ellipsoids);
}
