package org.jzfof.links;

import java.util.Arrays;

/** A growing list of numbers. */
final class LongList {
  private long[] values = new long[16];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  long[] toArray() {
    return Arrays.copyOf(values, size);
  }

  /** One empty list for each rank. */
  static LongList[] perRank(int ranks) {
    LongList[] lists = new LongList[ranks];
    Arrays.setAll(lists, r -> new LongList());
    return lists;
  }

  /** The contents of the lists. */
  static long[][] toArrays(LongList[] lists) {
    return Arrays.stream(lists).map(LongList::toArray).toArray(long[][]::new);
  }
}
