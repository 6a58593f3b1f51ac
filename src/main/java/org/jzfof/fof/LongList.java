package org.jzfof.fof;

import java.util.Arrays;

/** A growing list of numbers. */
public final class LongList {
  private long[] values = new long[16];
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  public long[] toArray() {
    return Arrays.copyOf(values, size);
  }

  /** Creates one empty list per rank. */
  public static LongList[] perRank(int ranks) {
    LongList[] lists = new LongList[ranks];
    Arrays.setAll(lists, r -> new LongList());
    return lists;
  }

  /** Returns the contents of the lists. */
  public static long[][] toArrays(LongList[] lists) {
    return Arrays.stream(lists).map(LongList::toArray).toArray(long[][]::new);
  }
}
