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
 * Member IDs of all ranks in the order of the catalogue, each of which has an even share of them:
 * what it writes, where all see the files.
 */
public final class DistributedIds implements MemberIds {
  /** Rows that a rank gets from others at once; 8 MiB. */
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final int block;
  private final EvenShares shares;
  private final long[] own;
  private final RepeatedIds repeated;

  private DistributedIds(
      Communicator comm, int block, EvenShares shares, long[] own, RepeatedIds repeated) {
    this.comm = comm;
    this.block = block;
    this.shares = shares;
    this.own = own;
    this.repeated = repeated;
  }

  /**
   * Sends IDs from rank to rank, from device to device.
   *
   * @param block rows that a rank gets from others at once
   */
  public record Context(ArrayExchange arrays, DeviceMemory memory, int block) {
    /** With blocks of the usual length. */
    public Context(ArrayExchange arrays, DeviceMemory memory) {
      this(arrays, memory, BLOCK);
    }
  }

  /**
   * IDs that increase in each type of each group; every rank calls it.
   *
   * @param numbers places in the catalogue of the groups of this rank, increasing
   * @param lengthType members of this rank per group and type, in the same order; of the same types
   *     on all ranks
   * @param ids I64 of this rank, group by group in that order, then type by type, increasing;
   *     closed
   * @throws MemoryException if the share of a rank is longer than a Java array
   */
  public static DistributedIds increasing(
      Context context, long[] numbers, long[] lengthType, DeviceArray ids) {
    Communicator comm = context.arrays.comm();
    try (ids) {
      double[] widest = {numbers.length == 0 ? 0 : lengthType.length / numbers.length};
      comm.max(widest);
      MemberRuns runs = MemberRuns.of(numbers, lengthType, (int) widest[0]);
      return exchanged(context, runs, new IdKeys(context.memory, ids, runs), ids, null);
    }
  }

  /**
   * IDs in any order; every rank calls it. A group is whole on one rank, or in parts, the first one
   * on the lowest rank.
   *
   * @param numbers places in the catalogue of the groups of this rank, increasing
   * @param place of the first ID of the part of each group here, in the group; 0 where it is whole
   * @param length members of the parts
   * @param ids I64 of this rank, in the same order; closed
   * @param repeated those of this rank
   * @throws MemoryException if the share of a rank is longer than a Java array
   */
  public static DistributedIds inOrder(
      Context context,
      long[] numbers,
      long[] place,
      long[] length,
      DeviceArray ids,
      RepeatedIds repeated) {
    try (ids) {
      MemberRuns runs = MemberRuns.of(numbers, length, 1);
      long[] first = new long[runs.count()];
      int run = 0;
      for (int g = 0; g < numbers.length; g++) {
        if (length[g] > 0) {
          first[run++] = place[g];
        }
      }
      long[] told = {repeated.count(), repeated.least()};
      RepeatedIds all =
          Arrays.stream(context.arrays.comm().allGather(told))
              .map(of -> new RepeatedIds(of[0], of[1]))
              .reduce(RepeatedIds.NONE, RepeatedIds::and);
      return exchanged(context, runs, new PlaceKeys(first, runs), ids, all);
    }
  }

  /**
   * Brings every rank its share.
   *
   * @param ids closed, but where this fails
   * @param repeated null where IDs increase, which are looked at then
   */
  private static DistributedIds exchanged(
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
    long[] own = merge.joined(context.memory, came(context, ids, leave), repeated == null);
    RepeatedIds all = repeated != null ? repeated : repeated(comm, merge, own);
    return new DistributedIds(comm, context.block, shares, own, all);
  }

  /**
   * The IDs of the share of this rank, in the order in which they come.
   *
   * @param ids closed
   * @param leave members [leave[r], leave[r+1]) go to rank r
   */
  private static DeviceArray came(Context context, DeviceArray ids, long[] leave) {
    long[] arrive = context.arrays.announce(leave);
    long share = arrive[arrive.length - 1];
    if (share > HostArray.LONGEST) {
      throw new MemoryException(
          "%d member IDs for each rank do not fit into Java arrays (at most %d): use more ranks"
              .formatted(share, HostArray.LONGEST));
    }
    try (Scope made = new Scope()) {
      DeviceArray came = made.add(context.memory.allocate(ElementType.I64, share));
      context.arrays.exchangeRows(1, ids, leave, came, arrive);
      ids.close();
      return made.keep(came);
    }
  }

  /**
   * What the ranks tell of their shares.
   *
   * @param repeated members of it
   * @param firstRun number of the run of its first member
   * @param lastRun number of the run of its last member
   */
  private record Told(
      RepeatedIds repeated, long firstRun, long firstId, long lastRun, long lastId) {
    static Told of(long[] words) {
      return new Told(new RepeatedIds(words[0], words[1]), words[2], words[3], words[4], words[5]);
    }

    long[] words() {
      return new long[] {repeated.count(), repeated.least(), firstRun, firstId, lastRun, lastId};
    }

    /** The first member of the share behind this one, if it repeats the last one here. */
    RepeatedIds repeatedBy(Told behind) {
      boolean again = lastRun == behind.firstRun && lastId == behind.firstId;
      return again ? new RepeatedIds(1, lastId) : RepeatedIds.NONE;
    }
  }

  /** Members with the ID of the one before, be that on another rank. */
  private static RepeatedIds repeated(Communicator comm, RunMerge merge, long[] own) {
    long[] words = {};
    if (own.length > 0) {
      RepeatedIds here = RepeatedIds.of(own, merge.lengths());
      words = new Told(here, merge.first(), own[0], merge.last(), own[own.length - 1]).words();
    }
    RepeatedIds all = RepeatedIds.NONE;
    Told before = null;
    for (long[] of : comm.allGather(words)) {
      if (of.length > 0) {
        Told told = Told.of(of);
        all = all.and(told.repeated);
        all = before == null ? all : all.and(before.repeatedBy(told));
        before = told;
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
    long[][] asked = comm.allGather(new long[] {from, to});
    if (IntStream.range(0, asked.length).allMatch(r -> has(r, asked[r][0], asked[r][1]))) {
      if (to > from) {
        sink.accept(from, own, (int) (from - first()), (int) (to - from));
      }
      return;
    }
    long most = Arrays.stream(asked).mapToLong(of -> of[1] - of[0]).max().orElse(0);
    for (long done = 0; done < most; done += block) {
      long[][] messages = new long[asked.length][];
      for (int r = 0; r < asked.length; r++) {
        long begin = asked[r][0] + done;
        messages[r] = own(begin, Math.min(begin + block, asked[r][1]));
      }
      long[] some = ArrayParts.join(comm.allToAll(messages));
      if (some.length > 0) {
        sink.accept(from + done, some, 0, some.length);
      }
    }
  }

  private boolean has(int rank, long from, long to) {
    return from >= to || from >= shares.start(rank) && to <= shares.start(rank + 1);
  }

  private long first() {
    return shares.start(comm.rank());
  }

  /** Those of the rows [from, to) that are here. */
  private long[] own(long from, long to) {
    long begin = Math.max(from, first());
    long end = Math.min(to, first() + own.length);
    return begin < end
        ? Arrays.copyOfRange(own, (int) (begin - first()), (int) (end - first()))
        : new long[0];
  }
}
