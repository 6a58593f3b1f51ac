package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Complete groups on this rank, with the transfer of their members from and to the original ranks.
 */
final class WholeGroups {
  /**
   * Number of longs that announce a part of a group: the number of the group, the number of
   * members, and the bits of its scale factor.
   */
  private static final int HEAD = 3;

  private final long[][] heads;
  private final long[] number;
  private final double[] scaleFactor;
  private final int[] start;
  private final RowTransfer transfer;

  /**
   * Announces the groups to the ranks that get them; every rank calls it.
   *
   * @param heads number, local member count and scale factor of each group, by destination rank
   */
  WholeGroups(Communicator comm, MemberHeapCheck room, long[][] heads) {
    this.heads = comm.allToAll(heads);
    this.number =
        Arrays.stream(this.heads).flatMapToLong(WholeGroups::numbers).sorted().distinct().toArray();
    this.scaleFactor = new double[number.length];
    long[] length = new long[number.length];
    forEachPart(
        (group, count, scale) -> {
          length[group] += count;
          scaleFactor[group] = scale;
        });
    long all = Arrays.stream(length).sum();
    long longest = Arrays.stream(length).max().orElse(0);
    room.require(
        all,
        all * SubhaloMembers.SEARCH_BYTES,
        "%d members on a rank, %d of one group,".formatted(all, longest));
    this.start = new int[number.length + 1];
    for (int g = 0; g < number.length; g++) {
      start[g + 1] = start[g] + (int) length[g];
    }
    this.transfer =
        new RowTransfer(
            comm,
            RankRows.inOrder(ArrayParts.offsets(heads.length, r -> members(heads[r]))),
            new RankRows(slots(), ArrayParts.offsets(heads.length, r -> members(this.heads[r]))));
  }

  /** Returns the row of each arriving member; members of one part are consecutive. */
  private int[] slots() {
    int parts = Arrays.stream(heads).mapToInt(head -> head.length / HEAD).sum();
    long[] from = new long[parts + 1];
    int[] to = new int[parts];
    int[] next = start.clone();
    int[] part = {0};
    forEachPart(
        (group, count, scale) -> {
          int p = part[0]++;
          from[p + 1] = from[p] + count;
          to[p] = next[group];
          next[group] += (int) count;
        });
    return ArrayParts.consecutive(from, p -> to[p]);
  }

  private static long members(long[] head) {
    return IntStream.range(0, head.length / HEAD).mapToLong(part -> head[HEAD * part + 1]).sum();
  }

  private static LongStream numbers(long[] head) {
    return IntStream.range(0, head.length / HEAD).mapToLong(part -> head[HEAD * part]);
  }

  private interface PartSink {
    void accept(int group, long count, double scale);
  }

  private void forEachPart(PartSink sink) {
    for (long[] head : heads) {
      for (int part = 0; part < head.length / HEAD; part++) {
        int group = Arrays.binarySearch(number, head[HEAD * part]);
        double scale = Double.longBitsToDouble(head[HEAD * part + 2]);
        sink.accept(group, head[HEAD * part + 1], scale);
      }
    }
  }

  /**
   * Sends the members; every rank calls it.
   *
   * @param local members that go to each rank, rank by rank and group by group as announced
   * @return the members of the groups, without links
   */
  SubhaloMembers receive(SubhaloMembers local) {
    SubhaloMembers members = SubhaloMembers.allocate(local.map(), start, local.types());
    transfer.move(local.columns(), members.columns());
    return members;
  }

  /** Returns the first member of each group, and the number of members. */
  int[] starts() {
    return start;
  }

  /** Returns the numbers of the groups in the catalogue, increasing. */
  long[] numbers() {
    return number;
  }

  /** Returns when the groups are. */
  GroupEpochs epochs() {
    return new GroupEpochs(scaleFactor);
  }

  /**
   * Sends values of the members back to their original ranks; every rank calls it.
   *
   * @return values of the members that this rank had sent, in their order
   */
  long[] sendBack(long[] values) {
    return transfer.back().moved(values, 1);
  }
}
