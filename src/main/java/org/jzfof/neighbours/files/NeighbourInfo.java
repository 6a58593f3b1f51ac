package org.jzfof.neighbours.files;

import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.device.ElementType;

/**
 * What a file of neighbours holds, and what it says about the run that made it.
 *
 * @param rows queries in all
 * @param shape which neighbours of each query, and what is written of them
 * @param radius how far around each query, in words; null where the nearest are wanted
 * @param doubles whether distances and sums are float64 instead of float32
 * @param mortonOrder whether rows are along a space-filling curve instead of in file order
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param origin what it was made from
 */
public record NeighbourInfo(
    long rows,
    RowShape shape,
    String radius,
    boolean doubles,
    boolean mortonOrder,
    boolean excludeSelf,
    NeighbourOrigin origin) {

  /** Neighbours of each query, or 0 where they are counted. */
  public int k() {
    return shape instanceof RowShape.Nearest nearest ? nearest.k() : 0;
  }

  /** Whether a value is written. */
  public boolean has(NeighbourValue value) {
    return shape.has(value);
  }

  /** Whether lists of neighbours are written, with the place where each begins. */
  boolean hasOffsets() {
    return k() == 0 && shape.values().stream().anyMatch(NeighbourValue::isOfPairs);
  }

  /** Type of distances and sums as they are written. */
  ElementType real() {
    return doubles ? ElementType.F64 : ElementType.F32;
  }

  /** Type of distances as they are searched: sums are of those before any rounding. */
  public ElementType searched() {
    return shape.hasSums() ? ElementType.F64 : real();
  }

  /**
   * Bytes of the datasets.
   *
   * @param pairs neighbours of all queries
   */
  public long bytes(long pairs) {
    long perPair = 0;
    long perRow = (mortonOrder ? Long.BYTES : 0) + (hasOffsets() ? Long.BYTES : 0);
    for (NeighbourValue value : shape.values()) {
      boolean isReal = value == NeighbourValue.DISTANCE || value.isSum();
      int bytes = isReal ? real().bytes() : Long.BYTES;
      perPair += value.isOfPairs() ? bytes : 0;
      perRow += value.isOfPairs() ? 0 : bytes;
    }
    return pairs * perPair + rows * perRow;
  }
}
