package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The local density of particles among all others: of the 64 nearest, itself counted, by a cubic
 * spline that vanishes at the distance of the last (Gadget-4, subfind_density.cc). All pairs.
 */
final class OracleDensity {
  static final int NEIGHBOURS = 64;

  private final OracleParticles all;
  private final int[] everything;

  OracleDensity(OracleParticles all) {
    this.all = all;
    this.everything = IntStream.range(0, all.count()).toArray();
  }

  /** Densities of some particles; 0 elsewhere [n]. */
  double[] of(int[] particles) {
    double[] density = new double[all.count()];
    Arrays.stream(particles).parallel().forEach(i -> density[i] = at(i));
    return density;
  }

  private double at(int centre) {
    int[] nearest = all.nearest(centre, everything, NEIGHBOURS);
    double h = all.length(all.square(centre, nearest[nearest.length - 1]));
    double sum = 0;
    for (int i : nearest) {
      sum += all.mass()[i] * kernel(all.length(all.square(centre, i)) / h);
    }
    return h > 0 ? 8 / Math.PI * sum / (h * h * h) : Double.POSITIVE_INFINITY;
  }

  private static double kernel(double u) {
    return u < 0.5 ? 1 + 6 * (u - 1) * u * u : 2 * (1 - u) * (1 - u) * (1 - u);
  }

  /** Members by decreasing density, equal ones by ID. */
  static int[] order(OracleParticles all, double[] density, int[] members) {
    return IntStream.of(members)
        .boxed()
        .sorted(
            (i, j) ->
                density[i] != density[j]
                    ? Double.compare(density[j], density[i])
                    : all.compareIds(i, j))
        .mapToInt(i -> i)
        .toArray();
  }
}
