package org.jzfof.snapshot.file;

/** Takes blocks of 64-bit values in row order. */
@FunctionalInterface
public interface LongSink {
  /**
   * @param row first row of the block, counted from the first row asked for
   * @param count rows in the block
   * @param values values [count]; the array is reused as in {@link FloatSink}
   */
  void accept(long row, int count, long[] values);
}
