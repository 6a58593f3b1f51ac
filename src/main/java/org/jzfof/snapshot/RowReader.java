package org.jzfof.snapshot;

import org.jzfof.snapshot.file.CoordinateSink;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.LongSink;

/**
 * Columns of the particles of a snapshot. Rows of a particle type are counted over its files in
 * order; all methods throw {@link org.jzfof.error.SnapshotException} naming file and dataset. The
 * array of a block is not reused before the sink has returned from the next block: a block may be
 * taken somewhere while the next one is read.
 */
public interface RowReader {
  /**
   * Reads coordinates as they are stored.
   *
   * @param type particle type
   * @param from first row
   * @param rows number of rows
   */
  void readCoordinates(int type, long from, long rows, CoordinateSink sink);

  /** Reads particle IDs; arguments as for {@link #readCoordinates}. */
  void readIds(int type, long from, long rows, LongSink sink);

  /** Reads velocities as stored, [3·count]; arguments as for {@link #readCoordinates}. */
  void readVelocities(int type, long from, long rows, FloatSink sink);

  /**
   * Reads masses of a type that has no {@link Snapshot#constantMass}; arguments as for {@link
   * #readCoordinates}.
   */
  void readMasses(int type, long from, long rows, FloatSink sink);
}
