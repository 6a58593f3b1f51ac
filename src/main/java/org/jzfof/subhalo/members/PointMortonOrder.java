package org.jzfof.subhalo.members;

import java.util.Arrays;
import org.jzfof.domain.Morton;
import org.jzfof.threads.Parallel;

/** Sorts points in Morton order, points at the same position by unsigned ID. */
public final class PointMortonOrder {
  /** Maximum number of points that are sorted by insertion. */
  private static final int INSERTION_LIMIT = 16;

  private final PointMasses members;
  private final int[] row;

  private PointMortonOrder(PointMasses members, int[] row) {
    this.members = members;
    this.row = row;
  }

  /**
   * Returns rows in order.
   *
   * @return array of the length of the selection; the array of the selection itself if it is in
   *     order and has this length
   */
  public static int[] of(PointMasses members, MemberSelection rows) {
    int[] row = rows.row();
    PointMortonOrder input = new PointMortonOrder(members, row);
    if (Parallel.indices(rows.count(), Parallel.STREAM_GRAIN)
        .allMatch(i -> i == 0 || input.before(row[i - 1], row[i]))) {
      return row.length == rows.count() ? row : Arrays.copyOf(row, rows.count());
    }
    int[] sorted = Arrays.copyOf(row, rows.count());
    new PointMortonOrder(members, sorted).sort(0, sorted.length, 0);
    return sorted;
  }

  private boolean before(int a, int b) {
    int[] position = members.position();
    int ax = position[3 * a];
    int ay = position[3 * a + 1];
    int az = position[3 * a + 2];
    int bx = position[3 * b];
    int by = position[3 * b + 1];
    int bz = position[3 * b + 2];
    if (ax == bx && ay == by && az == bz) {
      return Long.compareUnsigned(members.id()[a], members.id()[b]) < 0;
    }
    return Morton.before(ax, ay, az, bx, by, bz);
  }

  /** Sorts rows that agree in the leading bits of all coordinates by the lower bits. */
  private void sort(int from, int to, int skip) {
    if (to - from <= INSERTION_LIMIT || skip == Morton.BITS) {
      sortByInsertion(from, to);
      return;
    }
    int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(to - from);
    int width = Math.min((Long.SIZE - 1 - indexBits) / 3, Morton.BITS - skip);
    long[] keys = new long[to - from];
    Parallel.forEach(
        keys.length,
        Parallel.GRAIN,
        i -> keys[i] = key(row[from + i], skip, width) << indexBits | i);
    Parallel.sort(keys);
    int[] before = Arrays.copyOfRange(row, from, to);
    long indexMask = (1L << indexBits) - 1;
    for (int first = 0, end; first < keys.length; first = end) {
      for (end = first; end < keys.length && (keys[end] ^ keys[first]) >> indexBits == 0; end++) {
        row[from + end] = before[(int) (keys[end] & indexMask)];
      }
      if (end - first > 1) {
        sort(from + first, from + end, skip + width);
      }
    }
  }

  private long key(int member, int skip, int width) {
    int[] position = members.position();
    int at = 3 * member;
    return Morton.key(position[at], position[at + 1], position[at + 2], skip, width);
  }

  /** Sorts rows by insertion, or by ID if many are at the same position. */
  private void sortByInsertion(int from, int to) {
    if (to - from > INSERTION_LIMIT) {
      sortById(from, to);
      return;
    }
    for (int i = from + 1; i < to; i++) {
      int member = row[i];
      int slot = i;
      for (; slot > from && before(member, row[slot - 1]); slot--) {
        row[slot] = row[slot - 1];
      }
      row[slot] = member;
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
