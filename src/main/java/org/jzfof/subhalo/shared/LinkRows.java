package org.jzfof.subhalo.shared;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Parts;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * What links of members are found from, as longs that travel between ranks.
 *
 * @param rows place and number in two longs, ID, density [4m]
 */
record LinkRows(long[] rows) {
  private static final int LONGS = 4;

  static final LinkRows NONE = new LinkRows(new long[0]);

  /** The members of this rank. */
  static LinkRows of(SharedMembers members) {
    SubhaloMembers own = members.own();
    long[] rows = new long[Math.multiplyExact(LONGS, members.count())];
    int[] place = own.place();
    long first = members.start()[members.comm().rank()];
    for (int i = 0; i < members.count(); i++) {
      int at = LONGS * i;
      rows[at] = (long) place[3 * i] << Integer.SIZE | Integer.toUnsignedLong(place[3 * i + 1]);
      rows[at + 1] = (long) place[3 * i + 2] << Integer.SIZE | first + i;
      rows[at + 2] = own.id()[i];
      rows[at + 3] = Double.doubleToRawLongBits(own.density()[i]);
    }
    return new LinkRows(rows);
  }

  /** These, and behind them what has come from each rank. */
  LinkRows and(long[][] come) {
    return new LinkRows(Parts.join(new long[][] {rows, Parts.join(come)}));
  }

  LinkRows some(int[] which) {
    long[] some = new long[Math.multiplyExact(LONGS, which.length)];
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(rows, LONGS * which[i], some, LONGS * i, LONGS);
    }
    return new LinkRows(some);
  }

  /** How many rows so many longs are. */
  static int count(long[] rows) {
    return rows.length / LONGS;
  }

  int count() {
    return count(rows);
  }

  /** Number among the members of all ranks. */
  int number(int i) {
    return (int) rows[LONGS * i + 1];
  }

  /** Fixed-point coordinates [3m]. */
  int[] places() {
    int[] place = new int[Math.multiplyExact(3, count())];
    for (int i = 0; i < count(); i++) {
      place[3 * i] = (int) (rows[LONGS * i] >> Integer.SIZE);
      place[3 * i + 1] = (int) rows[LONGS * i];
      place[3 * i + 2] = (int) (rows[LONGS * i + 1] >> Integer.SIZE);
    }
    return place;
  }

  long[] ids() {
    long[] id = new long[count()];
    Arrays.setAll(id, i -> rows[LONGS * i + 2]);
    return id;
  }

  double[] densities() {
    return IntStream.range(0, count())
        .mapToDouble(i -> Double.longBitsToDouble(rows[LONGS * i + 3]))
        .toArray();
  }
}
