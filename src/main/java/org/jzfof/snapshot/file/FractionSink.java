package org.jzfof.snapshot.file;

/**
 * Takes coordinates stored as integers as they are, where these divide the box. Any other {@link
 * CoordinateSink} gets them as double.
 */
public interface FractionSink extends CoordinateSink {
  /**
   * Coordinates stored as integers.
   *
   * @param row first row of the block, counted from the first row asked for
   * @param count rows in the block
   * @param fractions unsigned 32-bit fractions of the box side [3·count]: x = f · L / 2^32
   */
  void acceptFractions(long row, int count, int[] fractions);
}
