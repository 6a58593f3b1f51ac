package org.jzfof.neighbours.cpu.index;

import org.jzfof.domain.FixedPoint;

/**
 * Units in which neighbours are searched before distances are computed exactly. The longest extent
 * of fixed-point coordinates is 1, so that no square overflows a float.
 *
 * @param perLength number of units per length unit
 * @param cell size of a fixed-point cell in units [3]
 * @param period period of differences in cells; infinite in an open box
 * @param slack largest error, in units [3], of the difference of two coordinates that is computed
 *     from their fixed-point cells
 * @param farthest largest absolute coordinate of any point or query
 */
public record SearchUnits(
    double perLength, double[] cell, double period, double[] slack, double farthest) {
  private static final double CELLS = 0x1p32;

  /** Makes the units for a largest absolute coordinate of points and queries. */
  public static SearchUnits of(FixedPoint map, double farthest) {
    double perLength = 1 / (CELLS * map.largestCell());
    double[] cell = new double[3];
    double[] slack = new double[3];
    for (int d = 0; d < 3; d++) {
      cell[d] = map.cell()[d] * perLength;
      // Each rounding adds half a cell, and each division of a coordinate by the cell a rounding
      // error.
      slack[d] = cell[d] > 0 ? 1.001 * cell[d] + 0x1p-50 * farthest * perLength : 0;
    }
    return new SearchUnits(
        perLength, cell, map.periodic() ? CELLS : Double.POSITIVE_INFINITY, slack, farthest);
  }

  /** Units for queries with absolute coordinates up to {@code coordinate}. */
  public SearchUnits covering(FixedPoint map, double coordinate) {
    return coordinate <= farthest ? this : of(map, coordinate);
  }
}
