package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The local density of particles among all others: of the 64 nearest, itself counted, by a cubic
 * spline that vanishes at the distance of the last (Gadget-4, subfind_density.cc). Distances are in
 * cells and those of the search for neighbours, terms are integers; all pairs.
 */
final class OracleDensity {
  static final int NEIGHBOURS = 64;

  private static final double WHOLE = 0x1p32;
  private static final double INTEGERS = 0x1p50;

  private final OracleParticles all;
  private final int neighbours;
  private final double unit;

  OracleDensity(OracleParticles all) {
    this(all, NEIGHBOURS, above(all.mass()));
  }

  /**
   * @param unit of masses
   */
  OracleDensity(OracleParticles all, int neighbours, double unit) {
    this.all = all;
    this.neighbours = Math.min(neighbours, all.count());
    this.unit = unit;
  }

  /** A power of two above all masses. */
  static double above(double... mass) {
    return Math.scalb(1.0, Math.getExponent(Arrays.stream(mass).max().orElse(0)) + 1);
  }

  /** Densities of some particles; 0 elsewhere [n]. */
  double[] of(int[] particles) {
    double[] density = new double[all.count()];
    double[] coordinate = new double[3 * all.count()];
    Arrays.setAll(coordinate, c -> coordinate(c / 3, c % 3, size(c % 3)));
    Arrays.stream(particles).parallel().forEach(i -> density[i] = at(i, coordinate));
    return density;
  }

  private double at(int centre, double[] coordinate) {
    double[] size = {size(0), size(1), size(2)};
    double[] distance = new double[all.count()];
    for (int i = 0; i < distance.length; i++) {
      distance[i] = distance(centre, i, coordinate, size);
    }
    double h = largestOfNearest(distance);
    if (h == 0) {
      return Double.POSITIVE_INFINITY;
    }
    long sum = 0; // those at h itself add nothing
    for (int i = 0; i < distance.length; i++) {
      if (distance[i] <= h) {
        sum += (long) Math.rint(all.mass()[i] / unit * kernel(distance[i] / h) * INTEGERS);
      }
    }
    return 8 / Math.PI * (sum / INTEGERS) / (h * h * h);
  }

  private double largestOfNearest(double[] distance) {
    double[] nearest = new double[neighbours]; // increasing
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    for (double d : distance) {
      if (d < nearest[neighbours - 1]) {
        int at = neighbours - 1;
        for (; at > 0 && nearest[at - 1] > d; at--) {
          nearest[at] = nearest[at - 1];
        }
        nearest[at] = d;
      }
    }
    return nearest[neighbours - 1];
  }

  private static double kernel(double u) {
    double v = 1 - u;
    return u < 0.5 ? 1 - 6 * u * u * v : 2 * v * v * v;
  }

  /** Of the cells in a dimension, in units of the largest. */
  private double size(int d) {
    return all.map().cell()[d] / all.map().largestCell();
  }

  /** In units of the largest cell. */
  private double distance(int i, int j, double[] coordinate, double[] size) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double difference = image(coordinate[3 * i + d], coordinate[3 * j + d], WHOLE * size[d]);
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  /** Of the nearest image; what the difference was rounded by is put back. */
  private double image(double a, double b, double side) {
    double difference = a - b;
    if (!all.map().periodic() || Math.abs(difference) < side / 2) {
      return difference;
    }
    double wrapped = Math.abs(difference) - side;
    double taken = difference - a;
    double rounding = (a - (difference - taken)) - (b + taken);
    return side == 0 ? 0 : wrapped + Math.signum(difference) * rounding;
  }

  private double coordinate(int i, int d, double size) {
    return (all.place()[3 * i + d] + (all.map().periodic() ? WHOLE / 2 : 0)) * size;
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
