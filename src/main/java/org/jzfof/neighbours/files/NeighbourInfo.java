package org.jzfof.neighbours.files;

import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.device.ElementType;

/**
 * Contents of files of neighbours and the origin of the result.
 *
 * @param shape selection of the neighbours of each query and of the values to write
 * @param radius description of the radii; null in a search for nearest neighbours
 * @param index type of the rows of neighbours in the files, I32 or I64
 * @param doubles whether distances and sums are float64 instead of float32
 * @param mortonOrder whether rows come in the order of a space-filling curve instead of file order
 * @param ownQueries whether the queries are the sources
 * @param excludeSelf whether a particle is excluded from its own neighbours
 */
public record NeighbourInfo(
    long rows,
    RowShape shape,
    String radius,
    ElementType index,
    boolean doubles,
    boolean mortonOrder,
    boolean ownQueries,
    boolean excludeSelf,
    NeighbourOrigin origin) {

  /** Bytes of a query in packed lists besides a byte for each of its neighbours, about. */
  private static final int PACKED_QUERY = 3;

  /** Number of neighbours in packed lists that take one byte more, about. */
  private static final int PACKED_SHARE = 16;

  /** Number of neighbours of each query, or 0 if it differs between queries. */
  public int k() {
    return shape instanceof RowShape.Nearest nearest ? nearest.k() : 0;
  }

  /** Whether a value is written. */
  public boolean has(NeighbourValue value) {
    return shape.has(value);
  }

  /** Whether lists of neighbours are written, with the offset of each. */
  boolean hasOffsets() {
    return k() == 0 && shape.values().stream().anyMatch(NeighbourValue::isOfPairs);
  }

  /** Whether lists are packed. */
  public boolean isPacked() {
    return has(NeighbourValue.PACKED);
  }

  /**
   * Shares of the files in the sources along the curve, whose rows are written if lists refer to
   * this order and the queries are not the sources themselves.
   */
  EvenShares sourceRows(int files) {
    return new EvenShares(isPacked() && !ownQueries ? origin.sources().count() : 0, files);
  }

  /** Type of the distances and sums in the files. */
  ElementType real() {
    return doubles ? ElementType.F64 : ElementType.F32;
  }

  /** Type of a value in the files. */
  ElementType type(NeighbourValue value) {
    if (value == NeighbourValue.INDEX) {
      return index;
    }
    return value == NeighbourValue.ID || value == NeighbourValue.COUNT ? ElementType.I64 : real();
  }

  /** Type of distances in the search: sums are computed from distances without rounding to F32. */
  public ElementType searchType() {
    return shape.hasSums() ? ElementType.F64 : real();
  }

  /** Bytes of the datasets; about as many if lists are packed. */
  public long bytes(long pairs) {
    long perPair = 0;
    long perRow = (mortonOrder ? Long.BYTES : 0) + (hasOffsets() ? Long.BYTES : 0);
    for (NeighbourValue value : shape.values()) {
      int bytes = value == NeighbourValue.PACKED ? PACKED_QUERY : type(value).bytes();
      perPair += value.isOfPairs() ? bytes : 0;
      perRow += value.isOfPairs() ? 0 : bytes;
    }
    long packed = isPacked() ? pairs + pairs / PACKED_SHARE : 0;
    return pairs * perPair + rows * perRow + packed + Long.BYTES * sourceRows(1).total();
  }
}
