package org.jzfof.domain;

/**
 * Converts coordinates to fixed point, block by block, into one array; several threads may convert
 * blocks at once. {@link ParticleKernels#quantiser} makes it.
 */
public interface Quantiser extends AutoCloseable {
  /** The result of {@link #firstFault} if every coordinate could be converted. */
  long ALL_VALID = -1;

  /**
   * Converts a block of coordinates.
   *
   * @param xyz coordinates [3·count], interleaved; the caller may change them after the call
   * @param at row of the positions that the first row of the block becomes
   */
  void convert(float[] xyz, int count, long at);

  /**
   * Converts a block of coordinates in double precision, like {@link #convert(float[], int, long)}.
   */
  void convert(double[] xyz, int count, long at);

  /**
   * Converts a block of coordinates that are unsigned 32-bit fractions of the periodic box.
   *
   * @param fractions fractions [3·count], interleaved; the caller may change them after the call
   * @param at row of the positions that the first row of the block becomes
   */
  void convertFractions(int[] fractions, int count, long at);

  /**
   * Waits until all blocks are converted.
   *
   * @return the first row of the positions with a coordinate that is NaN, infinite or absurdly far
   *     outside the box; {@link #ALL_VALID} if there is none
   */
  long firstFault();

  @Override
  void close();
}
