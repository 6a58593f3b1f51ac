package org.jzfof.massfunction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MassVarianceTest {
  @ParameterizedTest
  @CsvSource({
    "0.001, 0.992180263, 0.998447788",
    "0.01, 0.779127498, 0.921036325",
    "0.05, 0.270716870, 0.533474310",
    "0.1, 0.130736892, 0.291824589",
    "0.2, 0.0549077598, 0.143449819",
    "1, 0.00467400181, 0.0159018305",
    "10, 8.95305798e-5, 3.51503243e-4"
  })
  void theTransferFunction(double k, double fewBaryons, double manyBaryons) {
    assertEquals(
        fewBaryons, new TransferFunction(Models.FLAT.background()).at(k), 1e-7 * fewBaryons);
    assertEquals(
        manyBaryons,
        new TransferFunction(Models.EINSTEIN_DE_SITTER.background()).at(k),
        1e-7 * manyBaryons);
  }

  @Test
  void itIsOneOnLargeScales() {
    assertEquals(1, new TransferFunction(Models.FLAT.background()).at(1e-6), 1e-5);
  }

  @Test
  void sigma8IsThatOfEightMegaparsecs() {
    for (LinearCosmology c :
        new LinearCosmology[] {Models.FLAT, Models.OPEN, Models.EINSTEIN_DE_SITTER}) {
      MassVariance variance = new MassVariance(c);
      assertEquals(0.826, variance.withinRadius(8).sigma(), 1e-12);
      double mass = 4 * Math.PI / 3 * 512 * variance.meanDensity();
      assertEquals(0.826, variance.atMass(mass).sigma(), 1e-12);
    }
  }

  /**
   * By a script in numpy: the transfer function of Colossus on 600 001 wave numbers, summed by the
   * trapezoidal rule, and differences over 0.2 % of the radius for the slope.
   */
  @ParameterizedTest
  @CsvSource({
    "0.1, 5.189357, 0.086253, 5.121582, 0.085796, 7.558395, 0.099462",
    "1, 2.462434, 0.135170, 2.441251, 0.134260, 3.152394, 0.161122",
    "30, 0.2751469, 0.335279, 0.2782039, 0.331893, 0.2099785, 0.399343",
    "100, 0.06760136, 0.449458, 0.06924675, 0.445852, 0.03933662, 0.531577"
  })
  void varianceAndSlope(
      double radius,
      double flat,
      double flatSlope,
      double open,
      double openSlope,
      double matter,
      double matterSlope) {
    assertVariance(flat, flatSlope, new MassVariance(Models.FLAT).withinRadius(radius));
    assertVariance(open, openSlope, new MassVariance(Models.OPEN).withinRadius(radius));
    assertVariance(
        matter, matterSlope, new MassVariance(Models.EINSTEIN_DE_SITTER).withinRadius(radius));
  }

  private static void assertVariance(double sigma, double slope, MassVariance.Value at) {
    assertEquals(sigma, at.sigma(), 1e-6 * sigma);
    assertEquals(slope, at.slope(), 3e-5 * slope);
  }

  /** 2.775e11 Ω h² Msun/Mpc³. */
  @Test
  void theMeanDensity() {
    assertEquals(0.308 * 2.775e11, new MassVariance(Models.FLAT).meanDensity(), 1e8);
  }
}
