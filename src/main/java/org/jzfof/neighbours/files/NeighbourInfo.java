package org.jzfof.neighbours.files;

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
 * @param excludeSelf whether a particle is excluded from its own neighbours
 */
public record NeighbourInfo(
    long rows,
    RowShape shape,
    String radius,
    ElementType index,
    boolean doubles,
    boolean mortonOrder,
    boolean excludeSelf,
    NeighbourOrigin origin) {

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

  /** Bytes of the datasets. */
  public long bytes(long pairs) {
    long perPair = 0;
    long perRow = (mortonOrder ? Long.BYTES : 0) + (hasOffsets() ? Long.BYTES : 0);
    for (NeighbourValue value : shape.values()) {
      int bytes = type(value).bytes();
      perPair += value.isOfPairs() ? bytes : 0;
      perRow += value.isOfPairs() ? 0 : bytes;
    }
    return pairs * perPair + rows * perRow;
  }
}
