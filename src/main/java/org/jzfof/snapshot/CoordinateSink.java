package org.jzfof.snapshot;

/** Takes blocks of coordinates in the precision in which they are stored, in row order. */
public interface CoordinateSink {
  /**
   * @param row first row of the block, counted from the first row asked for
   * @param count rows in the block
   * @param xyz coordinates [3·count], x, y, z interleaved, in snapshot length units; the array is
   *     reused after the call
   */
  void accept(long row, int count, float[] xyz);

  /** As {@link #accept(long, int, float[])}, for coordinates stored as double. */
  void accept(long row, int count, double[] xyz);
}
