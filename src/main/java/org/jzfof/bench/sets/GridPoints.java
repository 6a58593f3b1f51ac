package org.jzfof.bench.sets;

import java.util.SplittableRandom;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockParticles;

/**
 * A regular grid in the unit cube, row by row, with a point in the middle of each cell. Where no
 * grid has as many cells as there are points, cells of the next larger one are left out, evenly.
 *
 * @param cells number of cells along each dimension [3]
 * @param jitter largest displacement along each dimension, in cells
 */
record GridPoints(long count, long[] cells, double jitter, long seed) implements Placement {
  /**
   * Makes the grid for a box.
   *
   * @param box box whose flat dimensions have one cell
   */
  static GridPoints of(long count, Box box, double jitter, long seed) {
    long side = Math.round(Math.pow(count, 1.0 / box.dimensions()));
    long[] cells = cells(side, box);
    while (product(cells) < count) {
      side++;
      cells = cells(side, box);
    }
    return new GridPoints(count, cells, jitter, seed);
  }

  private static long[] cells(long side, Box box) {
    long[] cells = new long[3];
    for (int d = 0; d < 3; d++) {
      cells[d] = box.size()[d] > 0 ? side : 1;
    }
    return cells;
  }

  private static long product(long[] cells) {
    return cells[0] * cells[1] * cells[2];
  }

  @Override
  public void place(long number, double[] xyz) {
    SplittableRandom random = MockParticles.stream(seed, number);
    long cell = number + number * (product(cells) - count) / count;
    for (int d = 2; d >= 0; d--) {
      double shift = jitter * (2 * random.nextDouble() - 1);
      xyz[d] = (cell % cells[d] + 0.5 + shift) / cells[d];
      cell /= cells[d];
    }
  }
}
