package org.jzfof.domain;

/**
 * Converts coordinates to fixed point, block by block, into one array; several threads may do so at
 * once. Made by {@link ParticleKernels#quantiser}.
 */
public interface Quantiser extends AutoCloseable {
  /** What {@link #firstFault} returns when every coordinate has a place in the box. */
  long ALL_VALID = -1;

  /**
   * Converts a block of coordinates.
   *
   * @param xyz coordinates [3·count], interleaved; may be changed after the call
   * @param count rows in the block
   * @param at row of the positions that the first one becomes
   */
  void take(float[] xyz, int count, long at);

  /** As {@link #take(float[], int, long)}, for doubles. */
  void take(double[] xyz, int count, long at);

  /**
   * Takes over a block of coordinates that are unsigned 32-bit fractions of the periodic box.
   *
   * @param fractions fractions [3·count], interleaved; may be changed after the call
   * @param count rows in the block
   * @param at row of the positions that the first one becomes
   */
  void takeFractions(int[] fractions, int count, long at);

  /**
   * Waits for all blocks that were taken.
   *
   * @return the first row of the positions with a coordinate that is NaN, infinite or absurdly far
   *     outside the box; {@link #ALL_VALID} if there is none
   */
  long firstFault();

  @Override
  void close();
}
