package org.jzfof.groups;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Bisection;

/**
 * Splits the catalogue order of the groups of all ranks into one range per rank, of about equal
 * numbers of groups (sample sort). Groups of equal length and ID, which repeated IDs can cause, are
 * in the order of their ranks and rows.
 *
 * <p>With s samples per rank at regular rows, the length of a range differs from its even share by
 * at most a fraction ranks / s. A range begins between two samples of each rank, so that only the
 * groups between these two are compared.
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
   * Returns which groups of this rank belong to the range of each rank. Every rank calls this
   * method.
   *
   * @param keys returns smallest ID and length [2·rows] of the groups at given rows of this rank's
   *     catalogue order
   * @return groups [start[r], start[r+1]) belong to rank r [size+1]
   */
  static long[] of(Communicator comm, long groups, Function<int[], long[]> keys) {
    return new GroupRanges(comm, Math.toIntExact(groups), keys).starts();
  }

  /**
   * A group of any rank.
   *
   * @param row index in the rank's catalogue order
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
    Group[] samples = groups(rows);
    Group[] first = firstOfRanges(samples);
    int[][] between = new int[comm.size() + 1][0];
    for (int r = 1; r < first.length; r++) {
      Group bound = first[r];
      int after = Bisection.countBelow(samples.length, i -> samples[i].isBefore(bound));
      int from = after == 0 ? 0 : rows[after - 1] + 1;
      between[r] = IntStream.range(from, after == rows.length ? groups : rows[after]).toArray();
      start[r] = from;
    }
    Group[] candidates = groups(ArrayParts.join(between));
    int at = 0;
    for (int r = 1; r < first.length; r++) {
      int begin = at;
      Group bound = first[r];
      start[r] +=
          Bisection.countBelow(between[r].length, i -> candidates[begin + i].isBefore(bound));
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

  /** Returns the rows of the samples; every rank samples the same share of its groups. */
  private int[] sampleRows() {
    long[] total = {groups};
    comm.sum(total);
    double share = Math.min(1, (double) SAMPLES_PER_RANK * comm.size() / Math.max(1, total[0]));
    int count = (int) Math.ceil(groups * share);
    return IntStream.range(0, count).map(i -> (int) ((long) groups * i / count)).toArray();
  }

  /**
   * Returns the first group of each range, the same on all ranks.
   *
   * @return empty if no rank has a group
   */
  private Group[] firstOfRanges(Group[] local) {
    long[] message = new long[3 * local.length];
    for (int i = 0; i < local.length; i++) {
      message[3 * i] = local[i].length;
      message[3 * i + 1] = local[i].id;
      message[3 * i + 2] = local[i].row;
    }
    long[][] all = comm.allGather(message);
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
