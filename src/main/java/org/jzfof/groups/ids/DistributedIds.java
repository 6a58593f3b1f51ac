package org.jzfof.groups.ids;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;

/**
 * Member IDs of all ranks in catalogue order. Each rank has an even share of the IDs, which it also
 * writes if all ranks see the files.
 */
public final class DistributedIds implements MemberIds {
  /** Rows that a rank receives from others at once; 8 MiB. */
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final int block;
  private final EvenShares shares;
  private final long[] shareIds;
  private final RepeatedIds repeated;

  private DistributedIds(
      Communicator comm, int block, EvenShares shares, long[] shareIds, RepeatedIds repeated) {
    this.comm = comm;
    this.block = block;
    this.shares = shares;
    this.shareIds = shareIds;
    this.repeated = repeated;
  }

  /**
   * Communication and memory of the ranks.
   *
   * @param block number of rows that a rank receives from others at once
   */
  public record Context(ArrayExchange arrays, DeviceMemory memory, int block) {
    /** Creates a context with the default block length. */
    public Context(ArrayExchange arrays, DeviceMemory memory) {
      this(arrays, memory, BLOCK);
    }
  }

  /**
   * Distributes IDs that increase in each type of each group. Every rank calls this method.
   *
   * @param numbers catalogue indices of the groups of this rank, increasing
   * @param lengthType members of this rank per group and type, in the same order; the types are the
   *     same on all ranks
   * @param ids I64 IDs of this rank by group, type and ID; closed
   * @throws MemoryException if the share of a rank is longer than a Java array
   */
  public static DistributedIds increasing(
      Context context, long[] numbers, long[] lengthType, DeviceArray ids) {
    Communicator comm = context.arrays.comm();
    try (ids) {
      double[] widest = {numbers.length == 0 ? 0 : lengthType.length / numbers.length};
      comm.max(widest);
      MemberRuns runs = MemberRuns.of(numbers, lengthType, (int) widest[0]);
      return distribute(context, runs, new IdKeys(context.memory, ids, runs), ids, null);
    }
  }

  /**
   * Distributes IDs in any order. Every rank calls this method. A group is complete on one rank, or
   * in parts, the first part on the lowest rank.
   *
   * @param numbers catalogue indices of the groups of this rank, increasing
   * @param offset index in the group of the first ID of the part on this rank; 0 for a complete
   *     group
   * @param length number of members of each part
   * @param ids I64 IDs of this rank, in the same order; closed
   * @throws MemoryException if the share of a rank is longer than a Java array
   */
  public static DistributedIds inOrder(
      Context context,
      long[] numbers,
      long[] offset,
      long[] length,
      DeviceArray ids,
      RepeatedIds repeated) {
    try (ids) {
      MemberRuns runs = MemberRuns.of(numbers, length, 1);
      long[] first = new long[runs.count()];
      int run = 0;
      for (int g = 0; g < numbers.length; g++) {
        if (length[g] > 0) {
          first[run++] = offset[g];
        }
      }
      long[] words = {repeated.count(), repeated.smallest()};
      RepeatedIds all =
          Arrays.stream(context.arrays.comm().allGather(words))
              .map(of -> new RepeatedIds(of[0], of[1]))
              .reduce(RepeatedIds.NONE, RepeatedIds::plus);
      return distribute(context, runs, new OffsetKeys(first, runs), ids, all);
    }
  }

  /**
   * Sends every rank its share.
   *
   * @param ids closed unless this method fails
   * @param repeated repeated IDs; null for increasing IDs, which are then searched for repetitions
   */
  private static DistributedIds distribute(
      Context context, MemberRuns runs, RunKeys keys, DeviceArray ids, RepeatedIds repeated) {
    Communicator comm = context.arrays.comm();
    long[] count = {runs.members()};
    comm.sum(count);
    EvenShares shares = new EvenShares(count[0], comm.size());
    long[] cuts = new long[comm.size() + 1];
    Arrays.setAll(cuts, shares::start);
    long[] leave = new MembersBefore(comm, runs, keys).before(cuts);
    long[][] heads = new long[comm.size()][];
    Arrays.setAll(heads, r -> runs.heads(leave[r], leave[r + 1]));
    RunMerge merge = new RunMerge(comm.allToAll(heads));
    long[] shareIds = merge.join(context.memory, receive(context, ids, leave), repeated == null);
    RepeatedIds all = repeated != null ? repeated : repeated(comm, merge, shareIds);
    return new DistributedIds(comm, context.block, shares, shareIds, all);
  }

