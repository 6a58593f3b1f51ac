package org.jzfof.bench.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzfof.domain.Box;

class GridPointsTest {
  private static final Box CUBE = Box.periodic(1, 1, 1);

  private static double[] at(GridPoints grid, long number) {
    double[] xyz = new double[3];
    grid.place(number, xyz);
    return xyz;
  }

  @Test
  void aCubeOfPointsFillsTheGridRowByRow() {
    GridPoints grid = GridPoints.of(1000, CUBE, 0, 1);
    assertArrayEquals(new long[] {10, 10, 10}, grid.cells());
    for (int i = 0; i < 1000; i++) {
      double[] expected = {i / 100 / 10. + .05, i / 10 % 10 / 10. + .05, i % 10 / 10. + .05};
      assertArrayEquals(expected, at(grid, i), 1e-15);
    }
  }

  @Test
  void otherNumbersLeaveOutCellsEvenly() {
    GridPoints grid = GridPoints.of(900, CUBE, 0, 1);
    assertEquals(10, grid.cells()[0]);
    Set<Long> cells = new HashSet<>();
    int[] layers = new int[10];
    for (int i = 0; i < 900; i++) {
      double[] xyz = at(grid, i);
      cells.add(
          Math.round(10 * xyz[0] - .5) * 100
              + Math.round(10 * xyz[1] - .5) * 10
              + Math.round(10 * xyz[2] - .5));
      layers[(int) (10 * xyz[0])]++;
    }
    assertEquals(900, cells.size());
    for (int layer : layers) {
      assertEquals(90, layer);
    }
  }

  @Test
  void aFlatBoxHasAGridOfTwoDimensions() {
    GridPoints grid = GridPoints.of(10_000, Box.periodic(1, 1, 0), 0, 1);
    assertArrayEquals(new long[] {100, 100, 1}, grid.cells());
    assertArrayEquals(new double[] {0.125, 0.345}, Arrays.copyOf(at(grid, 1234), 2), 1e-12);
  }

  /**
   * The displacements are even up to a quarter of a cell: their variance is a third of its square.
   */
  @Test
  void jitterIsAtMostAQuarterOfACell() {
    GridPoints even = GridPoints.of(1000, CUBE, 0, 1);
    GridPoints jittered = GridPoints.of(1000, CUBE, 0.25, 1);
    double squares = 0;
    double largest = 0;
    for (int i = 0; i < 1000; i++) {
      for (int d = 0; d < 3; d++) {
        double shift = 10 * (at(jittered, i)[d] - at(even, i)[d]);
        squares += shift * shift / 3000;
        largest = Math.max(largest, Math.abs(shift));
      }
    }
    assertTrue(largest > 0.24 && largest <= 0.25 + 1e-12, "up to " + largest);
    assertEquals(0.0625 / 3, squares, 0.001);
  }

  @Test
  void theLastOfManyPointsIsInTheLastCell() {
    long n = 20_000_000_000L;
    GridPoints grid = GridPoints.of(n, CUBE, 0, 1);
    assertEquals(2715, grid.cells()[0]);
    double[] last = at(grid, n - 1);
    assertTrue(last[0] > 0.999 && last[1] > 0.999 && last[2] > 0.999 && last[2] < 1, last[2] + "");
  }
}
