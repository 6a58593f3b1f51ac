package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.snapshot.LongSink;

/**
 * Member IDs that lie on all ranks. They are merged on rank 0 a block of groups at a time, so that
 * no rank ever holds them all.
 */
public final class GatheredIds implements MemberIds {
  private static final int BLOCK = 1 << 16;

  /** Longest group that comes at once; 128 MiB. */
  private static final int LONGEST = 1 << 24;

  private final Communicator comm;
  private final int longest;
  private final int types;
  private final long[] numbers;
  private final long[] lengthType;
  private final long[] ids;
  private final long[] length;
  private final long count;
  private final RepeatedIds repeated;

  /**
   * @param comm the ranks
   * @param numbers places in the catalogue of the groups of this rank, increasing
   * @param lengthType members of this rank per group and type, in the same order
   * @param ids of this rank, group by group in that order, then type by type, increasing
   * @param length members of each group of the catalogue; empty but on rank 0
   */
  public GatheredIds(
      Communicator comm, long[] numbers, long[] lengthType, long[] ids, long[] length) {
    this(comm, numbers, lengthType, ids, length, LONGEST);
  }

  /**
   * @param longest members of a group that comes at once; longer ones come in parts of about so
   *     many
   */
  GatheredIds(
      Communicator comm,
      long[] numbers,
      long[] lengthType,
      long[] ids,
      long[] length,
      int longest) {
    this.comm = comm;
    this.longest = longest;
    this.numbers = numbers;
    this.lengthType = lengthType;
    this.ids = ids;
    this.length = length;
    this.count = Arrays.stream(length).sum();
    RepeatedIds here = RepeatedIds.of(ids, lengthType);
    long widest = numbers.length == 0 ? 0 : lengthType.length / numbers.length;
    long[][] all = comm.allGather(new long[] {widest, here.count(), here.least()});
    this.types = (int) Arrays.stream(all).mapToLong(of -> of[0]).max().orElse(0);
    this.repeated =
        Arrays.stream(all)
            .map(of -> new RepeatedIds(of[1], of[2]))
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
  public void stream(LongSink sink) {
    long[] bounds = comm.broadcast(blockBounds(), 0);
    int group = 0;
    int at = 0;
    long row = 0;
    for (int b = 0; b + 2 < bounds.length; b += 2) {
      int first = group;
      int from = at;
      for (; group < numbers.length && numbers[group] < bounds[b + 2]; group++) {
        at += lengthHere(group);
      }
      if (bounds[b + 1] > longest) {
        row = streamGroup(group > first ? first : -1, from, row, sink);
        continue;
      }
      long[][] messages = new long[comm.size()][0];
      messages[0] = message(first, group, from, at);
      long[][] received = comm.allToAll(messages);
      if (comm.rank() == 0) {
        long[] merged = merge(received, bounds[b], bounds[b + 2]);
        sink.accept(row, merged.length, merged);
        row += merged.length;
      }
    }
  }

  /**
   * Passes on the IDs of one group, type by type; returns the row behind them on rank 0.
   *
   * @param group here, negative for none
   * @param from its first ID here
   */
  private long streamGroup(int group, int from, long row, LongSink sink) {
    SortedJoin join = new SortedJoin(comm, longest);
    int at = from;
    long reached = row;
    for (int t = 0; t < types; t++) {
      int end = group < 0 ? at : at + (int) lengthType[group * types + t];
      reached = join.stream(ids, at, end, reached, sink);
      at = end;
    }
    return reached;
  }

  /** The first group and the members of each block, and the number of groups. */
  private long[] blockBounds() {
    LongStream.Builder bounds = LongStream.builder();
    int most = Math.min(BLOCK, longest);
    int g = 0;
    while (g < length.length) {
      bounds.add(g);
      long inBlock = length[g++];
      while (g < length.length && inBlock + length[g] <= most) {
        inBlock += length[g++];
      }
      bounds.add(inBlock);
    }
    bounds.add(length.length);
    return bounds.build().toArray();
  }

  private int lengthHere(int group) {
    int sum = 0;
    for (int t = 0; t < types; t++) {
      sum += (int) lengthType[group * types + t];
    }
    return sum;
  }

  /** Number of groups, then number and lengths per type of each, then the IDs. */
  private long[] message(int first, int end, int from, int to) {
    long[] message = new long[1 + (end - first) * (1 + types) + to - from];
    int at = 0;
    message[at++] = end - first;
    for (int g = first; g < end; g++) {
      message[at++] = numbers[g];
      for (int t = 0; t < types; t++) {
        message[at++] = lengthType[g * types + t];
      }
    }
    System.arraycopy(ids, from, message, at, to - from);
    return message;
  }

  /** Joins the parts of each group type by type; only groups that span ranks need sorting. */
  private long[] merge(long[][] messages, long firstGroup, long endGroup) {
    int groups = (int) (endGroup - firstGroup);
    long[] next = new long[groups * types + 1];
    boolean[] several = new boolean[groups * types];
    for (long[] m : messages) {
      for (int g = 0; g < m[0]; g++) {
        for (int t = 0; t < types; t++) {
          int slot = slot(m, g, t, firstGroup);
          long lengthHere = m[1 + g * (1 + types) + 1 + t];
          several[slot] |= next[slot + 1] > 0 && lengthHere > 0;
          next[slot + 1] += lengthHere;
        }
      }
    }
    Arrays.parallelPrefix(next, Long::sum);
    long[] merged = new long[(int) next[groups * types]];
    long[] start = next.clone();
    for (long[] m : messages) {
      int at = 1 + (int) m[0] * (1 + types);
      for (int g = 0; g < m[0]; g++) {
        for (int t = 0; t < types; t++) {
          int slot = slot(m, g, t, firstGroup);
          int lengthHere = (int) m[1 + g * (1 + types) + 1 + t];
          System.arraycopy(m, at, merged, (int) next[slot], lengthHere);
          next[slot] += lengthHere;
          at += lengthHere;
        }
      }
    }
    for (int slot = 0; slot < several.length; slot++) {
      if (several[slot]) {
        SortedJoin.sortUnsigned(merged, (int) start[slot], (int) start[slot + 1]);
      }
    }
    return merged;
  }

  private int slot(long[] message, int group, int type, long firstGroup) {
    return (int) (message[1 + group * (1 + types)] - firstGroup) * types + type;
  }
}
