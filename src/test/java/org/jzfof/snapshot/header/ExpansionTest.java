package org.jzfof.snapshot.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.snapshot.header.Cosmology.Additions;

class ExpansionTest {
  private static final Units MPC = Units.MPC;
  private static final Units PER_HUBBLE = new Units(3.085678e24, 1.989e43, 1e5, true);
  private static final double A = 0.5;

  private static Expansion of(Cosmology c, Units units, Expansion.Stated stated) {
    return new Expansion(c, new Epoch(A, true, A, 1, 1, true, stated), units);
  }

  private static Expansion of(Cosmology c, Units units) {
    return of(c, units, Expansion.Stated.NOTHING);
  }

  /** (H/H0)² at a = 0.5 by hand. */
  @ParameterizedTest
  @CsvSource({
    "0.3, 0.7, 0, -1, 0, 3.1", // 0.3 * 8 + 0.7
    "0.3, 0.6, 0, -1, 0, 3.4", // curvature 0.1 * 4
    "0.3, 0.699, 0.001, -1, 0, 3.115", // radiation 0.001 * 16
    "0.3, 0.7, 0, -0.8, 0, 3.461002", // 0.7 * 2^0.6
    "0.3, 0.7, 0, -1, 0.5, 3.335238" // 0.7 * 2^1.5 * exp(-0.75)
  })
  void theHubbleRateOfEachModel(
      double matter, double lambda, double radiation, double w0, double wa, double square) {
    Cosmology c = new Cosmology(matter, lambda, 0.05, 0.7, new Additions(0, radiation, w0, wa));
    assertEquals(square, c.expansion(A), 1e-6);
    Expansion e = of(c, MPC);
    double today = 27.75 * 0.49;
    assertEquals(today * square / 8, e.criticalDensity(), 1e-3 * today);
    assertEquals(matter * today, e.meanDensity(), 1e-3 * today);
    assertEquals(matter * 8 / square, e.omegaMatter(), 1e-6);
    assertEquals(70 * Math.sqrt(square) * A, e.flow(), 1e-3);
  }

  @Test
  void unitsPerHubbleNeedNoHubbleParameter() {
    Cosmology c = new Cosmology(0.3, 0.7, 0.05, 0.7);
    assertEquals(27.75, of(c, PER_HUBBLE).criticalDensityToday(), 0.03);
    assertEquals(100 * Math.sqrt(3.1) * A, of(c, PER_HUBBLE).flow(), 1e-3);
  }

  /** What a code states of its time holds, in any unit, and differences are named. */
  @Test
  void statedValuesHold() {
    Cosmology c = new Cosmology(0.3, 0.7, 0.05, 0.7);
    double rate = c.hubbleRate() * Math.sqrt(3.1) * 1.02;
    double density = 3 * rate * rate / (8 * Math.PI * 6.6738e-8);
    Expansion.Stated stated = new Expansion.Stated(rate, density, Double.NaN);
    for (Units units : List.of(MPC, PER_HUBBLE)) {
      Expansion plain = of(c, units);
      Expansion e = of(c, units, stated);
      assertEquals(
          plain.criticalDensity() * 1.02 * 1.02,
          e.criticalDensity(),
          1e-9 * plain.criticalDensity());
      assertEquals(plain.flow() * 1.02, e.flow(), 1e-9 * plain.flow());
      assertEquals(
          plain.meanDensity(), e.meanDensity(), 1e-9 * plain.meanDensity(), "matter does not care");
      assertEquals(plain.omegaMatter() / 1.02 / 1.02, e.omegaMatter(), 1e-9);
      assertEquals(List.of(), plain.contradictions());
      assertEquals(2, e.contradictions().size());
      assertTrue(e.contradictions().get(0).contains("Hubble rate of "));
    }
  }

  /** Neutrinos are matter today, and lighter than that before. */
  @Test
  void statedNeutrinosAreNoContradiction() {
    Cosmology c = new Cosmology(0.3, 0.7, 0.05, 0.7, new Additions(0.01, 0, -1, 0));
    double square = 0.29 * 8 + 0.7 + 0.0052 * 16;
    double rate = c.hubbleRate() * Math.sqrt(square);
    double density = 3 * rate * rate / (8 * Math.PI * 6.6738e-8);
    assertEquals(
        List.of(), of(c, MPC, new Expansion.Stated(rate, density, 0.0052)).contradictions());
    assertEquals(
        square,
        Math.pow(of(c, MPC, new Expansion.Stated(Double.NaN, Double.NaN, 0.0052)).flow() / 35, 2),
        1e-3);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.7, 0.7, Omega0 is 0.0",
    "-0.3, 1.3, 0.7, Omega0 is -0.3",
    "0.3, 9, 0.7, does not expand",
    "0.3, 0.7, 0, the Hubble parameter is 0.0",
    "NaN, 0.7, NaN, does not state Omega0 (--omega-m) and the Hubble parameter (--hubble)"
  })
  void whyThereAreNoDensities(double matter, double lambda, double h, String why) {
    String found = of(new Cosmology(matter, lambda, 0, h), MPC).obstacle().orElseThrow();
    assertTrue(found.contains(why), found);
  }
}
