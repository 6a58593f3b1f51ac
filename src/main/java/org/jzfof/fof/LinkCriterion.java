package org.jzfof.fof;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jzfof.domain.FixedPoint;

/**
 * The exact link criterion on fixed-point differences: distance ≤ linking length.
 *
 * <p>With one cell size the sum of squares is an integer below 2^64 and is compared, unsigned, with
 * floor((ℓ/cell)²). Otherwise it is evaluated in double, in one fixed order and without fused
 * operations, so that all backends make the same decision. Both are monotone in each difference:
 * bounds from boxes never contradict the decision for a pair.
 *
 * @param isotropic whether cells have the same size in all dimensions, so that integers decide
 * @param maxSquare floor((ℓ/cell)²), unsigned, for isotropic cells
 * @param maxSquareLength ℓ²
 */
public record LinkCriterion(
    boolean isotropic,
    long maxSquare,
    double cellX,
    double cellY,
    double cellZ,
    double maxSquareLength) {
  private static final long SIGN = Long.MIN_VALUE;

  /**
   * @param linkingLength ℓ in length units
   */
  public static LinkCriterion of(FixedPoint map, double linkingLength) {
    double[] cell = map.cell();
    return new LinkCriterion(
        map.isotropic(),
        squareInCells(linkingLength, map.largestCell()),
        cell[0],
        cell[1],
        cell[2],
        linkingLength * linkingLength);
  }

  /** Returns whether two points with these fixed-point differences are linked. */
  public boolean links(int dx, int dy, int dz) {
    return linksDistance(dx, dy, dz);
  }

  /** As {@link #links}, for distances per dimension from -2^31 to 2^31. */
  public boolean linksDistance(long dx, long dy, long dz) {
    if (isotropic) {
      return dx * dx + dy * dy + dz * dz + SIGN <= maxSquare + SIGN;
    }
    double x = dx * cellX;
    double y = dy * cellY;
    double z = dz * cellZ;
    return x * x + y * y + z * z <= maxSquareLength;
  }

  /**
   * Returns the square of a distance as a number whose unsigned order is that of distances: squared
   * cells if isotropic, otherwise the bits of the square in double. Arguments are as for {@link
   * #linksDistance}.
   */
  public long square(long dx, long dy, long dz) {
    if (isotropic) {
      return dx * dx + dy * dy + dz * dz;
    }
    double x = dx * cellX;
    double y = dy * cellY;
    double z = dz * cellZ;
    return Double.doubleToRawLongBits(x * x + y * y + z * z);
  }

  /**
   * Returns the {@link #square} of a distance.
   *
   * @param square squared distance in units of the largest cell
   * @return a number that is not below that of a shorter distance
   */
  public long ofSquareInCells(double square) {
    if (isotropic) {
      return square < 0x1p63 ? (long) Math.ceil(square) : -1;
    }
    double largest = Math.max(cellX, Math.max(cellY, cellZ));
    return Double.doubleToRawLongBits(square * largest * largest);
  }

  /** Returns the largest {@link #square} of points that are linked. */
  public long largestSquare() {
    return isotropic ? maxSquare : Double.doubleToRawLongBits(maxSquareLength);
  }

  /**
   * Returns the number of cells in one dimension beyond which two points are never linked, at most
   * 2^31. It is rounded up, so that it can only exclude links.
   */
  public long linkingCells(int dimension) {
    double cell = dimension == 0 ? cellX : dimension == 1 ? cellY : cellZ;
    double cells = cell > 0 ? Math.ceil(Math.sqrt(maxSquareLength) / cell) + 1 : 0x1p31;
    return (long) Math.min(cells, 0x1p31);
  }

  /**
   * Returns the number of bits per dimension at which the diagonal of a Morton cell is no longer
   * than ℓ, at most 21. Deeper keys give no more information about groups than a dense leaf.
   */
  public int denseDepth() {
    int bits = 1;
    while (bits < 21) {
      int edge = -1 >>> bits;
      if (links(edge, edge, edge)) {
        break;
      }
      bits++;
    }
    return bits;
  }

  private static long squareInCells(double linkingLength, double cell) {
    BigDecimal length = new BigDecimal(linkingLength);
    BigDecimal size = new BigDecimal(cell);
    BigDecimal square = length.multiply(length).divide(size.multiply(size), 0, RoundingMode.FLOOR);
    // Every difference is at most 2^31, so that 3·2^62 already links everything.
    BigDecimal everything = new BigDecimal(3).multiply(new BigDecimal(1L << 62));
    return square.min(everything).toBigInteger().longValue();
  }
}
