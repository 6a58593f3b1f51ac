package org.jzfof.domain;

/**
 * A range of Morton keys of {@link Splitters#BITS} bits per dimension.
 *
 * @param first smallest key
 * @param last largest key, inclusive
 */
public record KeyRange(long first, long last) {
  /**
   * Whether the range holds the key of any position in a box.
   *
   * @param lower lower corner of the box [3], fixed-point coordinates
   * @param upper upper corner of the box [3], inclusive
   */
  public boolean meets(int[] lower, int[] upper) {
    int[] low = cells(lower);
    int[] high = cells(upper);
    while (true) {
      long lowest = Morton.keyOfCells(low[0], low[1], low[2]);
      long highest = Morton.keyOfCells(high[0], high[1], high[2]);
      if (lowest > last || highest < first) {
        return false;
      }
      if (lowest >= first || highest <= last) {
        return true;
      }
      // The half of the box with lower keys, if it reaches up to the range, leaves no key of the
      // other half in the range (as in the search for BIGMIN, Tropf and Herzog 1981).
      int bit = 63 - Long.numberOfLeadingZeros(lowest ^ highest);
      int d = 2 - bit % 3;
      int middle = high[d] >>> bit / 3 << bit / 3;
      int top = high[d];
      high[d] = middle - 1;
      if (Morton.keyOfCells(high[0], high[1], high[2]) < first) {
        high[d] = top;
        low[d] = middle;
      }
    }
  }

  /**
   * Whether the range holds the keys of all positions in a box.
   *
   * @param lower lower corner of the box [3], fixed-point coordinates
   * @param upper upper corner of the box [3], inclusive
   */
  public boolean holds(int[] lower, int[] upper) {
    int[] low = cells(lower);
    int[] high = cells(upper);
    return Morton.keyOfCells(low[0], low[1], low[2]) >= first
        && Morton.keyOfCells(high[0], high[1], high[2]) <= last;
  }

  private static int[] cells(int[] fixed) {
    int[] cells = new int[3];
    for (int d = 0; d < 3; d++) {
      cells[d] = Morton.cell(fixed[d], Splitters.BITS);
    }
    return cells;
  }
}