  /**
   * Receives the IDs of the share of this rank, by source rank.
   *
   * @param ids closed
   * @param leave members [leave[r], leave[r+1]) go to rank r
   */
  private static DeviceArray receive(Context context, DeviceArray ids, long[] leave) {
    long[] arrive = context.arrays.announce(leave);
    long share = arrive[arrive.length - 1];
    if (share > HostArray.LONGEST) {
      throw new MemoryException(
          "%d member IDs for each rank do not fit into Java arrays (at most %d): use more ranks"
              .formatted(share, HostArray.LONGEST));
    }
    try (Scope results = new Scope()) {
      DeviceArray received = results.add(context.memory.allocate(ElementType.I64, share));
      context.arrays.exchangeRows(1, ids, leave, received, arrive);
      ids.close();
      return results.keep(received);
    }
  }

  /**
   * The repeated IDs, the first and the last member of the share of a rank.
   *
   * @param repeated repeated IDs inside the share
   */
  private record ShareEnds(
      RepeatedIds repeated, long firstRun, long firstId, long lastRun, long lastId) {
    static ShareEnds of(long[] words) {
      return new ShareEnds(
          new RepeatedIds(words[0], words[1]), words[2], words[3], words[4], words[5]);
    }

    long[] words() {
      return new long[] {repeated.count(), repeated.smallest(), firstRun, firstId, lastRun, lastId};
    }

    /** Returns the first member of the next share if it repeats the last member of this share. */
    RepeatedIds repeatedBy(ShareEnds next) {
      boolean again = lastRun == next.firstRun && lastId == next.firstId;
      return again ? new RepeatedIds(1, lastId) : RepeatedIds.NONE;
    }
  }

  /** Returns the members that have the ID of the member before, which may be on another rank. */
  private static RepeatedIds repeated(Communicator comm, RunMerge merge, long[] shareIds) {
    long[] words = {};
    if (shareIds.length > 0) {
      RepeatedIds local = RepeatedIds.of(shareIds, merge.lengths());
      words =
          new ShareEnds(
                  local, merge.first(), shareIds[0], merge.last(), shareIds[shareIds.length - 1])
              .words();
    }
    RepeatedIds all = RepeatedIds.NONE;
    ShareEnds before = null;
    for (long[] of : comm.allGather(words)) {
      if (of.length > 0) {
        ShareEnds ends = ShareEnds.of(of);
        all = all.plus(ends.repeated);
        all = before == null ? all : all.plus(before.repeatedBy(ends));
        before = ends;
      }
    }
    return all;
  }

  @Override
  public long count() {
    return shares.total();
  }

  @Override
  public RepeatedIds repeated() {
    return repeated;
  }

  @Override
  public void stream(long from, long to, MemberIds.Sink sink) {
    long[][] requested = comm.allGather(new long[] {from, to});
    if (IntStream.range(0, requested.length)
        .allMatch(r -> has(r, requested[r][0], requested[r][1]))) {
      if (to > from) {
        sink.accept(from, shareIds, (int) (from - first()), (int) (to - from));
      }
      return;
    }
    long longest = Arrays.stream(requested).mapToLong(of -> of[1] - of[0]).max().orElse(0);
    for (long done = 0; done < longest; done += block) {
      long[][] messages = new long[requested.length][];
      for (int r = 0; r < requested.length; r++) {
        long begin = requested[r][0] + done;
        messages[r] = localRows(begin, Math.min(begin + block, requested[r][1]));
      }
      long[] rows = ArrayParts.join(comm.allToAll(messages));
      if (rows.length > 0) {
        sink.accept(from + done, rows, 0, rows.length);
      }
    }
  }

  private boolean has(int rank, long from, long to) {
    return from >= to || from >= shares.start(rank) && to <= shares.start(rank + 1);
  }

  private long first() {
    return shares.start(comm.rank());
  }

  /** Returns the rows of [from, to) that this rank has. */
  private long[] localRows(long from, long to) {
    long begin = Math.max(from, first());
    long end = Math.min(to, first() + shareIds.length);
    return begin < end
        ? Arrays.copyOfRange(shareIds, (int) (begin - first()), (int) (end - first()))
        : new long[0];
  }
}
