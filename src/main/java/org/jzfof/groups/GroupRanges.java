package org.jzfof.groups;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.domain.Bisection;

/**
 * Cuts the catalogue order of the groups of all ranks into one range for each rank, with about as
 * many groups as the others (sample sort). Groups that nothing tells apart, where IDs are repeated,
 * stand in the order of their ranks and rows.
 *
 * <p>With s samples per rank at regular rows, a range differs from its share by at most a fraction
 * ranks / s of it.
 */
final class GroupRanges {
  private static final int SAMPLES_PER_RANK = 1 << 10;

  private final Communicator comm;
  private final long[] idLength;
  private final int groups;

  private GroupRanges(Communicator comm, long[] idLength) {
    this.comm = comm;
    this.idLength = idLength;
    this.groups = idLength.length / 2;
  }

  /**
   * Which groups of this rank belong to the range of each rank; every rank calls it.
   *
   * @param idLength smallest ID and length of each group of this rank, in the order of a catalogue
   *     [2·groups]
   * @return groups [start[r], start[r+1]) belong to rank r [size+1]
   */
  static long[] of(Communicator comm, long[] idLength) {
    return new GroupRanges(comm, idLength).starts();
  }

  private long id(int row) {
    return idLength[2 * row];
  }

  private long length(int row) {
    return idLength[2 * row + 1];
  }

  /**
   * A group.
   *
   * @param rank that has it
   * @param row among those of the rank
   */
  private record Sample(long length, long id, int rank, long row) {
    /** Length, ID and row; the rank is that from which they come. */
    static final int LONGS = 3;
  }

  private long[] starts() {
    long[][] samples = comm.allGather(samples());
    long[] sampleStart = Parts.starts(samples.length, r -> samples[r].length / Sample.LONGS);
    long[] all = Parts.join(samples);
    int count = all.length / Sample.LONGS;
    long[] lengths = new long[count];
    long[] ids = new long[count];
    Arrays.setAll(lengths, i -> all[Sample.LONGS * i]);
    Arrays.setAll(ids, i -> all[Sample.LONGS * i + 1]);
    int[] order = GroupOrder.of(lengths, ids);
    long[] start = new long[comm.size() + 1];
    start[comm.size()] = groups;
    for (int r = 1; r < comm.size() && count > 0; r++) {
      int at = order[(int) ((long) count * r / comm.size())];
      int rank = Parts.partOf(sampleStart, at);
      Sample first = new Sample(lengths[at], ids[at], rank, all[Sample.LONGS * at + 2]);
      start[r] = Bisection.countBelow(groups, row -> isBefore(row, first));
    }
    return start;
  }

  /** Every rank samples the same share of its groups. */
  private long[] samples() {
    long[] total = {groups};
    comm.sum(total);
    double share = Math.min(1, (double) SAMPLES_PER_RANK * comm.size() / Math.max(1, total[0]));
    int count = (int) Math.ceil(groups * share);
    long[] samples = new long[Sample.LONGS * count];
    for (int i = 0; i < count; i++) {
      int row = (int) ((long) groups * i / count);
      samples[Sample.LONGS * i] = length(row);
      samples[Sample.LONGS * i + 1] = id(row);
      samples[Sample.LONGS * i + 2] = row;
    }
    return samples;
  }

  private boolean isBefore(int row, Sample sample) {
    if (length(row) != sample.length) {
      return length(row) > sample.length;
    }
    if (id(row) != sample.id) {
      return Long.compareUnsigned(id(row), sample.id) < 0;
    }
    return comm.rank() == sample.rank ? row < sample.row : comm.rank() < sample.rank;
  }
}
