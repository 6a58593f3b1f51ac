package org.jzfof.device.cpu;

import java.util.Arrays;

/**
 * Batcher's odd-even merge sort (1968) of a few keys: no branch depends on them, where most
 * branches of an insertion sort are mispredicted.
 */
final class SortingNetwork {
  /** Most keys. */
  static final int MOST = 32;

  /** For each number of keys the pairs of places to put in order, one after the other. */
  private static final byte[][] PAIRS = new byte[MOST + 1][];

  static {
    for (int n = 0; n <= MOST; n++) {
      PAIRS[n] = pairs(n);
    }
  }

  private SortingNetwork() {}

  /**
   * Those of a power of two, less those with a place beyond n, where the largest keys would stay.
   */
  private static byte[] pairs(int n) {
    byte[] pairs = new byte[MOST * MOST];
    int length = 0;
    for (int run = 1; run < n; run *= 2) {
      for (int distance = run; distance > 0; distance /= 2) {
        int first = distance % run;
        for (int i = first; i + distance < n; i++) {
          if ((i - first & distance) == 0 && i / (2 * run) == (i + distance) / (2 * run)) {
            pairs[length++] = (byte) i;
            pairs[length++] = (byte) (i + distance);
          }
        }
      }
    }
    return Arrays.copyOf(pairs, length);
  }

  /**
   * Sorts the first n keys.
   *
   * @param keys not negative
   * @param n at most {@link #MOST}
   */
  static void sort(long[] keys, int n) {
    byte[] pairs = PAIRS[n];
    for (int p = 0; p < pairs.length; p += 2) {
      int i = pairs[p];
      int j = pairs[p + 1];
      long a = keys[i];
      long b = keys[j];
      long swap = b - a & b - a >> 63;
      keys[i] = a + swap;
      keys[j] = b - swap;
    }
  }
}
