package org.jzfof.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CentreGridTest {
  /** Uniform points, or most of them in a corner, with queries outside of an open box. */
  @ParameterizedTest
  @CsvSource({
    "1, true, 1",
    "2, true, 1",
    "500, true, 1",
    "500, false, 1",
    "3000, true, 3",
    "3000, false, 3"
  })
  void nearestAsByBruteForce(int n, boolean periodic, int power) {
    double length = 10;
    double[] side = new double[3];
    Arrays.fill(side, periodic ? length : Double.POSITIVE_INFINITY);
    Random random = new Random(n);
    double[] points = new double[3 * n];
    Arrays.setAll(points, i -> length * Math.pow(random.nextDouble(), power));
    CentreGrid grid = new CentreGrid(points, side);
    double reach = periodic ? length : 2 * length;
    for (int k = 0; k < 300; k++) {
      double[] query = random.doubles(3, length - reach, reach).toArray();
      int expected =
          IntStream.range(0, n)
              .boxed()
              .min(
                  (i, j) ->
                      Double.compare(
                          distance(query, points, i, side), distance(query, points, j, side)))
              .orElseThrow();
      assertEquals(expected, grid.nearest(query, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, Double.POSITIVE_INFINITY})
  void whatHasNoPlaceIsNearToNothing(double length) {
    double[] side = {length, length, length};
    double[] points = {1, 2, 3, Double.NaN, 2, 3, 7, 8, 9};
    CentreGrid grid = new CentreGrid(points, side);
    assertEquals(0, grid.nearest(points, 0));
    assertEquals(Matching.NONE, grid.nearest(points, 3));
    assertEquals(2, grid.nearest(points, 6));
    double[] none = {Double.NaN, Double.NaN, Double.NaN};
    assertEquals(Matching.NONE, new CentreGrid(none, side).nearest(points, 0));
    var groups = new CentreMatcher.Groups(points, new double[] {1, 1, 1});
    assertArrayEquals(
        new int[] {0, Matching.NONE, 2}, CentreMatcher.match(groups, groups, side).partner());
  }

  private static double distance(double[] query, double[] points, int i, double[] side) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double x = Math.abs(query[d] - points[3 * i + d]);
      x = Double.isInfinite(side[d]) ? x : Math.min(x, side[d] - x);
      sum += x * x;
    }
    return sum;
  }
}
