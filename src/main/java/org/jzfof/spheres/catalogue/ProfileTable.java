package org.jzfof.spheres.catalogue;

import java.util.List;
import org.jzfof.threads.Parallel;

/**
 * Radial profiles around the groups of a catalogue: sums within each of E radii; radius e of group
 * g has index g·E + e.
 *
 * @param edges radii in units of R200c [E], increasing
 * @param radius R200c of each group, 0 if undefined [groups]
 * @param velocity mean peculiar velocity within R200c of each group [3·groups]; null without
 *     velocities
 */
public record ProfileTable(double[] edges, double[] radius, List<OfType> types, double[] velocity) {
  /** Minimum number of groups per thread. */
  private static final int GRAIN = 1 << 6;

  /**
   * Profiles of one particle type.
   *
   * @param mass within each radius [groups·E]
   * @param number number of particles within each radius [groups·E]
   * @param dispersion one-dimensional dispersion of peculiar velocities in each shell, with the
   *     expansion [groups·(E-1)]; null without velocities
   * @param radial mean velocity away from the centre in each shell, with the expansion
   *     [groups·(E-1)]; null without velocities, or if it was not read
   */
  public record OfType(
      int type, double[] mass, long[] number, double[] dispersion, double[] radial) {}

  /** Returns the mean densities in the shells between the radii [groups·(E-1)]; 0 without R200c. */
  public double[] density(OfType of) {
    int shells = edges.length - 1;
    double[] density = new double[radius.length * shells];
    Parallel.forEach(
        radius.length,
        GRAIN,
        g -> {
          double inner = Math.pow(edges[0] * radius[g], 3);
          for (int s = 0; s < shells && radius[g] > 0; s++) {
            int at = g * edges.length + s;
            double outer = Math.pow(edges[s + 1] * radius[g], 3);
            density[g * shells + s] =
                (of.mass[at + 1] - of.mass[at]) / (4 * Math.PI / 3 * (outer - inner));
            inner = outer;
          }
        });
    return density;
  }
}
