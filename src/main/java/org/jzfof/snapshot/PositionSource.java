package org.jzfof.snapshot;

import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.threads.Parallel;

/** Positions in a fixed order, independent of their storage. */
public interface PositionSource {
  /** Number of rows that a thread reads at a time. */
  int PART = 1 << 20;

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

  /**
   * Runs a loop over rows that reads them: over parts of {@link #PART} rows by all threads, or over
   * all rows at once by one thread, whichever is faster.
   */
  default void forEachPart(long count, Parallel.Range part) {
    Parallel.forRange(Math.toIntExact(count), readsInParts() ? PART : Integer.MAX_VALUE, part);
  }

  /** The location of a row, for a message. */
  String describeRow(long row);
}
