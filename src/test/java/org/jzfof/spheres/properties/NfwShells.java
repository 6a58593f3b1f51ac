package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The profile of Navarro, Frenk and White summed over thin shells, of which none is a formula. */
final class NfwShells {
  private static final int SHELLS = 4000;
  private static final double LEAST = 1e-3;
  private static final double MOST = 1e5;

  private NfwShells() {}

  /** Mean distance and largest circular velocity, both over those of the radius. */
  private static double[] of(double concentration) {
    double mass = 0;
    double moment = 0;
    double peak = 0;
    double before = 0;
    // Shells of equal width in the logarithm, from far inside the scale radius on.
    double innermost = Math.min(1e-6, 1e-3 / concentration);
    for (int i = 1; i <= SHELLS; i++) {
      double r = innermost * Math.pow(1 / innermost, (double) i / SHELLS);
      double middle = 0.5 * (r + before);
      double x = concentration * middle;
      double shell = middle / ((1 + x) * (1 + x)) * (r - before);
      mass += shell;
      moment += shell * middle;
      peak = Math.max(peak, mass / r);
      before = r;
    }
    return new double[] {moment / mass, Math.sqrt(peak / mass)};
  }

  static void requireMeanRadius(double concentration, double mean, String where) {
    if (Double.isNaN(concentration)) {
      assertTrue(mean <= of(MOST)[0] * 1.001 || mean >= of(LEAST)[0] * 0.999, where + ": " + mean);
    } else {
      assertEquals(mean, of(concentration)[0], 1e-4 * mean, where + ": " + concentration);
    }
  }

  static void requirePeak(double concentration, double ratio, String where) {
    if (Double.isNaN(concentration)) {
      assertTrue(ratio <= 1 || ratio >= of(MOST)[1], where + ": " + ratio);
    } else {
      assertEquals(ratio, of(concentration)[1], 1e-4 * ratio, where + ": " + concentration);
    }
  }
}
