package org.jzfof.pairs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The covariance of values with each region left out, by hand. */
class JackknifeTest {
  @Test
  void covarianceIsTheSumOfProductsTimesAllButOneOverAll() {
    double[][] found = Jackknife.covariance(new double[][] {{1, 1}, {2, 0}, {4, 0}});
    assertArrayEquals(new double[] {28 / 9.0, -8 / 9.0}, found[0], 1e-14);
    assertArrayEquals(new double[] {-8 / 9.0, 4 / 9.0}, found[1], 1e-14);
  }

  @Test
  void errorsAreRootsOfItsDiagonal() {
    double[][] covariance = {{4, 1}, {1, 9}};
    Jackknife of = new Jackknife(null, null, null, null, null, covariance, null, null);
    assertArrayEquals(new double[] {2, 3}, of.errors(), 1e-15);
  }

  /** The error of a mean of n independent values, each left out in turn, is s over root n. */
  @Test
  void errorOfAMeanIsThatOfStatistics() {
    double[] values = {3, 1, 4, 1, 5, 9, 2, 6};
    double mean = 31 / 8.0;
    double[][] left = new double[8][1];
    double squares = 0;
    for (int r = 0; r < 8; r++) {
      left[r][0] = (31 - values[r]) / 7;
      squares += (values[r] - mean) * (values[r] - mean);
    }
    assertEquals(squares / 7 / 8, Jackknife.covariance(left)[0][0], 1e-13);
  }
}
