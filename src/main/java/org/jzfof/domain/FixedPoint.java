package org.jzfof.domain;

/**
 * The map from coordinates to 32-bit fixed point. The integer difference of two fixed-point
 * coordinates, with its natural overflow, is their minimum-image difference in cells.
 *
 * <p>A periodic side [0, L) maps to the signed integers [-2^31, 2^31). An open box maps into
 * [-2^30, 0], where no difference overflows, with one power-of-two cell for all dimensions, so that
 * coordinates on a binary grid stay exact. Rounding is to the nearest cell.
 *
 * @param cell cell size per dimension [3]; 0 in a flat dimension
 * @param offset cells subtracted after rounding [3]
 * @param periodic whether differences wrap around
 */
public record FixedPoint(double[] cell, long[] offset, boolean periodic) {
  private static final double LIMIT = 0x1p62;

  /** An open box lies between -2^30 and 0; half its length on both sides is representable, too. */
  private static final int OPEN_LOWEST = -(3 << 29) + 1;

  private static final int OPEN_HIGHEST = (1 << 29) - 1;

  /** Makes the map for a box. */
  public static FixedPoint of(Box box) {
    double[] cell = new double[3];
    long[] offset = new long[3];
    if (box.periodic()) {
      for (int d = 0; d < 3; d++) {
        cell[d] = box.size()[d] / 0x1p32;
        offset[d] = 1L << 31;
      }
      return new FixedPoint(cell, offset, true);
    }
    double extent = 0;
    double farthest = 0;
    for (int d = 0; d < 3; d++) {
      extent = Math.max(extent, box.size()[d]);
      farthest = Math.max(farthest, Math.abs(box.lower()[d]) + box.size()[d]);
    }
    // Finer cells than the coordinates resolve would only overflow.
    double size = Math.max(0x1p-30 * powerOfTwoAbove(extent), Math.ulp(farthest));
    for (int d = 0; d < 3; d++) {
      cell[d] = size;
      offset[d] = (long) Math.rint(box.lower()[d] / size) + (1L << 30);
    }
    return new FixedPoint(cell, offset, false);
  }

  /** Whether all dimensions that have an extent share one cell size, so that integers suffice. */
  public boolean isotropic() {
    double size = 0;
    for (double c : cell) {
      if (c > 0 && size > 0 && c != size) {
        return false;
      }
      size = Math.max(size, c);
    }
    return true;
  }

  /** Largest cell size. */
  public double largestCell() {
    return Math.max(cell[0], Math.max(cell[1], cell[2]));
  }

  /**
   * Whether a coordinate can be converted: false for NaN, infinities and values absurdly far
   * outside the box.
   */
  public boolean isValid(double x, int dimension) {
    double c = cell[dimension];
    return c > 0 ? Math.abs(x / c) < LIMIT : Math.abs(x) < Double.POSITIVE_INFINITY;
  }

  /**
   * Converts a coordinate.
   *
   * @param x coordinate in length units
   * @param dimension 0, 1 or 2
   * @return the fixed-point coordinate; wrapped in a periodic box
   */
  public int toFixed(double x, int dimension) {
    double c = cell[dimension];
    return c > 0 ? (int) ((long) Math.rint(x / c) - offset[dimension]) : 0;
  }

  /**
   * Converts a coordinate like {@link #toFixed}. A coordinate far outside an open box becomes the
   * farthest fixed-point coordinate whose differences to the box do not overflow.
   */
  public int toNearest(double x, int dimension) {
    if (periodic || !(cell[dimension] > 0)) {
      return toFixed(x, dimension);
    }
    double cells = Math.rint(x / cell[dimension]) - offset[dimension];
    return (int) Math.max(OPEN_LOWEST, Math.min(OPEN_HIGHEST, cells));
  }

  /** Whether a fixed-point coordinate may represent coordinates that are farther outside. */
  public boolean farthest(int fixed) {
    return !periodic && (fixed == OPEN_LOWEST || fixed == OPEN_HIGHEST);
  }

  /**
   * Converts a fixed-point coordinate back.
   *
   * @param fixed fixed-point coordinate plus a fraction of a cell
   * @param dimension 0, 1 or 2
   * @return the coordinate in length units; inside [0, L) in a periodic box
   */
  public double toLength(double fixed, int dimension) {
    double cells = fixed + offset[dimension];
    if (periodic) {
      cells -= 0x1p32 * Math.floor(cells / 0x1p32);
      // A value just below 0 is rounded up to the full side.
      cells = cells < 0x1p32 ? cells : 0;
    }
    return cells * cell[dimension];
  }

  private static double powerOfTwoAbove(double value) {
    return Math.scalb(1.0, Math.getExponent(value) + 1);
  }
}
