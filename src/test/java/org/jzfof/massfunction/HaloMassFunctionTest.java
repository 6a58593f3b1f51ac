package org.jzfof.massfunction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.config.Overdensity;

class HaloMassFunctionTest {
  private static HaloMassFunction of(MassFunctionModel model, String limit, double redshift) {
    return HaloMassFunction.of(model, Overdensity.of("--mass", limit), Models.FLAT, redshift);
  }

  /**
   * dn/dlog10M by a script in numpy with integrals of its own: variances as in {@link
   * MassVarianceTest}, the growth factor by adaptive quadrature, f(σ) as in the papers.
   */
  @ParameterizedTest
  @CsvSource({
    "200m, 0, 1e10, 5.579562e-01, 5.142146e-01",
    "200m, 0, 1e12, 9.521345e-03, 9.546956e-03",
    "200m, 0, 1e14, 1.106668e-04, 1.069497e-04",
    "200c, 0, 1e12, 8.182812e-03, 8.231841e-03",
    "500c, 0, 1e14, 4.445458e-05, 4.105865e-05",
    "vir, 0, 1e10, 5.554425e-01, 5.117805e-01",
    "vir, 0, 1e14, 9.312888e-05, 9.286132e-05",
    "200m, 1, 1e12, 8.594468e-03, 8.734257e-03",
    "200c, 1, 1e10, 5.829581e-01, 6.243388e-01",
    "200c, 1, 1e14, 1.486673e-05, 1.460711e-05",
    "500c, 1, 1e12, 5.854540e-03, 6.169429e-03",
    "vir, 1, 1e14, 1.774330e-05, 1.725846e-05",
    "200m, 3, 1e12, 2.263007e-03, 2.411472e-03",
    "500c, 3, 1e10, 3.490141e-01, 4.253284e-01",
    "200c, 3, 1e14, 1.926701e-09, 3.172096e-09"
  })
  void perDecade(String limit, double redshift, double mass, double tinker, double despali) {
    assertEquals(
        tinker, of(MassFunctionModel.TINKER08, limit, redshift).differential(mass), 2e-5 * tinker);
    assertEquals(
        despali,
        of(MassFunctionModel.DESPALI16, limit, redshift).differential(mass),
        2e-5 * despali);
  }

  /** The same, integrated by scipy. */
  @ParameterizedTest
  @CsvSource({"0, 4.577390e-3, 3.304565e-5", "1, 3.518461e-3, 3.082418e-6"})
  void aboveAMass(double redshift, double galaxies, double clusters) {
    double[] found = of(MassFunctionModel.TINKER08, "200m", redshift).cumulative(1e12, 1e13, 1e14);
    assertEquals(galaxies, found[0], 2e-5 * galaxies);
    assertEquals(clusters, found[2], 2e-5 * clusters);
    assertTrue(found[0] > found[1] && found[1] > found[2]);
  }

  /** Whatever other masses are asked for. */
  @Test
  void aboveOneMass() {
    HaloMassFunction f = of(MassFunctionModel.DESPALI16, "vir", 0);
    double alone = f.cumulative(1e12)[0];
    assertEquals(alone, f.cumulative(1e12, 1e12 + 1, 3e15)[0], 1e-5 * alone);
  }
}
