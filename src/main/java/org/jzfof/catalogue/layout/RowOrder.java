package org.jzfof.catalogue.layout;

import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;

/**
 * The order of the groups of all ranks by a key: a sort by counting, which keeps the order of the
 * catalogue among equal keys. Every rank has as many rows afterwards as before.
 *
 * @param rowsOfKeys number of groups of all ranks with each key
 * @param transfer moves a row to the rank that has its place
 */
record RowOrder(long[] rowsOfKeys, RowTransfer transfer) {
  /** Computes the order; collective over all ranks. */
  static RowOrder of(Communicator comm, CatalogueShare share, RowKeys keys) {
    long[] local = new long[keys.count()];
    for (int key : keys.key()) {
      local[key]++;
    }
    // Each rank adds up the counts of all ranks for its part of the keys.
    EvenShares parts = new EvenShares(keys.count(), comm.size());
    long[][] sent = new long[comm.size()][];
    Arrays.setAll(
        sent,
        r ->
            Arrays.copyOfRange(
                local, (int) parts.start(r), (int) (parts.start(r) + parts.count(r))));
    long[][] before = comm.allToAll(sent);
    long[] sum = new long[(int) parts.count(comm.rank())];
    for (long[] ofRank : before) {
      for (int k = 0; k < sum.length; k++) {
        long count = ofRank[k];
        ofRank[k] = sum[k];
        sum[k] += count;
      }
    }
    long[] next = ArrayParts.join(comm.allToAll(before));
    long[] rows = ArrayParts.join(comm.allGather(sum));
    long[] first = ArrayParts.offsets(rows);
    Arrays.setAll(next, k -> next[k] + first[k]);
    long[] place = Arrays.stream(keys.key()).mapToLong(key -> next[key]++).toArray();
    return new RowOrder(rows, transfer(comm, share, place));
  }

  private static RowTransfer transfer(Communicator comm, CatalogueShare share, long[] place) {
    long[] start = share.start();
    int[] rank = Arrays.stream(place).mapToInt(row -> ArrayParts.partOf(start, row)).toArray();
    RankRows leaving = RankRows.byRank(rank, comm.size());
    RowTransfer arriving = RowTransfer.inOrder(comm, leaving);
    long[] rows = arriving.moved(place, 1);
    return arriving.to(Arrays.stream(rows).mapToInt(row -> (int) (row - share.first())).toArray());
  }

  /** Returns fields of groups with the rows of this rank in this order; collective. */
  List<GroupField> sorted(List<GroupField> fields) {
    return fields.stream().map(this::sorted).toList();
  }

  private GroupField sorted(GroupField field) {
    int width = field.columns();
    int count = Math.multiplyExact(width, transfer.arriving().count());
    if (field.ids() == null) {
      double[] from = new double[count];
      double[] to = new double[count];
      Arrays.setAll(from, field.values());
      transfer.move(new TypedColumns().doubles(from, width), new TypedColumns().doubles(to, width));
      return field.with(i -> to[i], null);
    }
    long[] from = new long[count];
    Arrays.setAll(from, field.ids());
    long[] to = transfer.moved(from, width);
    return field.with(null, i -> to[i]);
  }
}
