package org.jzfof.snapshot;

import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.LongSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Columns of the particles of a snapshot. Rows of a particle type are counted over its files in
 * order; all methods throw {@link org.jzfof.error.SnapshotException} naming file and dataset.
 */
public interface RowReader {
  /** Largest number of rows per block: they fit into the cache of a core. */
  int BLOCK_ROWS = 1 << 16;

  /**
   * Reads numbers as they are stored.
   *
   * @param column of real numbers; of masses only where a type has no {@link Snapshot#constantMass}
   * @param type particle type
   * @param from first row
   * @param rows number of rows
   */
  void read(ParticleColumn column, int type, long from, long rows, FloatSink sink);

  /** As the other, for a column of integers. */
  void read(ParticleColumn column, int type, long from, long rows, LongSink sink);

  /**
   * Whether several threads that read some rows of a type each are faster than one: where all its
   * values lie in one piece. Packed ones are unpacked by many threads for one that reads.
   */
  boolean readsInParts(int type);
}
