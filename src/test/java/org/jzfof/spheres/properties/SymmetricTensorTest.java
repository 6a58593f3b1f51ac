package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SymmetricTensorTest {
  private static final double[] ODD = {
    0, -0.0, 1, -1, 1, 1e-300, -1e300, Double.MIN_VALUE, Double.MAX_VALUE, 1e-160, 1e160
  };

  private static final double[] NOT_FINITE = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  /** The sum of values times projections is the tensor again, and the axes are perpendicular. */
  @Test
  void axesMakeTheTensor() {
    SplittableRandom random = new SplittableRandom(5);
    SymmetricTensor axes = new SymmetricTensor();
    int[][] place = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
    for (int c = 0; c < 1000; c++) {
      double[] tensor = random.doubles(6, -1, 1).toArray();
      if (c % 5 == 0) {
        tensor[1] = 0;
        tensor[4] = 0;
      }
      double[] v = axes.diagonalise(tensor).vectors();
      for (int i = 0; i < 6; i++) {
        int a = place[i][0];
        int b = place[i][1];
        double sum = 0;
        double product = 0;
        for (int k = 0; k < 3; k++) {
          sum += axes.value(k) * v[3 * k + a] * v[3 * k + b];
          product += v[3 * a + k] * v[3 * b + k];
        }
        assertEquals(tensor[i], sum, 1e-13, "tensor " + c);
        assertEquals(a == b ? 1 : 0, product, 1e-13, "tensor " + c);
      }
      assertTrue(axes.value(0) >= axes.value(1) && axes.value(1) >= axes.value(2));
    }
  }

  /**
   * Any tensors: of numbers near 1, of any size, with zeros, equal elements, or without numbers.
   */
  @Test
  void axesAreThoseOfASortAndAStream() {
    SplittableRandom random = new SplittableRandom(7);
    SymmetricTensor axes = new SymmetricTensor();
    for (int c = 0; c < 200_000; c++) {
      double[] tensor = tensor(c % 8, random);
      axes.diagonalise(tensor);
      SortedAxes.Axes expected = SortedAxes.axes(tensor);
      String name = Arrays.toString(tensor);
      for (int k = 0; k < 3; k++) {
        assertSame(expected.values()[k], axes.value(k), name);
        assertSame(expected.ratio(k), axes.ratio(k), name);
      }
      for (int i = 0; i < 9; i++) {
        assertSame(expected.vectors()[i], axes.vectors()[i], name);
      }
    }
  }

  private static double[] tensor(int kind, SplittableRandom random) {
    double[] tensor = random.doubles(6, -1, 1).toArray();
    for (int i = 0; i < 6; i++) {
      tensor[i] =
          switch (kind) {
            case 0 -> tensor[i];
            case 1 -> tensor[i] * Math.scalb(1.0, random.nextInt(-1000, 1000));
            case 2 -> random.nextInt(2) == 0 ? 0 : tensor[i];
            case 3 -> random.nextInt(-1, 2);
            case 4 -> ODD[random.nextInt(ODD.length)];
            case 5 -> i % 3 == 0 || i == 5 ? 2 : random.nextInt(2) * 1e-17 * tensor[i];
            case 6 ->
                random.nextInt(6) > 0 ? tensor[i] : NOT_FINITE[random.nextInt(NOT_FINITE.length)];
            default -> i == 0 || i == 3 || i == 5 ? 1 + 1e-8 * tensor[i] : 1e-12 * tensor[i];
          };
    }
    return tensor;
  }

  private static void assertSame(double expected, double found, String name) {
    assertEquals(Double.doubleToLongBits(expected), Double.doubleToLongBits(found), name);
  }

  /** Axes of one length keep their order. */
  @Test
  void equalValuesStayInOrder() {
    double[] unit = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    assertArrayEquals(unit, new SymmetricTensor().diagonalise(3, 0, 0, 3, 0, 3).vectors());
    assertArrayEquals(unit, new SymmetricTensor().diagonalise(0, 0, 0, 0, 0, 0).vectors());
    double[] last = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    assertArrayEquals(last, new SymmetricTensor().diagonalise(3, 0, 0, 3, 0, 4).vectors());
  }
}
