package org.jzfof.device.cpu;

import java.util.Arrays;

/**
 * Batcher's odd-even merge sort (1968) of a few keys: no branch depends on them, where most
 * branches of an insertion sort are mispredicted.
 */
final class SortingNetwork {
  /** Maximum number of keys. */
  static final int MAX_KEYS = 32;

  /** For each number of keys the index pairs to compare and exchange, one after the other. */
  private static final byte[][] PAIRS = new byte[MAX_KEYS + 1][];

  static {
    for (int n = 0; n <= MAX_KEYS; n++) {
      PAIRS[n] = pairs(n);
    }
  }

  private SortingNetwork() {}

  /**
   * Returns the pairs of a network for a power of two, without pairs that have an index from n on,
   * where infinitely large keys would stay.
   */
  private static byte[] pairs(int n) {
    byte[] pairs = new byte[MAX_KEYS * MAX_KEYS];
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
   * @param keys non-negative keys
   * @param n at most {@link #MAX_KEYS}
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
