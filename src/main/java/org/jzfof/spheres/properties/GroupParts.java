package org.jzfof.spheres.properties;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.threads.Parallel;

/**
 * Groups whose members are on several ranks. Each rank has a range of the catalogue, and segments
 * of any groups. Values of a group are sent to its segments, and results of the segments to the
 * group.
 */
final class GroupParts {
  /** Parts of groups that are worth a thread. */
  private static final int GRAIN = 1 << 8;

  private final Communicator comm;
  private final int parts;

  /** Parts here of the groups of each rank, by increasing group [size][]. */
  private final int[][] partsFor;

  /** Groups here that have a part on each rank, increasing [size][]. */
  private final int[][] groupsOn;

  private final int[] partsOfGroup;

  /** Takes what a part has found about its group. */
  @FunctionalInterface
  interface Taker {
    /**
     * @param group in the range of this rank
     * @param rows of numbers of parts
     * @param at first number of the row
     */
    void take(int group, long[] rows, int at);
  }

  /** Answers questions about parts: rows of numbers for rows of questions. */
  @FunctionalInterface
  interface Answers {
    /**
     * @param part each question is about
     * @param questions rows of them
     */
    long[] to(int[] part, long[] questions);
  }

  /**
   * Every rank makes one.
   *
   * @param number place in the catalogue of the group of each part here
   * @param first first place of the range of each rank, and the number of groups [size+1]
   */
  GroupParts(Communicator comm, long[] number, long[] first) {
    this.comm = comm;
    this.parts = number.length;
    int[] inOrder = ArrayParts.inOrder(number);
    this.partsFor = new int[comm.size()][];
    long[][] groups = new long[comm.size()][];
    int from = 0;
    for (int r = 0; r < comm.size(); r++) {
      int to = from;
      while (to < inOrder.length && number[inOrder[to]] < first[r + 1]) {
        to++;
      }
      partsFor[r] = Arrays.copyOfRange(inOrder, from, to);
      long start = first[r];
      groups[r] = Arrays.stream(partsFor[r]).mapToLong(part -> number[part] - start).toArray();
      from = to;
    }
    long[][] on = comm.allToAll(groups);
    this.groupsOn =
        Arrays.stream(on)
            .map(some -> Arrays.stream(some).mapToInt(Math::toIntExact).toArray())
            .toArray(int[][]::new);
    this.partsOfGroup = new int[Math.toIntExact(first[comm.rank() + 1] - first[comm.rank()])];
    for (int[] some : groupsOn) {
      for (int group : some) {
        partsOfGroup[group]++;
      }
    }
  }

  /** Whether a group of this rank has several parts. */
  boolean several(int group) {
    return partsOfGroup[group] > 1;
  }

  /**
   * Tells all parts what is known of their groups; every rank calls it.
   *
   * @param ofGroups columns of the groups of this rank
   * @param ofParts takes those of the parts here
   */
  void toParts(TypedColumns ofGroups, TypedColumns ofParts) {
    new RowTransfer(comm, RankRows.of(groupsOn), RankRows.of(partsFor)).move(ofGroups, ofParts);
  }

  /** Number of parts here. */
  int count() {
    return parts;
  }

  /**
   * Tells the groups what was found in their parts; every rank calls it.
   *
   * @param ofParts rows of the parts here
   * @param taker called by several threads, but for each group one after another
   */
  void toGroups(long[] ofParts, int width, Taker taker) {
    long[][] received = travel(ofParts, partsFor, groupsOn, width);
    int self = comm.rank();
    for (int r = 0; r < comm.size(); r++) {
      int[] to = groupsOn[r];
      long[] from = r == self ? ofParts : received[r];
      int[] row = r == self ? partsFor[r] : null;
      Parallel.forEach(
          to.length, GRAIN, i -> taker.take(to[i], from, (row == null ? i : row[i]) * width));
    }
  }

  /** Sends rows to the other ranks, and receives theirs; what stays here does not travel. */
  private long[][] travel(long[] values, int[][] sentRows, int[][] receivedRows, int width) {
    long[][] sent = new long[comm.size()][];
    long[] lengths = lengths(receivedRows, width);
    for (int r = 0; r < comm.size(); r++) {
      sent[r] = r == comm.rank() ? new long[0] : rows(values, sentRows[r], width);
    }
    lengths[comm.rank()] = 0;
    return comm.allToAll(sent, lengths);
  }

  /**
   * Asks all parts of some groups; every rank calls it.
   *
   * @param group in the range of this rank that each question is about
   * @param question one number for each
   * @param width numbers of an answer
   * @return sums of the answers of all parts of each group
   */
  long[] ask(int[] group, long[] question, int width, Answers here) {
    int[][] asked = new int[comm.size()][];
    long[][] sent = new long[comm.size()][];
    for (int r = 0; r < comm.size(); r++) {
      int[] on = groupsOn[r];
      asked[r] =
          IntStream.range(0, group.length)
              .filter(q -> Arrays.binarySearch(on, group[q]) >= 0)
              .toArray();
      sent[r] = Arrays.stream(asked[r]).mapToLong(q -> Arrays.binarySearch(on, group[q])).toArray();
      long[] questions = rows(question, asked[r], 1);
      sent[r] = ArrayParts.join(new long[][] {sent[r], questions});
    }
    long[][] received = comm.allToAll(sent);
    for (int r = 0; r < comm.size(); r++) {
      int[] own = partsFor[r];
      int count = received[r].length / 2;
      int[] part =
          Arrays.stream(received[r], 0, count).mapToInt(place -> own[(int) place]).toArray();
      received[r] = here.to(part, Arrays.copyOfRange(received[r], count, 2 * count));
    }
    long[][] answers = comm.allToAll(received, lengths(asked, width));
    long[] sums = new long[group.length * width];
    for (int r = 0; r < comm.size(); r++) {
      for (int i = 0; i < asked[r].length; i++) {
        for (int c = 0; c < width; c++) {
          sums[asked[r][i] * width + c] += answers[r][i * width + c];
        }
      }
    }
    return sums;
  }

  private static long[] rows(long[] values, int[] which, int width) {
    long[] rows = new long[which.length * width];
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(values, which[i] * width, rows, i * width, width);
    }
    return rows;
  }

  private static long[] lengths(int[][] rows, int width) {
    return Arrays.stream(rows).mapToLong(some -> (long) width * some.length).toArray();
  }
}
