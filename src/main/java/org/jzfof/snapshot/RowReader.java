package org.jzfof.snapshot;

import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Columns of the particles of a snapshot. Rows of a particle type are counted over its files in
 * order; all methods throw {@link org.jzfof.error.SnapshotException} naming file and dataset.
 */
public interface RowReader {
  /** Maximum number of rows per block: a block fits into the cache of a core. */
  int BLOCK_ROWS = 1 << 16;

  /**
   * Reads rows of a column as they are stored.
   *
   * @param column column of the type; masses only if the type has no {@link Snapshot#constantMass}
   * @param from first row of the type, counted over all files
   */
  void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink);

  /**
   * Whether a type is read faster by several threads, each with a part of the rows. This holds for
   * contiguous datasets. For compressed datasets one thread reads, and other threads decompress.
   */
  boolean readsInParts(int type);
}
