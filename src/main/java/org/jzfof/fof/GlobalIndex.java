package org.jzfof.fof;

/**
 * A point of any rank as one number: the rank in the high bits, the point's index on that rank in
 * the low bits.
 */
public final class GlobalIndex {
  private static final int INDEX_BITS = 40;

  private GlobalIndex() {}

  /** Returns the number of a point. */
  public static long of(int rank, long index) {
    return (long) rank << INDEX_BITS | index;
  }

  /** Returns the rank that owns the point. */
  public static int rank(long global) {
    return (int) (global >>> INDEX_BITS);
  }

  /** Returns the index of the point on its rank. */
  public static long index(long global) {
    return global & ((1L << INDEX_BITS) - 1);
  }
}
