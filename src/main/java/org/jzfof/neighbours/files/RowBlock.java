package org.jzfof.neighbours.files;

import org.jzfof.device.HostMemory;

/**
 * Consecutive rows of a result with everything that is written of them.
 *
 * @param <R> this type
 */
public interface RowBlock<R extends RowBlock<R>> extends AutoCloseable {
  /** First row, of the whole result. */
  long first();

  /** Number of rows. */
  int count();

  /** Rows [from, to) of the whole result, all of them among these, in the memory of these. */
  R between(long from, long to);

  /** All of it as longs, for a message; {@link #unpack} is the inverse. */
  long[] pack();

  /**
   * Rows from a message.
   *
   * @param message made of rows with the same arrays as these
   * @param memory for the arrays
   */
  R unpack(long[] message, HostMemory memory);

  /** Gives the memory of the arrays back. */
  @Override
  void close();
}
