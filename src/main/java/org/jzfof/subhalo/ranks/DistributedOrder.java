package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.SharedBisection;
import org.jzfof.subhalo.members.SortedOrder;

/**
 * The order of the members of all ranks by an unsigned key, members with equal keys by unsigned ID.
 * Each rank has a stretch of this order, which is an {@link EvenShares even share} if no two
 * members with the same key have the same ID; such members may be in any order. Members stay on
 * their ranks; {@link #toStretches} moves rows of values to the stretches and back.
 */
public final class DistributedOrder {
  private final RowTransfer toStretches;
  private final long[] start;
  private final int[] index;

  /**
   * Every rank calls the constructor.
   *
   * @param key unsigned keys of the members of this rank [m]
   * @param id unsigned IDs of these members [m]
   */
  public DistributedOrder(Communicator comm, long[] key, long[] id) {
    int[] localOrder = SortedOrder.increasingUnsigned(key, i -> id[i]);
    long[] total = {key.length};
    comm.sum(total);
    long[] cut =
        new LocalOrder(gathered(localOrder, key), gathered(localOrder, id)).cuts(comm, total[0]);
    RowTransfer inOrder = RowTransfer.inOrder(comm, new RankRows(localOrder, cut));
    int count = inOrder.arriving().count();
    long[] keys = new long[count];
    long[] ids = new long[count];
    inOrder.move(
        new TypedColumns().longs(key, 1).longs(id, 1),
        new TypedColumns().longs(keys, 1).longs(ids, 1));
    int[] order = SortedOrder.increasingUnsigned(keys, i -> ids[i]);
    int[] slot = new int[count];
    for (int i = 0; i < count; i++) {
      slot[order[i]] = i;
    }
    this.toStretches = inOrder.to(slot);
    long[][] counts = comm.allGather(new long[] {count});
    this.start = ArrayParts.offsets(counts.length, r -> counts[r][0]);
    int[] indices = new int[count];
    Arrays.setAll(indices, i -> Math.toIntExact(start[comm.rank()] + i));
    this.index = toStretches.back().moved(indices, 1);
  }

  /** Returns the unsigned key that orders numbers as {@link SortedOrder#increasing} does. */
  public static long increasing(double number) {
    long bits = Double.doubleToRawLongBits(number);
    return bits ^ (bits >> Long.SIZE - 1 | Long.MIN_VALUE);
  }

  private static long[] gathered(int[] order, long[] column) {
    return Arrays.stream(order).mapToLong(i -> column[i]).toArray();
  }

  /**
   * Keys and IDs of the members of this rank in order.
   *
   * @param key sorted keys
   * @param id IDs in the order of the keys
   */
  private record LocalOrder(long[] key, long[] id) {
    int before(long k, long i) {
      return Bisection.countBelow(
          key.length,
          at -> {
            int order = Long.compareUnsigned(key[at], k);
            return order < 0 || order == 0 && Long.compareUnsigned(id[at], i) < 0;
          });
    }

    /**
     * Returns the number of local members before the stretch of each rank, and the number of local
     * members [size+1].
     */
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

  /** Returns the index of each member of this rank in the order of all members [m]. */
  public int[] index() {
    return index;
  }

  /**
   * Returns the first index of the stretch of each rank, and the total number of members [size+1].
   */
  public long[] start() {
    return start;
  }

  /** Returns the number of members of the stretch of this rank. */
  public int count() {
    return toStretches.arriving().count();
  }

  /** Returns the transfer from rows of the members of this rank to rows of its stretch. */
  public RowTransfer toStretches() {
    return toStretches;
  }
}
