package org.jzfof.neighbours.files;

/**
 * One file of a result; complete when all of its rows have come, in any order.
 *
 * @param <R> what comes
 */
public interface RowFile<R> extends AutoCloseable {
  /** Writes rows, all of them in this file. */
  void write(R rows);

  /** Whether all rows have come. */
  boolean isComplete();

  /** Has the file say what it holds; all rows have come. */
  void seal();

  @Override
  void close();
}
