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
 * Groups whose members are on several ranks. Each rank has a range of the catalogue, and parts of
 * any groups. This class sends values of a group to its parts, and results of the parts to the
 * group.
 */
public final class GroupParts {
  /** Minimum number of parts per thread. */
  private static final int GRAIN = 1 << 8;

  private final Communicator comm;
  private final int parts;

  /** Parts on this rank of the groups of each rank, by increasing group [size][parts]. */
  private final int[][] partsFor;

  /** Groups of this rank that have a part on each rank, increasing [size][parts]. */
  private final int[][] groupsOn;

  private final int[] partsOfGroup;

  /** Receives the result of a part for its group. */
  @FunctionalInterface
  interface PartConsumer {
    /**
     * @param group index in the range of this rank
     * @param rows results of parts
     * @param at index of the first result of this part
     */
    void accept(int group, long[] rows, int at);
  }

  /** Answers queries about parts. */
  @FunctionalInterface
  interface QueryHandler {
    /**
     * @return a row of numbers per query
     */
    long[] answer(int[] part, long[] questions);
  }

  /**
   * Every rank creates one.
   *
   * @param number catalogue index of the group of each part on this rank
   * @param first first catalogue index of the range of each rank, and the number of groups [size+1]
   */
  public GroupParts(Communicator comm, long[] number, long[] first) {
    this.comm = comm;
    this.parts = number.length;
    int[] inOrder = ArrayParts.orderOf(number);
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
      int[] parts = partsFor[r];
      long[] indices = new long[parts.length];
      Parallel.forEach(parts.length, Parallel.GRAIN, i -> indices[i] = number[parts[i]] - start);
      groups[r] = indices;
      from = to;
    }
    long[][] on = comm.allToAll(groups);
    this.groupsOn = new int[on.length][];
    for (int r = 0; r < on.length; r++) {
      long[] sent = on[r];
      int[] indices = new int[sent.length];
      Parallel.forEach(sent.length, Parallel.GRAIN, i -> indices[i] = Math.toIntExact(sent[i]));
      groupsOn[r] = indices;
    }
    this.partsOfGroup = new int[Math.toIntExact(first[comm.rank() + 1] - first[comm.rank()])];
    for (int[] indices : groupsOn) {
      for (int group : indices) {
        partsOfGroup[group]++;
      }
    }
  }

  /** Returns whether a group of this rank has several parts. */
  boolean isDivided(int group) {
    return partsOfGroup[group] > 1;
  }

  /**
   * Sends values of groups to all their parts. Every rank calls this method.
   *
   * @param ofParts receives the columns of the parts on this rank
   */
  public void toParts(TypedColumns ofGroups, TypedColumns ofParts) {
    new RowTransfer(comm, RankRows.of(groupsOn), RankRows.of(partsFor)).move(ofGroups, ofParts);
  }

  /** Returns the number of parts on this rank. */
  int count() {
    return parts;
  }

  /**
   * Sends results of parts to their groups. Every rank calls this method.
   *
   * @param consumer called by several threads at once, but not for the same group
   */
  void toGroups(long[] ofParts, int width, PartConsumer consumer) {
    long[][] received = exchangeRows(ofParts, partsFor, groupsOn, width);
    int self = comm.rank();
    for (int r = 0; r < comm.size(); r++) {
      int[] to = groupsOn[r];
      long[] from = r == self ? ofParts : received[r];
      int[] row = r == self ? partsFor[r] : null;
      Parallel.forEach(
          to.length, GRAIN, i -> consumer.accept(to[i], from, (row == null ? i : row[i]) * width));
    }
  }

  /** Exchanges rows with the other ranks; rows for this rank are left out. */
  private long[][] exchangeRows(long[] values, int[][] sentRows, int[][] receivedRows, int width) {
    long[][] sent = new long[comm.size()][];
    long[] lengths = lengths(receivedRows, width);
    for (int r = 0; r < comm.size(); r++) {
      sent[r] = r == comm.rank() ? new long[0] : rows(values, sentRows[r], width);
    }
    lengths[comm.rank()] = 0;
    return comm.allToAll(sent, lengths);
  }

  /**
   * Sends queries to all parts of groups. Every rank calls this method.
   *
   * @param group group of each query, as an index in the range of this rank
   * @param question one number per query
   * @param width number of longs per answer
   * @return sums of the answers of all parts of each group
   */
  long[] query(int[] group, long[] question, int width, QueryHandler handler) {
    int[][] requests = new int[comm.size()][];
    long[][] sent = new long[comm.size()][];
    for (int r = 0; r < comm.size(); r++) {
      int[] on = groupsOn[r];
      requests[r] =
          IntStream.range(0, group.length)
              .filter(q -> Arrays.binarySearch(on, group[q]) >= 0)
              .toArray();
      sent[r] =
          Arrays.stream(requests[r]).mapToLong(q -> Arrays.binarySearch(on, group[q])).toArray();
      long[] questions = rows(question, requests[r], 1);
      sent[r] = ArrayParts.join(new long[][] {sent[r], questions});
    }
    long[][] received = comm.allToAll(sent);
    for (int r = 0; r < comm.size(); r++) {
      int[] local = partsFor[r];
      int count = received[r].length / 2;
      int[] part =
          Arrays.stream(received[r], 0, count).mapToInt(index -> local[(int) index]).toArray();
      received[r] = handler.answer(part, Arrays.copyOfRange(received[r], count, 2 * count));
    }
    long[][] answers = comm.allToAll(received, lengths(requests, width));
    long[] sums = new long[group.length * width];
    for (int r = 0; r < comm.size(); r++) {
      for (int i = 0; i < requests[r].length; i++) {
        for (int c = 0; c < width; c++) {
          sums[requests[r][i] * width + c] += answers[r][i * width + c];
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
    return Arrays.stream(rows).mapToLong(indices -> (long) width * indices.length).toArray();
  }
}
