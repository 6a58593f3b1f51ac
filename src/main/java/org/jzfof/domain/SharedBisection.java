package org.jzfof.domain;

import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Binary search in an array sorted over all ranks. No element of the array is sent, only counts:
 * about 60 bytes for each key and round.
 */
public final class SharedBisection {
  /** Number of bits of each key that one round of counts decides. */
  private static final int STEP = 3;

  private static final int CANDIDATES = (1 << STEP) - 1;

  private SharedBisection() {}

  /** Number of elements of this rank below a key. */
  @FunctionalInterface
  public interface KeyCounter {
    /**
     * Counts the elements below a key.
     *
     * @param key unsigned key
     */
    long count(int search, long key);
  }

  /**
   * Finds the keys at given indices of the sorted array: each is the highest key with at most as
   * many elements below it as its index says. Every rank calls it.
   *
   * @param index index for each search, the same on all ranks
   * @param bits largest number of bits of the keys; rounded up to a multiple of 3
   * @param local counts the elements of this rank
   * @return keys, the same on all ranks; a key with all bits set for an index behind the last
   *     element
   */
  public static long[] keys(Communicator comm, long[] index, int bits, KeyCounter local) {
    long[] key = new long[index.length];
    long[] below = new long[index.length * CANDIDATES];
    for (int bit = (bits - 1) / STEP * STEP; bit >= 0; bit -= STEP) {
      int candidates = (1 << Math.min(STEP, Long.SIZE - bit)) - 1;
      int shift = bit;
      Arrays.setAll(
          below,
          i ->
              local.count(
                  i / CANDIDATES,
                  key[i / CANDIDATES] | Math.min(i % CANDIDATES + 1L, candidates) << shift));
      comm.sum(below);
      for (int c = 0; c < key.length; c++) {
        int from = c * CANDIDATES;
        long at = index[c];
        key[c] |= (long) Bisection.countBelow(candidates, t -> below[from + t] <= at) << bit;
      }
    }
    return key;
  }
}
