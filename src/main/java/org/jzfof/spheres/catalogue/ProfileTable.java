package org.jzfof.spheres.catalogue;

import java.util.List;

/**
 * Radial profiles around the groups of a catalogue: what is within each of a number of radii;
 * radius e of group g is number g·E + e.
 *
 * @param edges radii over R200c [E], increasing
 * @param radius R200c of each group, 0 where there is none [groups]
 * @param types particle types, one after another
 * @param velocity mean peculiar velocity within R200c of each group [3·groups]; null without
 *     velocities
 */
public record ProfileTable(double[] edges, double[] radius, List<OfType> types, double[] velocity) {
  /**
   * Profiles of one particle type.
   *
   * @param mass within each radius [groups·E]
   * @param number of particles within each radius [groups·E]
   * @param dispersion peculiar velocities of each shell, expansion included [groups·(E-1)]; null
   *     without velocities
   * @param radial mean velocity away from the centre of each shell, expansion included
   *     [groups·(E-1)]; null without, or where it was not read
   */
  public record OfType(
      int type, double[] mass, long[] number, double[] dispersion, double[] radial) {}

  /** Mean densities in the shells between the radii [groups·(E-1)]; 0 where there is no R200c. */
  public double[] density(OfType of) {
    int shells = edges.length - 1;
    double[] density = new double[radius.length * shells];
    for (int g = 0; g < radius.length; g++) {
      for (int s = 0; s < shells && radius[g] > 0; s++) {
        int at = g * edges.length + s;
        double outer = Math.pow(edges[s + 1] * radius[g], 3);
        double inner = Math.pow(edges[s] * radius[g], 3);
        density[g * shells + s] =
            (of.mass[at + 1] - of.mass[at]) / (4 * Math.PI / 3 * (outer - inner));
      }
    }
    return density;
  }
}
