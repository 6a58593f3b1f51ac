package org.jzfof.snapshot;

/** Takes blocks of float32 values in row order. */
@FunctionalInterface
public interface FloatSink {
  /**
   * @param row first row of the block, counted from the first row asked for
   * @param count rows in the block
   * @param values values [count] or [3·count]; the array is reused after the call
   */
  void accept(long row, int count, float[] values);
}
