package org.jzfof.spheres.properties;

/**
 * Sums over the particles of a set, where x is the position of a particle at its image nearest to
 * the centre, and v its velocity, both in the {@link MomentFrames frame} of the set: of m, m x, m
 * v, m x × v, m x·v, m x², m v², m |x|, m x·v / |x|. Addends are rounded to integers, so that sums
 * do not depend on their order.
 *
 * @param means mass-weighted means of x [3], v [3], x × v [3], x·v, x², v², |x| and x·v / |x|
 */
public record Moments(double mass, double[] means) {
  /** Number of longs of the sums of a set. */
  public static final int LONGS = 15;

  private static final int VELOCITY = 3;
  private static final int ANGULAR = 6;
  private static final int ALONG = 9;
  private static final int SQUARE = 10;
  private static final int SQUARED_SPEED = 11;
  private static final int DISTANCE = 12;
  private static final int RADIAL = 13;

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
    double[] means = new double[LONGS - 1];
    if (sums[at] > 0) {
      divide(means, sums, at, 0, VELOCITY, x);
      divide(means, sums, at, VELOCITY, ANGULAR, v);
      divide(means, sums, at, ANGULAR, SQUARE, x * v);
      divide(means, sums, at, SQUARE, SQUARED_SPEED, x * x);
      divide(means, sums, at, SQUARED_SPEED, DISTANCE, v * v);
      divide(means, sums, at, DISTANCE, RADIAL, x);
      divide(means, sums, at, RADIAL, LONGS - 1, v);
    }
    return new Moments(sums[at] / frames.unit(set, 0), means);
  }

  /** Sets the means [from, to), whose unit is the same. */
  private static void divide(double[] means, long[] sums, int at, int from, int to, double unit) {
    for (int i = from; i < to; i++) {
      means[i] = sums[at + 1 + i] / (double) sums[at] / unit;
    }
  }

  /** Returns the mean of a component of v. */
  public double velocity(int dimension) {
    return means[VELOCITY + dimension];
  }

  /** Returns the mean of |x|. */
  public double distance() {
    return means[DISTANCE];
  }

  /** Returns the mean of x·v / |x|. */
  public double radial() {
    return means[RADIAL];
  }

  /**
   * Returns the one-dimensional dispersion of velocities with an added expansion about the centre
   * of mass: sqrt(sum m |v - mean v + flow (x - mean x)|² / (3 sum m)).
   *
   * @param flow velocity per distance of the expansion
   */
  public double dispersion(double flow) {
    double xv = means[ALONG] - dot(0, VELOCITY);
    double xx = means[SQUARE] - dot(0, 0);
    double vv = means[SQUARED_SPEED] - dot(VELOCITY, VELOCITY);
    return Math.sqrt(Math.max(0, vv + 2 * flow * xv + flow * flow * xx) / 3);
  }

  /**
   * Returns the mean of (x - mean x) × (v - mean v) in one dimension, which an expansion does not
   * change.
   */
  public double spin(int dimension) {
    int a = (dimension + 1) % 3;
    int b = (dimension + 2) % 3;
    return means[ANGULAR + dimension]
        - (means[a] * means[VELOCITY + b] - means[b] * means[VELOCITY + a]);
  }

  /** Returns the distance of the centre of mass from the centre of the frame. */
  public double offset() {
    return Math.sqrt(dot(0, 0));
  }

  private double dot(int a, int b) {
    return means[a] * means[b] + means[a + 1] * means[b + 1] + means[a + 2] * means[b + 2];
  }
}
