package org.jzfof.subhalo.cpu;

import static org.jzfof.subhalo.FoundSubhaloes.UNBOUND;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.Unsigned;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.subhalo.Subhalo;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * The order of the members of groups by subhalo.
 *
 * @param ids IDs as in {@link org.jzfof.subhalo.FoundSubhaloes}
 * @param labels labels as there, on the host
 * @param repeated repeated IDs as there
 */
record MemberOrder(long[] ids, long[] labels, RepeatedIds repeated) {
  private static final int SKIPPED = -1;

  /** Members per part of the loop that sorts by type. */
  private static final int BLOCK = 1 << 15;

  /**
   * Sorts the members of groups.
   *
   * @param found subhaloes of each group, by rank
   */
  static MemberOrder of(SubhaloMembers members, List<List<Subhalo>> found) {
    int groups = members.groups();
    int types = members.types();
    long[] length = new long[groups * types];
    Parallel.forEach(
        groups,
        1,
        g -> {
          for (int i = members.start()[g]; i < members.start()[g + 1]; i++) {
            length[g * types + members.type()[i]]++;
          }
        });
    long[] start = ArrayParts.offsets(length);
    long[] labels = new long[members.start()[groups]];
    Arrays.fill(labels, UNBOUND);
    long[] ordered = new long[labels.length];
    long[] byType = new long[labels.length];
    Parallel.forEach(
        groups, 1, g -> order(members, g, found.get(g), start, labels, ordered, byType));
    return new MemberOrder(ordered, labels, RepeatedIds.of(byType, length));
  }

  private static void order(
      SubhaloMembers members,
      int group,
      List<Subhalo> found,
      long[] start,
      long[] labels,
      long[] ordered,
      long[] byType) {
    int types = members.types();
    int first = members.start()[group];
    long[] begin = Arrays.copyOfRange(start, group * types, (group + 1) * types);
    long[] next = begin.clone();
    int at = first;
    for (int rank = 0; rank < found.size(); rank++) {
      int[] bound = found.get(rank).members();
      long[] before = next.clone();
      long high = (long) rank << Integer.SIZE;
      byTypes(
          bound.length,
          k -> members.type()[first + bound[k]],
          next,
          (k, to) -> {
            int i = first + bound[k];
            labels[i] = high | to - begin[members.type()[i]];
            byType[(int) to] = members.id()[i];
          });
      at = append(byType, before, next, ordered, at);
    }
    long[] unbound = next.clone();
    byTypes(
        members.length(group),
        k -> labels[first + k] == UNBOUND ? members.type()[first + k] : SKIPPED,
        next,
        (k, to) -> byType[(int) to] = members.id()[first + k]);
    for (int type = 0; type < types; type++) {
      Unsigned.sort(byType, (int) unbound[type], (int) next[type]);
    }
    append(byType, unbound, next, ordered, at);
    for (int type = 0; type < types; type++) {
      Unsigned.sort(byType, (int) begin[type], (int) next[type]);
    }
  }

  /**
   * Copies a range of each type, one type after the other.
   *
   * @param at index of the first copy
   * @return index after the last copy
   */
  private static int append(long[] byType, long[] from, long[] to, long[] ordered, int at) {
    int end = at;
    for (int type = 0; type < from.length; type++) {
      int count = (int) (to[type] - from[type]);
      System.arraycopy(byType, (int) from[type], ordered, end, count);
      end += count;
    }
    return end;
  }

  /** Receives a number and its offset in the order by type. */
  @FunctionalInterface
  private interface IndexSink {
    void accept(int k, long index);
  }

  /**
   * Assigns consecutive offsets to the numbers below {@code count}, type by type, in parallel.
   *
   * @param type type of each number, or {@link #SKIPPED}
   * @param next next offset of each type; advanced
   */
  private static void byTypes(int count, IntUnaryOperator type, long[] next, IndexSink sink) {
    int types = next.length;
    int blocks = (count + BLOCK - 1) / BLOCK;
    long[][] offsets = new long[blocks + 1][];
    Parallel.forEach(
        blocks,
        1,
        b -> {
          offsets[b + 1] = new long[types];
          for (int k = b * BLOCK; k < Math.min(count, (b + 1) * BLOCK); k++) {
            if (type.applyAsInt(k) != SKIPPED) {
              offsets[b + 1][type.applyAsInt(k)]++;
            }
          }
        });
    offsets[0] = next.clone();
    for (int b = 0; b < blocks; b++) {
      for (int t = 0; t < types; t++) {
        offsets[b + 1][t] += offsets[b][t];
      }
    }
    System.arraycopy(offsets[blocks], 0, next, 0, types);
    Parallel.forEach(
        blocks,
        1,
        b -> {
          for (int k = b * BLOCK; k < Math.min(count, (b + 1) * BLOCK); k++) {
            if (type.applyAsInt(k) != SKIPPED) {
              sink.accept(k, offsets[b][type.applyAsInt(k)]++);
            }
          }
        });
  }
}
