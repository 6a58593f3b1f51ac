package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The columns of members from which links are found.
 *
 * @param position fixed-point coordinates [3m]
 * @param number numbers among the members of all ranks [m]
 * @param id IDs [m]
 * @param density local densities [m]
 */
record LinkRows(int[] position, int[] number, long[] id, double[] density) {
  static LinkRows allocate(int count) {
    return new LinkRows(
        new int[Math.multiplyExact(3, count)], new int[count], new long[count], new double[count]);
  }

  /** Returns rows of the members of this rank. */
  static LinkRows of(DistributedMembers members) {
    SubhaloMembers local = members.local();
    int count = members.count();
    int first = (int) members.start()[members.comm().rank()];
    return new LinkRows(
        Arrays.copyOf(local.position(), 3 * count),
        IntStream.range(first, first + count).toArray(),
        Arrays.copyOf(local.id(), count),
        Arrays.copyOf(local.density(), count));
  }

  /** Returns these rows followed by others. */
  LinkRows and(LinkRows others) {
    return new LinkRows(
        ArrayParts.join(new int[][] {position, others.position}),
        ArrayParts.join(new int[][] {number, others.number}),
        ArrayParts.join(new long[][] {id, others.id}),
        ArrayParts.join(new double[][] {density, others.density}));
  }

  int count() {
    return id.length;
  }

  TypedColumns columns() {
    return new TypedColumns().longs(id, 1).doubles(density, 1).ints(position, 3).ints(number, 1);
  }

  /** Moves rows between ranks; every rank calls it. */
  LinkRows moved(RowTransfer transfer) {
    LinkRows arrived = allocate(transfer.arriving().count());
    transfer.move(columns(), arrived.columns());
    return arrived;
  }
}
