package org.jzfof.dump;

import java.util.Set;
import org.jzfof.config.NeighbourValue;
import org.jzfof.device.ElementType;
import org.jzfof.provenance.Provenance;
import org.jzfof.snapshot.SnapshotHeader;

/**
 * What a file of nearest neighbours holds, and what it says about the run that made it.
 *
 * @param rows queries in all
 * @param k neighbours per query
 * @param values what is written for each query
 * @param doubles whether distances and densities are float64 instead of float32
 * @param mortonOrder whether rows are along a space-filling curve instead of in file order
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param sources the particles among which neighbours were looked for
 * @param queries what the queries are
 * @param boxSize side lengths [3] used; for an open box those of its bounding box
 * @param periodic whether distances wrap around the box
 * @param provenance what tells it from other results
 * @param version of jzfof
 * @param commandLine as typed
 */
public record DumpInfo(
    long rows,
    int k,
    Set<NeighbourValue> values,
    boolean doubles,
    boolean mortonOrder,
    boolean excludeSelf,
    Sources sources,
    Queries queries,
    double[] boxSize,
    boolean periodic,
    Provenance provenance,
    String version,
    String commandLine) {

  /**
   * The particles among which neighbours were looked for.
   *
   * @param header of their snapshot
   * @param path the snapshot as the user named it
   * @param types particle types, increasing
   * @param count particles of these types
   */
  public record Sources(SnapshotHeader header, String path, int[] types, long count) {}

  /**
   * The queries.
   *
   * @param path their file as the user named it
   * @param types particle types, increasing, or none where the file is no snapshot
   */
  public record Queries(String path, int[] types) {}

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
