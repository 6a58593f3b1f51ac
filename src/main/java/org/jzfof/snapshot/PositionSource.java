package org.jzfof.snapshot;

import org.jzfof.snapshot.file.ColumnSink;

/** Positions in a fixed order, independent of their storage. */
public interface PositionSource {
  /** Number of positions. */
  long rows();

  /** Whether any position is stored with more precision than float32. */
  boolean isDouble();

  /**
   * Reads positions.
   *
   * @param sink receiver of the blocks; rows are counted from {@code from}
   * @throws org.jzfof.error.SnapshotException naming the file if it cannot be read
   */
  void read(long from, long count, ColumnSink sink);

  /** Whether several threads that read parts of the rows are faster than one thread. */
  default boolean readsInParts() {
    return false;
  }

  /** The location of a row, for a message. */
  String describeRow(long row);
}
