package org.jzfof.massfunction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.config.Overdensity;
import org.jzfof.error.UsageException;

class MassFunctionModelTest {
  private static Overdensity limit(String text) {
    return Overdensity.of("--mass", text);
  }

  private static double[] parameters(Tinker08 f) {
    return new double[] {f.amplitude(), f.a(), f.b(), f.c()};
  }

  /** Table 2 of the paper. */
  @ParameterizedTest
  @CsvSource({
    "200, 0.186, 1.47, 2.57, 1.19",
    "300, 0.200, 1.52, 2.25, 1.27",
    "400, 0.212, 1.56, 2.05, 1.34",
    "600, 0.218, 1.61, 1.87, 1.45",
    "800, 0.248, 1.87, 1.59, 1.58",
    "1200, 0.255, 2.13, 1.51, 1.80",
    "1600, 0.260, 2.30, 1.46, 1.97",
    "2400, 0.260, 2.53, 1.44, 2.24",
    "3200, 0.260, 2.66, 1.41, 2.44"
  })
  void tinkerHasTheValuesOfItsTable(
      double density, double amplitude, double a, double b, double c) {
    double[] found = parameters(Tinker08.of(density, 0));
    assertEquals(amplitude, found[0], 1e-12);
    assertEquals(a, found[1], 1e-12);
    assertEquals(b, found[2], 1e-12);
    assertEquals(c, found[3], 1e-12);
  }

  /**
   * By a script in numpy: with the second derivatives of appendix B, and with natural splines of
   * scipy through table 2, which needs none of them.
   */
  @ParameterizedTest
  @CsvSource({
    "200, 1, 0.5, 1.583840e-02, 1.5838e-02",
    "250, 0, 0.5, 1.591274e-02, 1.5903e-02",
    "250, 0, 1, 2.637898e-01, 2.6348e-01",
    "250, 1, 2, 2.903770e-01, 2.9022e-01",
    "649.35, 0, 0.5, 5.688179e-03, 5.6864e-03",
    "649.35, 1, 1, 1.446658e-01, 1.4459e-01",
    "1000, 0, 0.5, 2.991003e-03, 3.0087e-03",
    "1000, 0, 2, 2.618525e-01, 2.6217e-01",
    "1000, 1, 1, 1.108450e-01, 1.1112e-01",
    "1623.4, 0, 1, 1.218871e-01, 1.2183e-01",
    "1623.4, 1, 0.5, 6.538598e-04, 6.5352e-04",
    "3200, 1, 1, 4.476555e-02, 4.4766e-02"
  })
  void tinkerBetweenThem(
      double density, double redshift, double sigma, double expected, double natural) {
    double found = Tinker08.of(density, redshift).at(sigma);
    assertEquals(expected, found, 1e-6 * expected);
    assertEquals(natural, found, 0.007 * natural);
  }

  /**
   * The universal parameters of the paper for virial masses, with which the integral over ln σ is A
   * (1 + 2^-p Γ(½ - p) / √π).
   */
  @Test
  void despaliOfVirialMasses() {
    Despali16 f = Despali16.of(1, 1.686);
    assertEquals(0.3292, f.amplitude(), 1e-12);
    assertEquals(0.7665, f.a(), 1e-12);
    assertEquals(0.2488, f.p(), 1e-12);
    double all = Simpson.integral(s -> f.at(Math.exp(s)), Math.log(0.05), Math.log(1e9), 20000);
    assertEquals(0.8930608, all, 1e-4);
  }

  /** Only where the density of a limit is on the paper's table, which depends on the time. */
  @ParameterizedTest
  @CsvSource({
    "199m, 0, 199.00 times the mean density at z = 0",
    "3201m, 0, 3201.0 times",
    "2500c, 0, 2500c is 8116.9 times",
    "100c, 1, 100c is",
    "vir, 3, vir is"
  })
  void tinkerRefusesOtherDensities(String text, double redshift, String part) {
    String message =
        assertThrows(
                UsageException.class,
                () -> MassFunctionModel.TINKER08.multiplicity(limit(text), Models.FLAT, redshift))
            .getMessage();
    assertTrue(message.contains(part) && message.contains("tinker08 has 200 to 3200"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"200m", "3200m", "200c", "500c", "vir", "100c"})
  void tinkerTakesThese(String text) {
    assertTrue(MassFunctionModel.TINKER08.multiplicity(limit(text), Models.FLAT, 0).at(1) > 0.05);
  }

  @Test
  void names() {
    assertEquals(MassFunctionModel.TINKER08, MassFunctionModel.of("tinker08"));
    assertEquals(MassFunctionModel.DESPALI16, MassFunctionModel.of(" Despali16 "));
    String message =
        assertThrows(UsageException.class, () -> MassFunctionModel.of("jenkins01")).getMessage();
    assertTrue(message.contains("--model has 'jenkins01': give tinker08, despali16"), message);
  }

  @Test
  void tinkerWarnsOfHighRedshifts() {
    assertTrue(MassFunctionModel.TINKER08.warning(2.5).isEmpty());
    assertTrue(MassFunctionModel.TINKER08.warning(4).orElseThrow().contains("z = 4"));
    assertTrue(MassFunctionModel.DESPALI16.warning(4).isEmpty());
  }
}
