package org.jzfof.subhalo.members;

import java.util.Arrays;
import org.jzfof.domain.Morton;
import org.jzfof.threads.Parallel;

/** Puts points in Morton order, those at one place by their unsigned ID. */
public final class PlaceOrder {
  /** Members that are sorted by comparing them. */
  private static final int FEW = 16;

  private final PointMasses members;
  private final int[] row;

  private PlaceOrder(PointMasses members, int[] row) {
    this.members = members;
    this.row = row;
  }

  /**
   * Rows in order.
   *
   * @return without what a longer column has behind them; the same column where it is in order
   */
  public static int[] of(PointMasses members, MemberSelection rows) {
    int[] own = rows.row();
    PlaceOrder given = new PlaceOrder(members, own);
    if (Parallel.indices(rows.count(), Parallel.STREAM_GRAIN)
        .allMatch(i -> i == 0 || given.before(own[i - 1], own[i]))) {
      return own.length == rows.count() ? own : Arrays.copyOf(own, rows.count());
    }
    int[] sorted = Arrays.copyOf(own, rows.count());
    new PlaceOrder(members, sorted).sort(0, sorted.length, 0);
    return sorted;
  }

  private boolean before(int a, int b) {
    int[] place = members.place();
    int ax = place[3 * a];
    int ay = place[3 * a + 1];
    int az = place[3 * a + 2];
    int bx = place[3 * b];
    int by = place[3 * b + 1];
    int bz = place[3 * b + 2];
    if (ax == bx && ay == by && az == bz) {
      return Long.compareUnsigned(members.id()[a], members.id()[b]) < 0;
    }
    return Morton.before(ax, ay, az, bx, by, bz);
  }

  /** Sorts rows that agree in the leading bits of all coordinates by the bits below. */
  private void sort(int from, int to, int skip) {
    if (to - from <= FEW || skip == Morton.BITS) {
      sortFew(from, to);
      return;
    }
    int ofPlace = Integer.SIZE - Integer.numberOfLeadingZeros(to - from);
    int width = Math.min((Long.SIZE - 1 - ofPlace) / 3, Morton.BITS - skip);
    long[] keys = new long[to - from];
    Parallel.forEach(
        keys.length, Parallel.GRAIN, i -> keys[i] = key(row[from + i], skip, width) << ofPlace | i);
    Parallel.sort(keys);
    int[] before = Arrays.copyOfRange(row, from, to);
    long place = (1L << ofPlace) - 1;
    for (int first = 0, end; first < keys.length; first = end) {
      for (end = first; end < keys.length && (keys[end] ^ keys[first]) >> ofPlace == 0; end++) {
        row[from + end] = before[(int) (keys[end] & place)];
      }
      if (end - first > 1) {
        sort(from + first, from + end, skip + width);
      }
    }
  }

  private long key(int member, int skip, int width) {
    int[] place = members.place();
    int at = 3 * member;
    return Morton.key(place[at], place[at + 1], place[at + 2], skip, width);
  }

  /** By insertion, but for many at one place. */
  private void sortFew(int from, int to) {
    if (to - from > FEW) {
      sortById(from, to);
      return;
    }
    for (int i = from + 1; i < to; i++) {
      int one = row[i];
      int at = i;
      for (; at > from && before(one, row[at - 1]); at--) {
        row[at] = row[at - 1];
      }
      row[at] = one;
    }
  }

  private void sortById(int from, int to) {
    int[] same = Arrays.copyOfRange(row, from, to);
    long[] id = new long[same.length];
    Arrays.setAll(id, i -> members.id()[same[i]]);
    int[] order = SortedOrder.increasingUnsigned(id, i -> i);
    Arrays.setAll(same, i -> row[from + order[i]]);
    System.arraycopy(same, 0, row, from, same.length);
  }
}
