package org.jzfof.literature;

import java.util.Arrays;
import org.jzfof.domain.Box;

/**
 * Equal cells of a box.
 *
 * @param lower lower corner of the box [3]
 * @param side side lengths of a cell [3]
 * @param number number of cells in each dimension [3]
 */
public record GridShape(double[] lower, double[] side, long[] number) {
  /**
   * Mean number of points in a cell: section 2.2 of Kamel, Yan, Chester 2025, after the grid of
   * Ray, Sokolov, Lefebvre, Levy 2018.
   */
  public static final double POINTS_PER_CELL = 3.1;

  private static final long MAX_CELLS = 1L << 30;

  /** Makes nearly cubic cells for a number of points. */
  static GridShape of(Box box, long points, double pointsPerCell) {
    double[] size = box.size();
    double cells = Math.min(MAX_CELLS, Math.max(1, points / pointsPerCell));
    double edge = edge(size, cells);
    double[] side = new double[3];
    long[] number = new long[3];
    for (int d = 0; d < 3; d++) {
      number[d] = size[d] > edge ? (long) Math.min(cells, size[d] / edge) : 1;
      side[d] = size[d] / number[d];
    }
    return new GridShape(box.lower(), side, number);
  }

  /**
   * Edge of the cubes of which a given number fills a box. A dimension in which the box is thinner
   * than a cube counts as flat.
   */
  private static double edge(double[] size, double cells) {
    double[] longest = Arrays.stream(size).sorted().toArray();
    for (int thin = 0; thin < 3; thin++) {
      double product = 1;
      for (int d = thin; d < 3; d++) {
        product *= longest[d];
      }
      double edge = Math.pow(product / cells, 1.0 / (3 - thin));
      if (edge > 0 && longest[thin] >= edge) {
        return edge;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  long cells() {
    return number[0] * number[1] * number[2];
  }
}
