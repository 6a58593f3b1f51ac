package org.jzfof.neighbours.files;

import org.jzfof.device.HostMemory;

/** Consecutive rows of a result with all values that are written. */
public interface RowBlock<R extends RowBlock<R>> extends AutoCloseable {
  /** First of these rows in the complete result. */
  long first();

  /** Number of rows. */
  int count();

  /**
   * Rows [from, to) of the complete result, a part of these rows. The result shares the memory of
   * this block.
   */
  R between(long from, long to);

  /** Packs the block into longs for a message; {@link #unpack} is the inverse. */
  long[] pack();

  /**
   * Makes rows from a message.
   *
   * @param message packed rows that have the same arrays as this block
   */
  R unpack(long[] message, HostMemory memory);

  /** Releases the memory of the arrays. */
  @Override
  void close();
}
