package org.jzfof.bench;

import java.util.SplittableRandom;

/**
 * Seeded mock particle sets in a periodic box: uniform, or clustered like a simulation at z = 0.
 */
public final class MockParticles {
  private static final double CONCENTRATION = 7;
  private static final double OVERDENSITY = 200;
  private static final double HALO_FRACTION = 0.5;
  private static final double MASS_SLOPE = -0.9;
  private static final double SMALLEST_HALO = 10;
  private static final int PROFILE_STEPS = 4096;

  private MockParticles() {}

  /**
   * @param n particles
   * @param box side length
   * @param seed of the random numbers
   * @return coordinates [3n], independent and uniform
   */
  public static float[] uniform(int n, double box, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] xyz = new float[3 * n];
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = wrap(random.nextDouble() * box, box);
    }
    return xyz;
  }

  /**
   * Half of the particles in NFW haloes with a power-law mass function, the largest of about one
   * percent of all particles, the rest uniform; in random order.
   *
   * @param n particles
   * @param box side length
   * @param seed of the random numbers
   * @return coordinates [3n]
   */
  public static float[] clustered(int n, double box, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] radii = nfwRadii();
    float[] xyz = new float[3 * n];
    int at = 0;
    int inHaloes = (int) (n * HALO_FRACTION);
    double largest = Math.max(2 * SMALLEST_HALO, 0.01 * n);
    while (at < inHaloes) {
      int members = (int) Math.min(inHaloes - at, haloMass(random.nextDouble(), largest));
      double virialRadius = box * Math.cbrt(3.0 * members / (4 * Math.PI * OVERDENSITY * n));
      at = addHalo(xyz, at, members, virialRadius, radii, box, random);
    }
    for (int i = 3 * at; i < xyz.length; i++) {
      xyz[i] = wrap(random.nextDouble() * box, box);
    }
    shuffle(xyz, random);
    return xyz;
  }

  /** Inverse of the cumulative dn/dlnm ~ m^slope between the smallest and the largest mass. */
  private static double haloMass(double u, double largest) {
    double low = Math.pow(SMALLEST_HALO, MASS_SLOPE);
    double high = Math.pow(largest, MASS_SLOPE);
    return Math.pow(low + u * (high - low), 1 / MASS_SLOPE);
  }

  private static int addHalo(
      float[] xyz,
      int at,
      int members,
      double virialRadius,
      double[] radii,
      double box,
      SplittableRandom random) {
    double cx = random.nextDouble() * box;
    double cy = random.nextDouble() * box;
    double cz = random.nextDouble() * box;
    for (int m = 0; m < members; m++, at++) {
      double r = virialRadius * radii[(int) (random.nextDouble() * PROFILE_STEPS)];
      double cos = 2 * random.nextDouble() - 1;
      double sin = Math.sqrt(1 - cos * cos);
      double phi = 2 * Math.PI * random.nextDouble();
      xyz[3 * at] = wrap(cx + r * sin * Math.cos(phi), box);
      xyz[3 * at + 1] = wrap(cy + r * sin * Math.sin(phi), box);
      xyz[3 * at + 2] = wrap(cz + r * cos, box);
    }
    return at;
  }

  /** Radii in virial radii at equal steps of the mass enclosed by an NFW profile. */
  private static double[] nfwRadii() {
    double[] radii = new double[PROFILE_STEPS];
    double total = enclosed(CONCENTRATION);
    double x = 0;
    double step = CONCENTRATION / (64 * PROFILE_STEPS);
    for (int i = 0; i < PROFILE_STEPS; i++) {
      double target = total * (i + 0.5) / PROFILE_STEPS;
      while (enclosed(x) < target) {
        x += step;
      }
      radii[i] = x / CONCENTRATION;
    }
    return radii;
  }

  private static double enclosed(double x) {
    return Math.log1p(x) - x / (1 + x);
  }

  private static void shuffle(float[] xyz, SplittableRandom random) {
    for (int i = xyz.length / 3 - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      for (int d = 0; d < 3; d++) {
        float t = xyz[3 * i + d];
        xyz[3 * i + d] = xyz[3 * j + d];
        xyz[3 * j + d] = t;
      }
    }
  }

  private static float wrap(double x, double box) {
    double wrapped = x - box * Math.floor(x / box);
    float f = (float) wrapped;
    return f < box ? f : 0;
  }
}
