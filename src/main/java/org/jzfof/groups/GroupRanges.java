package org.jzfof.groups;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Bisection;

/**
 * Cuts the catalogue order of the groups of all ranks into one range for each rank, with about as
 * many groups as the others (sample sort). Groups that nothing tells apart, where IDs are repeated,
 * stand in the order of their ranks and rows.
 *
 * <p>With s samples per rank at regular rows, a range differs from its share by at most a fraction
 * ranks / s of it. A range begins between two samples of each rank, so that only the groups between
 * these have to be looked at.
 */
final class GroupRanges {
  private static final int SAMPLES_PER_RANK = 1 << 10;

  private final Communicator comm;
  private final int groups;
  private final Function<int[], long[]> keys;

  private GroupRanges(Communicator comm, int groups, Function<int[], long[]> keys) {
    this.comm = comm;
    this.groups = groups;
    this.keys = keys;
  }

  /**
   * Which groups of this rank belong to the range of each rank; every rank calls it.
   *
   * @param groups of this rank
   * @param keys smallest ID and length [2·rows] of groups at some rows of the order of a catalogue
   * @return groups [start[r], start[r+1]) belong to rank r [size+1]
   */
  static long[] of(Communicator comm, long groups, Function<int[], long[]> keys) {
    return new GroupRanges(comm, Math.toIntExact(groups), keys).starts();
  }

  /**
   * A group.
   *
   * @param rank that has it
   * @param row among those of the rank, in order
   */
  private record Group(long length, long id, int rank, long row) {
    boolean isBefore(Group other) {
      if (length != other.length) {
        return length > other.length;
      }
      if (id != other.id) {
        return Long.compareUnsigned(id, other.id) < 0;
      }
      return rank == other.rank ? row < other.row : rank < other.rank;
    }
  }

  private long[] starts() {
    long[] start = new long[comm.size() + 1];
    start[comm.size()] = groups;
    int[] rows = sampleRows();
    Group[] own = groups(rows);
    Group[] first = firstOfRanges(own);
    int[][] between = new int[comm.size() + 1][0];
    for (int r = 1; r < first.length; r++) {
      Group of = first[r];
      int after = Bisection.countBelow(own.length, i -> own[i].isBefore(of));
      int from = after == 0 ? 0 : rows[after - 1] + 1;
      between[r] = IntStream.range(from, after == rows.length ? groups : rows[after]).toArray();
      start[r] = from;
    }
    Group[] candidates = groups(ArrayParts.join(between));
    int at = 0;
    for (int r = 1; r < first.length; r++) {
      int begin = at;
      Group of = first[r];
      start[r] += Bisection.countBelow(between[r].length, i -> candidates[begin + i].isBefore(of));
      at += between[r].length;
    }
    return start;
  }

  private Group[] groups(int[] rows) {
    long[] key = keys.apply(rows);
    Group[] groups = new Group[rows.length];
    Arrays.setAll(groups, i -> new Group(key[2 * i + 1], key[2 * i], comm.rank(), rows[i]));
    return groups;
  }

  /** Every rank samples the same share of its groups. */
  private int[] sampleRows() {
    long[] total = {groups};
    comm.sum(total);
    double share = Math.min(1, (double) SAMPLES_PER_RANK * comm.size() / Math.max(1, total[0]));
    int count = (int) Math.ceil(groups * share);
    return IntStream.range(0, count).map(i -> (int) ((long) groups * i / count)).toArray();
  }

  /**
   * The groups with which the ranges begin, the same on all ranks.
   *
   * @param own samples of this rank
   * @return none where no rank has a group
   */
  private Group[] firstOfRanges(Group[] own) {
    long[] told = new long[3 * own.length];
    for (int i = 0; i < own.length; i++) {
      told[3 * i] = own[i].length;
      told[3 * i + 1] = own[i].id;
      told[3 * i + 2] = own[i].row;
    }
    long[][] all = comm.allGather(told);
    Group[] samples =
        IntStream.range(0, all.length)
            .boxed()
            .flatMap(
                rank ->
                    IntStream.range(0, all[rank].length / 3)
                        .mapToObj(
                            i ->
                                new Group(
                                    all[rank][3 * i],
                                    all[rank][3 * i + 1],
                                    rank,
                                    all[rank][3 * i + 2])))
            .toArray(Group[]::new);
    Arrays.sort(samples, (a, b) -> a.isBefore(b) ? -1 : b.isBefore(a) ? 1 : 0);
    Group[] first = new Group[samples.length == 0 ? 0 : comm.size()];
    Arrays.setAll(first, r -> samples[(int) ((long) samples.length * r / comm.size())]);
    return first;
  }
}
