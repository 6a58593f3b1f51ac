package org.jzfof.comm;

/** What has come from each rank, as one array. */
public final class Parts {
  private Parts() {}

  /** All values, rank by rank. */
  public static long[] join(long[][] ofRank) {
    int total = 0;
    for (long[] part : ofRank) {
      total = Math.addExact(total, part.length);
    }
    long[] all = new long[total];
    int at = 0;
    for (long[] part : ofRank) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** All values, rank by rank. */
  public static int[] join(int[][] ofRank) {
    int total = 0;
    for (int[] part : ofRank) {
      total = Math.addExact(total, part.length);
    }
    int[] all = new int[total];
    int at = 0;
    for (int[] part : ofRank) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }
}
