package org.jzfof.device.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Points by (distance, row), sorted and selected. */
class DistanceSortTest {
  private static DistanceSort points(double[] squares, int[] rows) {
    DistanceSort points = new DistanceSort();
    points.start(squares.length);
    for (int i = 0; i < squares.length; i++) {
      points.add(squares[i], rows[i]);
    }
    points.root(Double.POSITIVE_INFINITY);
    return points;
  }

  /** The selected points are the first of the sorted ones, the farthest last; ties by row. */
  @ParameterizedTest
  @CsvSource({"1, 1", "5, 64", "64, 64", "65, 64", "90, 64", "300, 17", "40, 1", "1000, 999"})
  void selectedPointsAreTheFirst(int n, int k) {
    SplittableRandom random = new SplittableRandom(n);
    for (int distances : new int[] {1, 3, 50, Integer.MAX_VALUE}) {
      double[] squares = random.ints(n, 0, distances).mapToDouble(i -> i).toArray();
      int[] rows = random.ints(n, 0, Integer.MAX_VALUE).toArray();
      DistanceSort sorted = points(squares, rows);
      sorted.sort();
      DistanceSort selected = points(squares, rows);
      selected.select(k);
      int kept = Math.min(n, k);
      assertEquals(kept, selected.count());
      assertEquals(sorted.distance()[kept - 1], selected.distance()[kept - 1]);
      assertEquals(sorted.row()[kept - 1], selected.row()[kept - 1]);
      assertArrayEquals(first(sorted, kept), first(selected, kept));
    }
  }

  /** The distances and rows of the first points, in increasing order. */
  private static long[] first(DistanceSort points, int count) {
    long[] numbers = new long[2 * count];
    for (int i = 0; i < count; i++) {
      numbers[i] = Double.doubleToRawLongBits(points.distance()[i]);
      numbers[count + i] = points.row()[i];
    }
    Arrays.sort(numbers, 0, count);
    Arrays.sort(numbers, count, 2 * count);
    return numbers;
  }
}
