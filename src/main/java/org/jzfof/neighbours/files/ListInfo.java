package org.jzfof.neighbours.files;

import org.jzfof.config.search.ListContent;
import org.jzfof.config.search.ListValue;
import org.jzfof.device.ElementType;

/**
 * What a file of neighbours within radii holds, and what it says about the run that made it.
 *
 * @param rows queries in all
 * @param content what is written
 * @param doubles whether distances and sums are float64 instead of float32
 * @param mortonOrder whether rows are along a space-filling curve instead of in file order
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param symmetric whether a source is a neighbour also where the query lies within its own radius
 * @param radius how far around each query, in words
 * @param origin what it was made from
 */
public record ListInfo(
    long rows,
    ListContent content,
    boolean doubles,
    boolean mortonOrder,
    boolean excludeSelf,
    boolean symmetric,
    String radius,
    NeighbourOrigin origin) {

  /** Whether a value is written. */
  public boolean has(ListValue value) {
    return content.has(value);
  }

  /** Whether neighbours are written one by one. */
  public boolean listsPairs() {
    return content.values().stream().anyMatch(ListValue::isOfPairs);
  }

  /** Whether sums over the neighbours are written, with masses and a kernel. */
  boolean hasSums() {
    return content.hasSums();
  }

  /** Type of distances and sums as they are written. */
  ElementType real() {
    return doubles ? ElementType.F64 : ElementType.F32;
  }

  /** Type of distances as they are searched: sums are of those before any rounding. */
  public ElementType searched() {
    return hasSums() ? ElementType.F64 : real();
  }

  /** Bytes of the datasets. */
  public long bytes(long pairs) {
    long perPair = has(ListValue.DISTANCE) ? real().bytes() : 0;
    perPair += has(ListValue.INDEX) ? Long.BYTES : 0;
    perPair += has(ListValue.ID) ? Long.BYTES : 0;
    long perRow = listsPairs() ? Long.BYTES : 0;
    perRow += mortonOrder ? Long.BYTES : 0;
    perRow += has(ListValue.COUNT) ? Long.BYTES : 0;
    perRow += real().bytes() * content.values().stream().filter(ListValue::isSum).count();
    return pairs * perPair + rows * perRow;
  }
}
