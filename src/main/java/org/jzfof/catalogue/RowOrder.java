package org.jzfof.catalogue;

/**
 * The group order of the particles of one type: group by group, then those of no group; otherwise
 * in the order of the snapshot. Rows are asked for in that order.
 */
final class RowOrder {
  private final long[] next;
  private long nextOfNone;

  RowOrder(GroupLengths groups, int type) {
    next = new long[groups.groups()];
    long row = 0;
    for (int g = 0; g < next.length; g++) {
      next[g] = row;
      row += groups.of(g, type);
    }
    nextOfNone = row;
  }

  /** New row of the next particle, by the number of its group. */
  long place(int number) {
    return number == GroupNumbers.NONE ? nextOfNone++ : next[number]++;
  }
}
