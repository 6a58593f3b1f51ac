package org.jzfof.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MassFunctionTest {
  private static final double[] MASS = {1e10, 2e10, 3e10, 5e10, 1.5e11, 4e12};

  @Test
  void groupsPerBin() {
    MassFunction f = MassFunction.of(MASS, 8, 1);
    assertArrayEquals(new long[] {4, 1, 1}, f.count());
    assertArrayEquals(new double[] {10, 11, 12, 13}, f.logEdge(), 1e-12);
  }

  @Test
  void densityPerDecadeAndVolume() {
    MassFunction.Point[] points = MassFunction.of(MASS, 8, 2).differential();
    assertEquals(4, points.length);
    assertEquals(10.25, points[0].logMass(), 1e-12);
    assertEquals(3 / 8.0 / 0.5, points[0].density(), 1e-12);
    assertEquals(12.75, points[3].logMass(), 1e-12);
  }

  @Test
  void densityAboveAMass() {
    MassFunction.Point[] points = MassFunction.of(MASS, 8, 1).cumulative();
    assertArrayEquals(
        new double[] {6 / 8.0, 2 / 8.0, 1 / 8.0},
        Arrays.stream(points).mapToDouble(MassFunction.Point::density).toArray(),
        1e-12);
  }

  @Test
  void oneGroupIsOneBin() {
    assertArrayEquals(new long[] {1}, MassFunction.of(new double[] {7}, 1, 5).count());
  }

  /** Exact limits, of which the chi-square distribution has quantiles. */
  @ParameterizedTest
  @CsvSource({"1, 0.1728, 3.300", "3, 1.367, 5.918", "10, 6.891, 14.267", "100, 90.02, 111.03"})
  void poissonErrors(int n, double lower, double upper) {
    double[] mass = new double[n];
    Arrays.fill(mass, 1);
    MassFunction.Point point = MassFunction.of(mass, 1, 1).cumulative()[0];
    assertEquals(n, point.density(), 1e-12);
    assertEquals(lower, point.lower(), 0.02 * lower);
    assertEquals(upper, point.upper(), 0.02 * upper);
  }
}
