package org.jzfof.spheres.properties;

import java.util.Arrays;

/**
 * Sums over the particles of a set, where x is the position of a particle at its image nearest to
 * the centre, and v its velocity, both in the {@link MomentFrames frame} of the set: of m, m x, m
 * v, m x × v, m x·v, m x², m v², m |x|, m x·v / |x|. Addends are rounded to integers, so that sums
 * do not depend on their order.
 *
 * @param mean mass-weighted means of x and v [6]
 * @param angular mass-weighted mean of x × v [3]
 * @param square mass-weighted means of x·v, x² and v² [3]
 * @param distance mass-weighted mean of |x|
 * @param radial mass-weighted mean of x·v / |x|
 */
public record Moments(
    double mass, double[] mean, double[] angular, double[] square, double distance, double radial) {
  /** Number of longs of the sums of a set. */
  public static final int LONGS = 15;

  /**
   * Adds a particle.
   *
   * @param at index of the row's first sum
   * @param mass mass of the particle times the unit of masses
   * @param x position in the unit of lengths [3]
   * @param v velocity in the unit of velocities [3]
   */
  static void add(long[] sums, int at, double mass, double[] x, double[] v) {
    double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    double length = Math.sqrt(square);
    double along = x[0] * v[0] + x[1] * v[1] + x[2] * v[2];
    sums[at] += round(mass);
    sums[at + 1] += round(mass * x[0]);
    sums[at + 2] += round(mass * x[1]);
    sums[at + 3] += round(mass * x[2]);
    sums[at + 4] += round(mass * v[0]);
    sums[at + 5] += round(mass * v[1]);
    sums[at + 6] += round(mass * v[2]);
    sums[at + 7] += round(mass * (x[1] * v[2] - x[2] * v[1]));
    sums[at + 8] += round(mass * (x[2] * v[0] - x[0] * v[2]));
    sums[at + 9] += round(mass * (x[0] * v[1] - x[1] * v[0]));
    sums[at + 10] += round(mass * along);
    sums[at + 11] += round(mass * square);
    sums[at + 12] += round(mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    sums[at + 13] += round(mass * length);
    sums[at + 14] += round(mass * (length > 0 ? along / length : 0));
  }

  private static long round(double value) {
    return (long) Math.rint(value);
  }

  /**
   * Returns the moments from sums; for a set without mass all are 0.
   *
   * @param at index of the row's first sum
   */
  public static Moments of(long[] sums, int at, MomentFrames frames, int set) {
    double x = frames.unit(set, 1);
    double v = frames.unit(set, 2);
    double[] units = {x, x, x, v, v, v, x * v, x * v, x * v, x * v, x * x, v * v, x, v};
    double[] means = new double[units.length];
    for (int i = 0; i < means.length && sums[at] > 0; i++) {
      means[i] = sums[at + 1 + i] / (double) sums[at] / units[i];
    }
    return new Moments(
        sums[at] / frames.unit(set, 0),
        Arrays.copyOfRange(means, 0, 6),
        Arrays.copyOfRange(means, 6, 9),
        Arrays.copyOfRange(means, 9, 12),
        means[12],
        means[13]);
  }

  /**
   * Returns the one-dimensional dispersion of velocities with an added expansion about the centre
   * of mass: sqrt(sum m |v - mean v + flow (x - mean x)|² / (3 sum m)).
   *
   * @param flow velocity per distance of the expansion
   */
  public double dispersion(double flow) {
    double xv = square[0] - dot(0, 3);
    double xx = square[1] - dot(0, 0);
    double vv = square[2] - dot(3, 3);
    return Math.sqrt(Math.max(0, vv + 2 * flow * xv + flow * flow * xx) / 3);
  }

  /**
   * Returns the mean of (x - mean x) × (v - mean v) in one dimension, which an expansion does not
   * change.
   */
  public double spin(int dimension) {
    int a = (dimension + 1) % 3;
    int b = (dimension + 2) % 3;
    return angular[dimension] - (mean[a] * mean[3 + b] - mean[b] * mean[3 + a]);
  }

  /** Returns the distance of the centre of mass from the centre of the frame. */
  public double offset() {
    return Math.sqrt(dot(0, 0));
  }

  private double dot(int a, int b) {
    return mean[a] * mean[b] + mean[a + 1] * mean[b + 1] + mean[a + 2] * mean[b + 2];
  }
}
