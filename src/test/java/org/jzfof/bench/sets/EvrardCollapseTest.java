package org.jzfof.bench.sets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class EvrardCollapseTest {
  private static final int N = 100_000;

  /** Published runs of this problem are hottest shortly after t = 1, at an energy of 1.6 to 1.8. */
  @Test
  void itIsHottestShortlyAfterTimeOne() {
    EvrardCollapse collapse = new EvrardCollapse();
    assertEquals(0.05, collapse.internalEnergy(), 1e-12);
    double start = collapse.totalEnergy();
    assertEquals(0.05 - 2.0 / 3, start, 0.002);
    collapse.hottest();
    assertEquals(1.07, collapse.time(), 0.03);
    assertEquals(1.74, collapse.internalEnergy(), 0.03);
    assertEquals(1.09, collapse.outerRadius(), 0.01);
    assertEquals(start, collapse.totalEnergy(), 0.02 * Math.abs(start));
  }

  @Test
  void radiiGrowWithTheMassTheyEnclose() {
    DoubleUnaryOperator radius = new EvrardCollapse().hottest();
    double before = 0;
    for (int i = 1; i <= 1000; i++) {
      double next = radius.applyAsDouble(i / 1000.0);
      assertTrue(next > before, next + " after " + before);
      before = next;
    }
    assertEquals(0, radius.applyAsDouble(0));
    assertEquals(1, before, 1e-12);
    // Half of the mass is much nearer to the centre than at the start, where it is at 0.71.
    assertTrue(radius.applyAsDouble(0.5) < 0.25, "half at " + radius.applyAsDouble(0.5));
  }

  /** The mass within r is r² at the start. */
  @Test
  void theStartHasADensityOfOneOverR() {
    float[] xyz = PointSetTest.points(PointSet.EVRARD, N);
    for (double r : new double[] {0.05, 0.2, 0.5, 0.9}) {
      assertEquals(r * r, within(xyz, r), 0.001);
    }
    assertEquals(1, within(xyz, 1.000001), 0);
  }

  @Test
  void theCollapsedSetHasTheMassesOfTheShells() {
    float[] xyz = PointSetTest.points(PointSet.EVRARD_COLLAPSED, N);
    DoubleUnaryOperator radius = new EvrardCollapse().hottest();
    for (double mass : new double[] {0.01, 0.1, 0.5, 0.9}) {
      assertEquals(mass, within(xyz, radius.applyAsDouble(mass)), 0.001);
    }
  }

  /** Fraction of points within a fraction of the radius of the sphere. */
  private static double within(float[] xyz, double r) {
    int n = 0;
    for (int i = 0; i < xyz.length; i += 3) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        square += Math.pow((xyz[i + d] - 3.5) / 3.5, 2);
      }
      n += square < r * r ? 1 : 0;
    }
    return 3.0 * n / xyz.length;
  }
}
