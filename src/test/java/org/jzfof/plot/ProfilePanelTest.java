package org.jzfof.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.data.xy.XYDataset;
import org.junit.jupiter.api.Test;
import org.jzfof.snapshot.header.Units;
import org.jzfof.spheres.catalogue.ProfileTable;
import org.jzfof.spheres.catalogue.StoredProfiles;

class ProfilePanelTest {
  private static final double[] EDGES = {0.1, 0.2, 0.4, 0.8, 1.6};
  private static final double[] MASS = {700, 0, 9000, 700, 20};
  private static final double[] RADIUS = {1, 0, 2.3, 1, 0.4};
  private static final Units UNITS = new Units(3.085678e24, 1.98892e43, 1e5, true);

  /** Isothermal spheres, M(r) = M200c r / R200c, of a hundred particles per mass within R200c. */
  private static StoredProfiles isothermal() {
    double[] mass = new double[MASS.length * EDGES.length];
    long[] number = new long[mass.length];
    double[] dispersion = new double[MASS.length * (EDGES.length - 1)];
    Arrays.setAll(dispersion, i -> 100 + i);
    for (int i = 0; i < mass.length; i++) {
      mass[i] = MASS[i / EDGES.length] * EDGES[i % EDGES.length];
      number[i] = Math.round(mass[i]);
    }
    return new StoredProfiles(
        Path.of("spheres_001.hdf5"),
        new ProfileTable(
            EDGES,
            RADIUS,
            List.of(new ProfileTable.OfType(4, mass, number, dispersion, null)),
            null),
        MASS,
        UNITS,
        0.5);
  }

  private static JFreeChart chart(ProfileRequest.Quantity quantity, int... groups) {
    StoredProfiles profiles = isothermal();
    return new ProfilePanel(profiles, profiles.table().types().get(0), quantity)
        .chart(groups)
        .orElseThrow();
  }

  @Test
  void theLargestHaveRadiiAndStandInOrderOfMass() {
    assertArrayEquals(new int[] {2, 0, 3, 4}, ProfilePanel.largest(isothermal(), 10));
    assertArrayEquals(new int[] {2, 0}, ProfilePanel.largest(isothermal(), 2));
  }

  /** In units of the critical density, 3 M200c / (800 π R200c³), which the mass drops out of. */
  @Test
  void densitiesOfIsothermalSpheres() {
    XYDataset rho = chart(ProfileRequest.Quantity.RHO, 2, 0).getXYPlot().getDataset();
    XYDataset weighted = chart(ProfileRequest.Quantity.DENSITY, 2, 0).getXYPlot().getDataset();
    assertEquals(2, rho.getSeriesCount());
    for (int i = 0; i < 2; i++) {
      for (int s = 0; s < 4; s++) {
        double a = EDGES[s];
        double b = EDGES[s + 1];
        double expected = 200 * (b - a) / (b * b * b - a * a * a);
        assertEquals(Math.sqrt(a * b), rho.getXValue(i, s), 1e-12);
        assertEquals(expected, rho.getYValue(i, s), 1e-9 * expected);
        assertEquals(
            200.0 / 3.5, weighted.getYValue(i, s), 1e-9); // (b - a) a b / (b³ - a³), b = 2a
      }
    }
  }

  @Test
  void shellsOfFewParticlesAreLeftOut() {
    XYDataset data = chart(ProfileRequest.Quantity.DENSITY, 4).getXYPlot().getDataset();
    assertTrue(Double.isNaN(data.getYValue(0, 2)), "a shell of 8 particles is drawn");
    assertEquals(200.0 / 3.5, data.getYValue(0, 3), 1e-9); // 16 particles
  }

  @Test
  void dispersions() {
    XYDataset data = chart(ProfileRequest.Quantity.DISPERSION, 2, 4).getXYPlot().getDataset();
    for (int s = 0; s < 4; s++) {
      assertEquals(108 + s, data.getYValue(0, s), 1e-9);
    }
    assertTrue(Double.isNaN(data.getYValue(1, 2)), "a shell of 8 particles is drawn");
    assertEquals(119, data.getYValue(1, 3), 1e-9);
  }

  @Test
  void labels() {
    JFreeChart chart = chart(ProfileRequest.Quantity.DENSITY, 2, 4);
    assertEquals("density of PartType4, z = 0.50", chart.getTitle().getText());
    assertEquals("group 2, M200c = 9.00e13 M☉/h", chart.getXYPlot().getDataset().getSeriesKey(0));
    assertEquals("group 4, M200c = 2.00e11 M☉/h", chart.getXYPlot().getDataset().getSeriesKey(1));
  }

  @Test
  void nothingIsNoChart() {
    StoredProfiles profiles = isothermal();
    ProfilePanel panel =
        new ProfilePanel(
            profiles, profiles.table().types().get(0), ProfileRequest.Quantity.DENSITY);
    assertTrue(panel.chart().isEmpty());
  }
}
