package org.jzfof.snapshot;

import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Columns of the particles of a snapshot. Rows of a particle type are counted over its files in
 * order; all methods throw {@link org.jzfof.error.SnapshotException} naming file and dataset.
 */
public interface RowReader {
  /** Largest number of rows per block: they fit into the cache of a core. */
  int BLOCK_ROWS = 1 << 16;

  /**
   * Reads rows of a column as they are stored.
   *
   * @param column column of the type; masses only without a {@link Snapshot#constantMass}
   */
  void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink);

  /**
   * Whether several threads that read some rows of a type each are faster than one: where all its
   * values lie in one piece. Packed ones are unpacked by many threads for one that reads.
   */
  boolean readsInParts(int type);
}
