package org.jzfof.fof;

/** A point of any rank as one number: the rank above, the point's index on that rank below. */
public final class GlobalIndex {
  private static final int INDEX_BITS = 40;

  private GlobalIndex() {}

  /** The number of a point. */
  public static long of(int rank, long index) {
    return (long) rank << INDEX_BITS | index;
  }

  /** The rank that owns the point. */
  public static int rank(long global) {
    return (int) (global >>> INDEX_BITS);
  }

  /** The index of the point on its rank. */
  public static long index(long global) {
    return global & ((1L << INDEX_BITS) - 1);
  }
}
