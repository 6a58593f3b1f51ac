package org.jzfof.spheres.properties;

import java.util.function.BiFunction;
import org.jzfof.domain.FixedPoint;
import org.jzfof.spheres.SphereAttributes;
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

  /**
   * Computes rows of numbers about all spheres. Every rank calls this method.
   *
   * @param soleRank ranks from {@link SphereSums#soleRanks}
   * @param width number of longs per sphere
   * @param kernel computes rows on the rank that has all points of a sphere
   * @param together computes rows of spheres whose points are on several ranks; every rank calls it
   */
  static <T extends SphereAttributes<T>> long[] rows(
      SphereSums points,
      Spheres spheres,
      T about,
      int[] soleRank,
      int width,
      SphereSums.SphereRows<T> kernel,
      BiFunction<Spheres, T, long[]> together) {
    long[] rows = points.onSoleRanks(spheres, about, soleRank, width, kernel);
    int[] several = SphereSums.onSeveralRanks(soleRank);
    long[] others = together.apply(spheres.select(several), about.select(several));
    for (int k = 0; k < several.length; k++) {
      System.arraycopy(others, width * k, rows, width * several[k], width);
    }
    return rows;
  }
}
