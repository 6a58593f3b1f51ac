package org.jzfof.centres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The softened potential, against the density that it is of and against known values. */
class SofteningTest {
  private static final int STEPS = 1 << 14;

  /** The kernel of Monaghan and Lattanzio (1985) of unit mass, with h = 1. */
  private static double density(double u) {
    double rest = 1 - u;
    double shape = u < 0.5 ? 1 - 6 * u * u * rest : u < 1 ? 2 * rest * rest * rest : 0;
    return 8 / Math.PI * shape;
  }

  /**
   * Mass within r over r, and shells around: 4 pi times the integral of x^2 density / max(r, x).
   */
  private static double integrated(double r) {
    double sum = 0;
    double[] ends = {0, Math.min(r, 0.5), Math.max(r, 0.5), 1}; // the integrand is smooth between
    for (int part = 0; part < 3; part++) {
      double step = (ends[part + 1] - ends[part]) / STEPS;
      for (int i = 0; i < STEPS; i++) { // Simpson's rule
        double a = ends[part] + i * step;
        sum += step / 6 * (shell(a, r) + 4 * shell(a + step / 2, r) + shell(a + step, r));
      }
    }
    return sum;
  }

  private static double shell(double x, double r) {
    return x == 0 ? 0 : 4 * Math.PI * x * x * density(x) / Math.max(r, x);
  }

  @Test
  void itIsThePotentialOfItsDensity() {
    for (double u : new double[] {1e-3, 0.1, 0.25, 0.4, 0.499, 0.5, 0.501, 0.6, 0.75, 0.9, 0.999}) {
      double expected = integrated(u);
      assertEquals(expected, new Softening(1).potential(u), 1e-11 * expected, "at " + u);
      assertEquals(expected / 0.3, new Softening(0.3).potential(0.3 * u), 1e-11 * expected / 0.3);
    }
  }

  /** Rational numbers, by hand: at h / 2 both pieces of the spline give 28 / 15. */
  @ParameterizedTest
  @CsvSource({"0, 2.8", "0.25, 2.4979166666666667", "0.5, 1.866666666666667", "1, 1", "4, 0.25"})
  void itHasKnownValues(double u, double expected) {
    assertEquals(expected, new Softening(1).potential(u), 1e-14);
  }

  @Test
  void itsDepthIsThatOfAPlummerSphere() {
    assertEquals(1 / 0.02, Softening.plummer(0.02).potential(0), 1e-12);
    assertEquals(1 / 0.02, Softening.plummer(0.02).largest(), 1e-12);
  }
}
