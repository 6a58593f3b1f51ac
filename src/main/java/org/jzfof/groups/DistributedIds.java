package org.jzfof.groups;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.snapshot.LongSink;

/**
 * Member IDs that lie on all ranks. Each goes straight to the rank that asks for its row, a block
 * at a time, so that no rank ever holds them all.
 */
public final class DistributedIds implements MemberIds {
  /** Rows that a rank gets at once; 8 MiB. */
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final int block;
  private final MemberRows rows;
  private final long[] ids;
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
   * IDs in any order of groups whose members are all on one rank; every rank calls it.
   *
   * @param length members of each group
   * @param repeated those of this rank
   */
  public static DistributedIds inOrder(
      Communicator comm, long[] numbers, long[] length, long[] ids, RepeatedIds repeated) {
    long[] keys = new long[ids.length];
    Arrays.setAll(keys, i -> i);
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
  public void stream(long from, long to, LongSink sink) {
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
    for (int round = 0; round < rounds; round++) {
      long[][] messages = new long[comm.size()][];
      for (int r = 0; r < messages.length; r++) {
        int c = r * perRank + round;
        messages[r] = message(here[c], here[c + 1]);
      }
      long[] merged = merge(comm.allToAll(messages));
      if (merged.length > 0) {
        sink.accept(cuts[comm.rank() * perRank + round], merged.length, merged);
      }
    }
  }

  /** Number of runs, then number and length of each, then the IDs; nothing where there are none. */
  private long[] message(int from, int to) {
    if (from == to) {
      return new long[0];
    }
    int first = rows.runOf(from);
    int runs = rows.runOf(to - 1) + 1 - first;
    long[] message = new long[1 + 2 * runs + to - from];
    message[0] = runs;
    for (int i = 0; i < runs; i++) {
      message[1 + 2 * i] = rows.number(first + i);
      message[2 + 2 * i] =
          Math.min(to, rows.start(first + i + 1)) - Math.max(from, rows.start(first + i));
    }
    System.arraycopy(ids, from, message, 1 + 2 * runs, to - from);
    return message;
  }

  /** Joins the parts of each run; only those that several ranks have parts of need sorting. */
  private static long[] merge(long[][] messages) {
    long[][] some = Arrays.stream(messages).filter(m -> m.length > 0).toArray(long[][]::new);
    long first = Arrays.stream(some).mapToLong(m -> m[1]).min().orElse(0);
    long last = Arrays.stream(some).mapToLong(m -> m[2 * (int) m[0] - 1]).max().orElse(-1);
    int runs = Math.toIntExact(last - first + 1);
    int[] start = new int[runs + 1];
    boolean[] several = new boolean[runs];
    for (long[] m : some) {
      for (int i = 0; i < m[0]; i++) {
        int run = (int) (m[1 + 2 * i] - first);
        several[run] |= start[run + 1] > 0;
        start[run + 1] += (int) m[2 + 2 * i];
      }
    }
    Arrays.parallelPrefix(start, Integer::sum);
    long[] merged = new long[start[runs]];
    int[] next = start.clone();
    for (long[] m : some) {
      int at = 1 + 2 * (int) m[0];
      for (int i = 0; i < m[0]; i++) {
        int run = (int) (m[1 + 2 * i] - first);
        int length = (int) m[2 + 2 * i];
        System.arraycopy(m, at, merged, next[run], length);
        next[run] += length;
        at += length;
      }
    }
    IntStream.range(0, runs)
        .parallel()
        .filter(run -> several[run])
        .forEach(run -> sortUnsigned(merged, start[run], start[run + 1]));
    return merged;
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
