package org.jzfof.spheres.properties;

import org.jzfof.domain.FixedPoint;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Spheres;

/** Sums of {@link Moments} over the points of all ranks inside spheres. */
record InsideSums(InsideKernels kernels, FixedPoint map) {
  /**
   * Returns the sums inside spheres. Every rank calls this method.
   *
   * @param types types that count, as bits of a {@link org.jzfof.spheres.Weight}
   * @return rows of {@link Moments#LONGS} numbers
   */
  long[] moments(SphereSums points, Spheres spheres, MomentFrames frames, int types) {
    return points.sums(
        spheres,
        frames,
        Moments.LONGS,
        (source, batch, about) ->
            kernels.moments(
                new InsideKernels.Inside(source.points(), source.particles(), map, types),
                batch,
                about));
  }
}
