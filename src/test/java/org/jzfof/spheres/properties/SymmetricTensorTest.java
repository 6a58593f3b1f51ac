package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SymmetricTensorTest {
  /** The sum of values times projections is the tensor again, and the axes are perpendicular. */
  @Test
  void axesMakeTheTensor() {
    SplittableRandom random = new SplittableRandom(5);
    int[][] place = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
    for (int c = 0; c < 1000; c++) {
      double[] tensor = random.doubles(6, -1, 1).toArray();
      if (c % 5 == 0) {
        tensor[1] = 0;
        tensor[4] = 0;
      }
      SymmetricTensor.Axes axes = SymmetricTensor.axes(tensor);
      double[] v = axes.vectors();
      for (int i = 0; i < 6; i++) {
        int a = place[i][0];
        int b = place[i][1];
        double sum = 0;
        double product = 0;
        for (int k = 0; k < 3; k++) {
          sum += axes.values()[k] * v[3 * k + a] * v[3 * k + b];
          product += v[3 * a + k] * v[3 * b + k];
        }
        assertEquals(tensor[i], sum, 1e-13, "tensor " + c);
        assertEquals(a == b ? 1 : 0, product, 1e-13, "tensor " + c);
      }
      assertTrue(axes.values()[0] >= axes.values()[1] && axes.values()[1] >= axes.values()[2]);
    }
  }
}
