package org.jzfof.massfunction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.header.Cosmology;

class LinearCosmologyTest {
  private static double openGrowth(double omega, double scaleFactor) {
    double x = (1 / omega - 1) * scaleFactor;
    double root = Math.sqrt((1 + x) / (x * x * x));
    return 1 + 3 / x + 3 * root * Math.log(Math.sqrt(1 + x) - Math.sqrt(x));
  }

  @Test
  void matterAloneGrowsWithTheScaleFactor() {
    assertEquals(1, Models.EINSTEIN_DE_SITTER.growth(0), 1e-15);
    for (double z : new double[] {-0.5, 0.3, 1, 9, 99}) {
      assertEquals(1 / (1 + z), Models.EINSTEIN_DE_SITTER.growth(z), 1e-10);
    }
  }

  /** Peebles (1980), eq. 11.16. */
  @Test
  void withoutLambdaItIsKnownInClosedForm() {
    LinearCosmology open = Models.of(0.3, 0, 0.05, 0.7);
    for (double z : new double[] {0.3, 1, 9, 99}) {
      double expected = openGrowth(0.3, 1 / (1 + z)) / openGrowth(0.3, 1);
      assertEquals(expected, open.growth(z), 1e-7 * expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.308, 0.692, 0.5, 0.77088687",
    "0.308, 0.692, 1, 0.60907690",
    "0.308, 0.692, 2, 0.41911551",
    "0.308, 0.692, 10, 0.11595817",
    "0.3, 0.5, 1, 0.63393583",
    "0.3, 0.5, 10, 0.13544641",
    "0.3, 0.9, 1, 0.58488430",
    "0.3, 0.9, 10, 0.09667101"
  })
  void withLambdaAndCurvature(double matter, double lambda, double redshift, double expected) {
    assertEquals(expected, Models.of(matter, lambda, 0.05, 0.7).growth(redshift), 3e-6 * expected);
  }

  @Test
  void theDensityOfCollapse() {
    assertEquals(1.686470, Models.EINSTEIN_DE_SITTER.collapseDensity(3), 1e-6);
    assertEquals(1.686470, Models.FLAT.collapseDensity(50), 1e-4);
    assertTrue(Models.FLAT.collapseDensity(0) < 1.68);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.7, 0.05, 0.7, 0.8, 0.96, Omega0 is 0.0",
    "-1, 0.7, 0.05, 0.7, 0.8, 0.96, Omega0 is -1.0",
    "NaN, 0.7, 0.05, 0.7, 0.8, 0.96, Omega0 is NaN",
    "0.3, NaN, 0.05, 0.7, 0.8, 0.96, OmegaLambda is NaN",
    "0.3, 2, 0.05, 0.7, 0.8, 0.96, OmegaLambda is 2.0",
    "0.3, 0.7, 0, 0.7, 0.8, 0.96, the baryon density is 0.0",
    "0.3, 0.7, 0.3, 0.7, 0.8, 0.96, the baryon density is 0.3",
    "0.3, 0.7, NaN, 0.7, 0.8, 0.96, the baryon density is NaN",
    "0.3, 0.7, 0.05, 0, 0.8, 0.96, h is 0.0",
    "0.3, 0.7, 0.05, 70, 0.8, 0.96, h is 70.0",
    "0.3, 0.7, 0.05, 0.7, 0, 0.96, sigma8 is 0.0",
    "0.3, 0.7, 0.05, 0.7, NaN, 0.96, sigma8 is NaN",
    "0.3, 0.7, 0.05, 0.7, 0.8, 0, the spectral index is 0.0",
    "0.3, 0.7, 0.05, 0.7, 0.8, 5, the spectral index is 5.0"
  })
  void whatIsNoCosmology(
      double matter, double lambda, double baryons, double h, double s8, double n, String part) {
    Cosmology background = new Cosmology(matter, lambda, baryons, h);
    String message =
        assertThrows(UsageException.class, () -> new LinearCosmology(background, s8, n))
            .getMessage();
    assertTrue(message.contains(part), message);
  }
}
