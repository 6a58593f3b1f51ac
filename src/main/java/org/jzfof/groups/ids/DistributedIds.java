package org.jzfof.groups.ids;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.threads.BackgroundThreads;

/**
 * Member IDs distributed over all ranks. Each ID is sent directly to the rank that asks for its
 * row, a block at a time, so that no rank ever holds them all.
 */
public final class DistributedIds implements MemberIds {
  private static final long[] NOTHING = {};

  /** Rows that a rank gets at once; 8 MiB. */
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final int block;
  private final MemberRows rows;
  private final long[] ids;
  private final boolean increasing;
  private final long count;
  private final RepeatedIds repeated;

  /**
   * Every rank makes one.
   *
   * @param comm the ranks
   * @param numbers places in the catalogue of the groups of this rank, increasing
   * @param lengthType members of this rank per group and type, in the same order
   * @param ids of this rank, group by group in that order, then type by type, increasing
   */
  public DistributedIds(Communicator comm, long[] numbers, long[] lengthType, long[] ids) {
    this(comm, numbers, lengthType, ids, BLOCK);
  }

  /** With another number of rows that a rank gets at once. */
  public DistributedIds(
      Communicator comm, long[] numbers, long[] lengthType, long[] ids, int block) {
    this(comm, numbers, lengthType, ids, ids, RepeatedIds.of(ids, lengthType), block);
  }

  /**
   * IDs in any order; every rank calls it. A group is whole on one rank, or in parts, the first one
   * on the lowest rank.
   *
   * @param place of the first ID of the part of each group here, in the group; 0 where it is whole
   * @param length members of the parts
   * @param repeated those of this rank
   */
  public static DistributedIds inOrder(
      Communicator comm,
      long[] numbers,
      long[] place,
      long[] length,
      long[] ids,
      RepeatedIds repeated) {
    long[] keys = new long[ids.length];
    int at = 0;
    for (int g = 0; g < length.length; g++) {
      for (int i = 0; i < length[g]; i++) {
        keys[at++] = place[g] + i;
      }
    }
    return new DistributedIds(comm, numbers, length, ids, keys, repeated, BLOCK);
  }

