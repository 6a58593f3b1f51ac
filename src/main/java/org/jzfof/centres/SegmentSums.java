package org.jzfof.centres;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupSegments;

/**
 * Sums over the members of groups on other ranks, about places in these groups: the places travel
 * in blocks, the sums come back.
 */
final class SegmentSums {
  /** Places that a rank sends at once. */
  private static final int BLOCK = 1 << 16;

  /** Longs of a place that travels: x and y, z and the group's number. */
  private static final int LONGS = 2;

  private final Communicator comm;
  private final GroupSegments segments;

  SegmentSums(Communicator comm, GroupSegments segments) {
    this.comm = comm;
    this.segments = segments;
  }

  /** Sums over the members here. */
  @FunctionalInterface
  interface Sums {
    /**
     * @param places fixed-point coordinates [3q]
     * @param group numbers of groups of this rank [q]
     * @return rows of sums
     */
    long[] at(int[] places, int[] group);
  }

  /** Takes what another rank has found about a place. */
  @FunctionalInterface
  interface Taker {
    /**
     * @param place number of the place
     * @param sums of another rank
     * @param at first of those of the place
     */
    void take(int place, long[] sums, int at);
  }

  /**
   * Asks all other ranks of the groups; every rank calls it.
   *
   * @param places fixed-point coordinates [3q]
   * @param group number of the group here of each, which spans ranks [q]
   * @param width longs of a row of sums
   */
  void ask(int[] places, int[] group, int width, Sums here, Taker taker) {
    int[] spanning =
        Arrays.stream(group).map(g -> Arrays.binarySearch(segments.spanning(), g)).toArray();
    int from = 0;
    boolean more = true;
    while (more) {
      int to = Math.min(spanning.length, from + BLOCK);
      askBlock(places, spanning, IntStream.range(from, to).toArray(), width, here, taker);
      from = to;
      long[] left = {spanning.length - from};
      comm.sum(left);
      more = left[0] > 0;
    }
  }

  private void askBlock(
      int[] places, int[] spanning, int[] block, int width, Sums here, Taker taker) {
    long[][] questions = new long[comm.size()][];
    int[][] asked = new int[comm.size()][];
    for (int r = 0; r < comm.size(); r++) {
      int rank = r;
      asked[r] = Arrays.stream(block).filter(q -> segmentOn(rank, spanning[q]) >= 0).toArray();
      questions[r] = new long[LONGS * asked[r].length];
      for (int i = 0; i < asked[r].length; i++) {
        int q = asked[r][i];
        int number = segments.number()[spanning[q]][segmentOn(rank, spanning[q])];
        questions[r][LONGS * i] = pair(places[3 * q], places[3 * q + 1]);
        questions[r][LONGS * i + 1] = pair(places[3 * q + 2], number);
      }
    }
    long[][] answers = comm.allToAll(questions);
    for (int r = 0; r < comm.size(); r++) {
      answers[r] = answer(answers[r], here);
    }
    long[] lengths = Arrays.stream(asked).mapToLong(some -> (long) width * some.length).toArray();
    long[][] sums = comm.allToAll(answers, lengths);
    for (int r = 0; r < comm.size(); r++) {
      for (int i = 0; i < asked[r].length; i++) {
        taker.take(asked[r][i], sums[r], width * i);
      }
    }
  }

  /** Which of the segments of a group is on a rank, or -1. */
  private int segmentOn(int rank, int spanning) {
    int[] ranks = segments.rank()[spanning];
    for (int s = 0; s < ranks.length; s++) {
      if (ranks[s] == rank) {
        return s;
      }
    }
    return -1;
  }

  private static long pair(int high, int low) {
    return (long) high << Integer.SIZE | low & 0xffffffffL;
  }

  private static long[] answer(long[] questions, Sums here) {
    int count = questions.length / LONGS;
    int[] places = new int[3 * count];
    int[] group = new int[count];
    for (int i = 0; i < count; i++) {
      places[3 * i] = (int) (questions[LONGS * i] >> Integer.SIZE);
      places[3 * i + 1] = (int) questions[LONGS * i];
      places[3 * i + 2] = (int) (questions[LONGS * i + 1] >> Integer.SIZE);
      group[i] = (int) questions[LONGS * i + 1];
    }
    return here.at(places, group);
  }
}
