package org.jzfof.neighbours.cpu.index;

import org.jzfof.domain.FixedPoint;

/**
 * Units in which neighbours are searched before distances are computed exactly: the longest side
 * that fixed point can resolve is 1, so that no square overflows a float.
 *
 * @param perLength units per length unit
 * @param cell fixed-point cell in units [3]
 * @param period of differences in cells; infinite in an open box
 * @param slack by how much the difference of two coordinates can differ from that of their
 *     fixed-point cells, in units [3]
 * @param farthest largest absolute coordinate of any point or query
 */
public record SearchUnits(
    double perLength, double[] cell, double period, double[] slack, double farthest) {
  private static final double CELLS = 0x1p32;

  /**
   * @param farthest largest absolute coordinate of any point or query
   */
  public static SearchUnits of(FixedPoint map, double farthest) {
    double perLength = 1 / (CELLS * map.largestCell());
    double[] cell = new double[3];
    double[] slack = new double[3];
    for (int d = 0; d < 3; d++) {
      cell[d] = map.cell()[d] * perLength;
      // Half a cell for each rounding, and what is lost of a coordinate divided by the cell.
      slack[d] = cell[d] > 0 ? 1.001 * cell[d] + 0x1p-50 * farthest * perLength : 0;
    }
    return new SearchUnits(
        perLength, cell, map.periodic() ? CELLS : Double.POSITIVE_INFINITY, slack, farthest);
  }

  /** These units for queries with coordinates as large as that. */
  public SearchUnits covering(FixedPoint map, double coordinate) {
    return coordinate <= farthest ? this : of(map, coordinate);
  }
}