  private DistributedIds(
      Communicator comm,
      long[] numbers,
      long[] lengthType,
      long[] ids,
      long[] keys,
      RepeatedIds here,
      int block) {
    this.comm = comm;
    this.block = block;
    this.ids = ids;
    this.increasing = ids == keys;
    long widest = numbers.length == 0 ? 0 : lengthType.length / numbers.length;
    long[][] all = comm.allGather(new long[] {widest, ids.length, here.count(), here.least()});
    int types = (int) Arrays.stream(all).mapToLong(of -> of[0]).max().orElse(0);
    this.rows = MemberRows.of(comm, numbers, lengthType, types, keys);
    this.count = Arrays.stream(all).mapToLong(of -> of[1]).sum();
    this.repeated =
        Arrays.stream(all)
            .map(of -> new RepeatedIds(of[2], of[3]))
            .reduce(RepeatedIds.NONE, RepeatedIds::and);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public RepeatedIds repeated() {
    return repeated;
  }

  @Override
  public void stream(long from, long to, MemberIds.Sink sink) {
    long[][] asked = comm.allGather(new long[] {from, to});
    long most = Arrays.stream(asked).mapToLong(of -> of[1] - of[0]).max().orElse(0);
    int rounds = Math.toIntExact((most + block - 1) / block);
    int perRank = rounds + 1;
    long[] cuts =
        LongStream.range(0, (long) comm.size() * perRank)
            .map(
                c -> {
                  long[] of = asked[(int) (c / perRank)];
                  return Math.min(of[1], of[0] + c % perRank * block);
                })
            .toArray();
    int[] here = rows.before(cuts);
    int longest = (int) Math.min(block, to - from);
    long[][] merged = {new long[longest], new long[rounds > 1 ? longest : 0]};
    try (Behind passing = new Behind()) {
      for (int round = 0; round < rounds; round++) {
        long[] ids = merged[round % 2]; // the sink may still have those of the round before
        int count = merge(exchanged(here, round, perRank), ids);
        long row = cuts[comm.rank() * perRank + round];
        passing.run(() -> pass(row, ids, count, sink));
      }
      passing.await();
    }
  }

  /** What the ranks have of a round of this one. */
  private List<Part> exchanged(int[] here, int round, int perRank) {
    long[][] messages = new long[comm.size()][];
    Arrays.fill(messages, NOTHING);
    Part own = Part.NONE;
    for (int r = 0; r < messages.length; r++) {
      int c = r * perRank + round;
      if (r == comm.rank()) {
        own = part(here[c], here[c + 1]);
      } else if (here[c] < here[c + 1]) {
        messages[r] = part(here[c], here[c + 1]).message();
      }
    }
    List<Part> parts = new ArrayList<>();
    for (long[] message : comm.allToAll(messages)) {
      parts.add(parts.size() == comm.rank() ? own : Part.of(message));
    }
    parts.removeIf(part -> part.runs == 0);
    return parts;
  }

  private static void pass(long row, long[] merged, int count, MemberIds.Sink sink) {
    if (count > 0) {
      sink.accept(row, merged, 0, count);
    }
  }

  /** One thing after the other, beside the thread that asks for it. */
  private static final class Behind implements AutoCloseable {
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /** Begins when the last thing is done; what that has thrown is thrown here. */
    void run(Runnable task) {
      await();
      last = CompletableFuture.runAsync(task);
    }

    void await() {
      BackgroundThreads.join(last);
    }

    /** Waits, whatever comes. */
    @Override
    public void close() {
      last.handle((done, failure) -> null).join();
    }
  }

  /**
   * Members that stand one behind the other.
   *
   * @param runs how many they are of
   * @param heads number and length of each run
   * @param head where these begin
   * @param ids the members, run by run
   * @param first where they begin
   * @param count of them
   */
  private record Part(int runs, long[] heads, int head, long[] ids, int first, int count) {
    static final Part NONE = new Part(0, NOTHING, 0, NOTHING, 0, 0);

    /**
     * Number of runs, then number and length of each, then the IDs; nothing where there are none.
     */
    static Part of(long[] message) {
      if (message.length == 0) {
        return NONE;
      }
      int runs = (int) message[0];
      int first = 1 + 2 * runs;
      return new Part(runs, message, 1, message, first, message.length - first);
    }

    long[] message() {
      long[] message = new long[1 + 2 * runs + count];
      message[0] = runs;
      System.arraycopy(heads, head, message, 1, 2 * runs);
      System.arraycopy(ids, first, message, 1 + 2 * runs, count);
      return message;
    }

    long number(int run) {
      return heads[head + 2 * run];
    }

    int length(int run) {
      return (int) heads[head + 2 * run + 1];
    }
  }

  /** Members [from, to) of this rank, where they lie. */
  private Part part(int from, int to) {
    if (from == to) {
      return Part.NONE;
    }
    int first = rows.runOf(from);
    int runs = rows.runOf(to - 1) + 1 - first;
    long[] heads = new long[2 * runs];
    for (int i = 0; i < runs; i++) {
      heads[2 * i] = rows.number(first + i);
      heads[2 * i + 1] =
          Math.min(to, rows.start(first + i + 1)) - Math.max(from, rows.start(first + i));
    }
    return new Part(runs, heads, 0, ids, from, to - from);
  }

  /**
   * Joins the parts of each run, by rank; of increasing IDs, those of several ranks need sorting.
   *
   * @return number of members
   */
  private int merge(List<Part> parts, long[] merged) {
    long first = parts.stream().mapToLong(part -> part.number(0)).min().orElse(0);
    long last = parts.stream().mapToLong(part -> part.number(part.runs - 1)).max().orElse(-1);
    int runs = Math.toIntExact(last - first + 1);
    int[] start = new int[runs + 1];
    boolean[] several = new boolean[runs];
    for (Part part : parts) {
      for (int i = 0; i < part.runs; i++) {
        int run = (int) (part.number(i) - first);
        several[run] |= increasing && start[run + 1] > 0;
        start[run + 1] += part.length(i);
      }
    }
    Parts.addUp(start);
    int[] next = start.clone();
    for (Part part : parts) {
      copyRuns(part, first, next, merged);
    }
    IntStream.range(0, runs)
        .parallel()
        .filter(run -> several[run])
        .forEach(run -> sortUnsigned(merged, start[run], start[run + 1]));
    return start[runs];
  }

  /**
   * Copies the runs of a part, by several threads.
   *
   * @param first number of the first run of all parts
   * @param next where each run goes on, moved on
   */
  private static void copyRuns(Part part, long first, int[] next, long[] merged) {
    int[] from = new int[part.runs];
    int[] to = new int[part.runs];
    int at = part.first;
    for (int i = 0; i < part.runs; i++) {
      int run = (int) (part.number(i) - first);
      from[i] = at;
      to[i] = next[run];
      at += part.length(i);
      next[run] += part.length(i);
    }
    IntStream.range(0, part.runs)
        .parallel()
        .forEach(i -> System.arraycopy(part.ids, from[i], merged, to[i], part.length(i)));
  }

  private static void sortUnsigned(long[] values, int from, int to) {
    flipSigns(values, from, to);
    Arrays.sort(values, from, to);
    flipSigns(values, from, to);
  }

  private static void flipSigns(long[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }
}
