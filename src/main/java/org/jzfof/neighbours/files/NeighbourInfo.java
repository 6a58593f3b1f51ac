package org.jzfof.neighbours.files;

import java.util.Set;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.ElementType;

/**
 * What a file of nearest neighbours holds, and what it says about the run that made it.
 *
 * @param rows queries in all
 * @param k neighbours per query
 * @param values what is written for each query
 * @param doubles whether distances and densities are float64 instead of float32
 * @param mortonOrder whether rows are along a space-filling curve instead of in file order
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param origin what it was made from
 */
public record NeighbourInfo(
    long rows,
    int k,
    Set<NeighbourValue> values,
    boolean doubles,
    boolean mortonOrder,
    boolean excludeSelf,
    NeighbourOrigin origin) {

  /** The particles among which neighbours were looked for. */
  public NeighbourOrigin.Sources sources() {
    return origin.sources();
  }

  /** The queries. */
  public NeighbourOrigin.Queries queries() {
    return origin.queries();
  }

  /** Whether a value is written. */
  public boolean has(NeighbourValue value) {
    return values.contains(value);
  }

  /** Type of distances and densities as they are written. */
  ElementType real() {
    return doubles ? ElementType.F64 : ElementType.F32;
  }

  /** Type of distances as they are searched: densities are those before any rounding. */
  public ElementType searched() {
    return has(NeighbourValue.DENSITY) ? ElementType.F64 : real();
  }

  /** Bytes of the datasets per query. */
  public long bytesPerRow() {
    int real = real().bytes();
    long bytes = has(NeighbourValue.DISTANCE) ? (long) k * real : 0;
    bytes += has(NeighbourValue.INDEX) ? (long) k * Long.BYTES : 0;
    bytes += has(NeighbourValue.ID) ? (long) k * Long.BYTES : 0;
    bytes += has(NeighbourValue.DENSITY) ? real : 0;
    return bytes + (mortonOrder ? Long.BYTES : 0);
  }
}
