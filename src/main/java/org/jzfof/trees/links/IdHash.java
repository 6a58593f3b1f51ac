package org.jzfof.trees.links;

/**
 * Assigns IDs to buckets by their mixed bits (finaliser of MurmurHash3, Appleby 2011). Each bucket
 * gets about the same number of IDs, whatever their values.
 */
final class IdHash {
  /** Number of buckets of all ranks. */
  static final int BUCKETS = 1 << 11;

  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(BUCKETS);

  private IdHash() {}

  static int bucket(long hash) {
    return (int) (hash >>> SHIFT);
  }

  static long of(long id) {
    long h = (id ^ id >>> 33) * 0xff51afd7ed558ccdL;
    h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
    return h ^ h >>> 33;
  }
}
