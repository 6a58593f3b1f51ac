package org.jzfof.neighbours.files;

/** One file of a result, complete once all of its rows are written, in any order. */
public interface RowFile<R> extends AutoCloseable {
  /** Writes rows, all of which belong to this file. */
  void write(R rows);

  /** Whether all rows are written. */
  boolean isComplete();

  /** Completes the file, after all rows are written. */
  void seal();

  @Override
  void close();
}
