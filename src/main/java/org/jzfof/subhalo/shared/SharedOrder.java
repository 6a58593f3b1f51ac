package org.jzfof.subhalo.shared;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.Parts;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.SharedBisection;
import org.jzfof.subhalo.members.SortedOrder;

/**
 * The order of the members of all ranks by an unsigned key, of equal ones by unsigned ID. Each rank
 * has a stretch of it: an {@link EvenShares even share}, if no two of one key have the same ID;
 * those that have may be in any order. Members stay where they are; rows of theirs move to the
 * stretches and back.
 */
public final class SharedOrder {
  private static final int PAIR = 2;

  private final Communicator comm;

  /** Own members in order, and how many go to lower ranks than each. */
  private final int[] own;

  private final long[] cut;

  /** Where the rows that come go in the stretch, and how many come from lower ranks than each. */
  private final int[] taken;

  private final long[] arrival;
  private final long[] start;
  private final int[] place;

  /**
   * Every rank makes one.
   *
   * @param key of the members of this rank, unsigned [m]
   * @param id of them, unsigned [m]
   */
  public SharedOrder(Communicator comm, long[] key, long[] id) {
    this.comm = comm;
    this.own = SortedOrder.increasingUnsigned(key, i -> id[i]);
    long[] total = {key.length};
    comm.sum(total);
    this.cut = new Run(sorted(key), sorted(id)).cuts(comm, total[0]);
    long[] pairs = new long[Math.multiplyExact(PAIR, key.length)];
    for (int i = 0; i < key.length; i++) {
      pairs[PAIR * i] = key[i];
      pairs[PAIR * i + 1] = id[i];
    }
    long[][] come = comm.allToAll(sent(pairs, PAIR));
    this.arrival = Parts.starts(come.length, r -> come[r].length / PAIR);
    this.taken = inStretch(Parts.join(come));
    long[][] counts = comm.allGather(new long[] {taken.length});
    this.start = Parts.starts(counts.length, r -> counts[r][0]);
    long[] places = new long[taken.length];
    Arrays.setAll(places, i -> start[comm.rank()] + i);
    this.place = Arrays.stream(toMembers(places, 1)).mapToInt(Math::toIntExact).toArray();
  }

  /** The unsigned key that orders numbers as {@link SortedOrder#increasing} does. */
  public static long increasing(double number) {
    long bits = Double.doubleToRawLongBits(number);
    return bits ^ (bits >> Long.SIZE - 1 | Long.MIN_VALUE);
  }

  private long[] sorted(long[] column) {
    long[] sorted = new long[own.length];
    Arrays.setAll(sorted, i -> column[own[i]]);
    return sorted;
  }

  /**
   * Members of this rank in order.
   *
   * @param key of each
   * @param id of each
   */
  private record Run(long[] key, long[] id) {
    int before(long k, long i) {
      return Bisection.countBelow(
          key.length,
          at -> {
            int order = Long.compareUnsigned(key[at], k);
            return order < 0 || order == 0 && Long.compareUnsigned(id[at], i) < 0;
          });
    }

    /** How many come before the stretch of each rank, and how many there are [size+1]. */
    long[] cuts(Communicator comm, long total) {
      EvenShares shares = new EvenShares(total, comm.size());
      long[] row = new long[comm.size() - 1];
      Arrays.setAll(row, c -> shares.start(c + 1));
      long[] k = SharedBisection.keys(comm, row, Long.SIZE, (c, tried) -> before(tried, 0));
      long[] i = SharedBisection.keys(comm, row, Long.SIZE, (c, tried) -> before(k[c], tried));
      long[] cut = new long[comm.size() + 1];
      cut[comm.size()] = key.length;
      for (int c = 0; c < row.length; c++) {
        cut[c + 1] = row[c] == total ? key.length : before(k[c], i[c]);
      }
      return cut;
    }
  }

  private static int[] inStretch(long[] pairs) {
    long[] key = new long[pairs.length / PAIR];
    Arrays.setAll(key, i -> pairs[PAIR * i]);
    int[] order = SortedOrder.increasingUnsigned(key, i -> pairs[PAIR * i + 1]);
    int[] taken = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      taken[order[i]] = i;
    }
    return taken;
  }

  /** Place of each member of this rank in the order of all [m]. */
  public int[] place() {
    return place;
  }

  /** First place of the stretch of each rank, and the number of all members [size+1]. */
  public long[] start() {
    return start;
  }

  /**
   * Moves rows to the stretches; every rank calls it.
   *
   * @param rows of the members of this rank [width·m]
   * @param width values of a member
   * @return rows of the stretch of this rank, in order
   */
  public long[] toStretches(long[] rows, int width) {
    long[][] come = comm.allToAll(sent(rows, width), lengths(arrival, width));
    long[] stretch = new long[Math.multiplyExact(width, taken.length)];
    for (int r = 0; r < come.length; r++) {
      int first = (int) arrival[r];
      for (int i = 0; i < come[r].length / width; i++) {
        System.arraycopy(come[r], width * i, stretch, width * taken[first + i], width);
      }
      come[r] = null;
    }
    return stretch;
  }

  private long[][] sent(long[] rows, int width) {
    long[][] sent = new long[comm.size()][];
    for (int r = 0; r < sent.length; r++) {
      int first = (int) cut[r];
      sent[r] = new long[Math.multiplyExact(width, (int) (cut[r + 1] - first))];
      for (int i = 0; i < sent[r].length / width; i++) {
        System.arraycopy(rows, width * own[first + i], sent[r], width * i, width);
      }
    }
    return sent;
  }

  /**
   * Moves rows back to the members; every rank calls it.
   *
   * @param stretch rows of the stretch of this rank, in order
   * @param width values of a member
   * @return rows of the members of this rank [width·m]
   */
  public long[] toMembers(long[] stretch, int width) {
    long[][] sent = new long[comm.size()][];
    for (int r = 0; r < sent.length; r++) {
      int first = (int) arrival[r];
      sent[r] = new long[Math.multiplyExact(width, (int) (arrival[r + 1] - first))];
      for (int i = 0; i < sent[r].length / width; i++) {
        System.arraycopy(stretch, width * taken[first + i], sent[r], width * i, width);
      }
    }
    long[][] come = comm.allToAll(sent, lengths(cut, width));
    long[] rows = new long[Math.multiplyExact(width, own.length)];
    for (int r = 0; r < come.length; r++) {
      int first = (int) cut[r];
      for (int i = 0; i < come[r].length / width; i++) {
        System.arraycopy(come[r], width * i, rows, width * own[first + i], width);
      }
    }
    return rows;
  }

  private static long[] lengths(long[] start, int width) {
    long[] lengths = new long[start.length - 1];
    Arrays.setAll(lengths, r -> width * (start[r + 1] - start[r]));
    return lengths;
  }
}
