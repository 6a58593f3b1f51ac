package org.jzfof.snapshot;

import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.LongSink;

/**
 * Columns of the particles of a snapshot. Rows of a particle type are counted over its files in
 * order; all methods throw {@link org.jzfof.error.SnapshotException} naming file and dataset.
 */
public interface RowReader {
  /** Largest number of rows per block: they fit into the cache of a core. */
  int BLOCK_ROWS = 1 << 16;

  /**
   * Reads coordinates as they are stored.
   *
   * @param type particle type
   * @param from first row
   * @param rows number of rows
   */
  void readCoordinates(int type, long from, long rows, FloatSink sink);

  /** Reads particle IDs; arguments as for {@link #readCoordinates}. */
  void readIds(int type, long from, long rows, LongSink sink);

  /** Reads velocities as stored, [3·count]; arguments as for {@link #readCoordinates}. */
  void readVelocities(int type, long from, long rows, FloatSink sink);

  /**
   * Reads masses of a type that has no {@link Snapshot#constantMass}; arguments as for {@link
   * #readCoordinates}.
   */
  void readMasses(int type, long from, long rows, FloatSink sink);

  /**
   * Reads a dataset with one number per particle; other arguments as for {@link #readCoordinates}.
   */
  void readNumbers(int type, String name, long from, long rows, FloatSink sink);

  /**
   * Whether several threads that read some rows of a type each are faster than one: where all its
   * values lie in one piece. Packed ones are unpacked by many threads for one that reads.
   */
  boolean readsInParts(int type);
}
