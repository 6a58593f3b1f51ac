package org.jzfof.domain;

import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Binary search in an array sorted over all ranks. The array stays where it is: only counts are
 * sent, about 60 bytes for each key and round.
 */
public final class SharedBisection {
  /** Bits of all keys that one round of counts decides. */
  private static final int STEP = 3;

  private static final int TRIES = (1 << STEP) - 1;

  private SharedBisection() {}

  /** What a rank has below a key. */
  @FunctionalInterface
  public interface Below {
    /**
     * Counts it.
     *
     * @param search which of the searches
     * @param key unsigned
     */
    long count(int search, long key);
  }

  /**
   * The keys at places of all that the ranks have, in order: the highest with no more below them.
   * Every rank calls it.
   *
   * @param place of each search, the same on all ranks
   * @param bits of the keys, at most; rounded up to a multiple of 3
   * @return the same on all ranks; with all bits for a place behind the last one
   */
  public static long[] keys(Communicator comm, long[] place, int bits, Below here) {
    long[] key = new long[place.length];
    long[] below = new long[place.length * TRIES];
    for (int bit = (bits - 1) / STEP * STEP; bit >= 0; bit -= STEP) {
      int tries = (1 << Math.min(STEP, Long.SIZE - bit)) - 1;
      int shift = bit;
      Arrays.setAll(
          below,
          i -> here.count(i / TRIES, key[i / TRIES] | Math.min(i % TRIES + 1L, tries) << shift));
      comm.sum(below);
      for (int c = 0; c < key.length; c++) {
        int from = c * TRIES;
        long at = place[c];
        key[c] |= (long) Bisection.countBelow(tries, t -> below[from + t] <= at) << bit;
      }
    }
    return key;
  }
}
