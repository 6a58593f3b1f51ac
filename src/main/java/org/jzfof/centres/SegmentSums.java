package org.jzfof.centres;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupSegments;

/**
 * Sums over the members of groups on other ranks, for positions in these groups. The ranks send
 * positions in blocks, and receive sums.
 */
final class SegmentSums {
  /** Maximum number of positions that a rank sends at once. */
  private static final int BLOCK = 1 << 16;

  /** Longs per position in a message: x and y, z and the group's index. */
  private static final int LONGS = 2;

  private final Communicator comm;
  private final GroupSegments segments;

  SegmentSums(Communicator comm, GroupSegments segments) {
    this.comm = comm;
    this.segments = segments;
  }

  /** Sums over the members on this rank. */
  @FunctionalInterface
  interface LocalSums {
    /**
     * @param positions fixed-point coordinates [3q]
     * @param group indices of groups of this rank [q]
     * @return rows of sums
     */
    long[] at(int[] positions, int[] group);
  }

  /** Receives the sums of another rank for a position. */
  @FunctionalInterface
  interface SumConsumer {
    /**
     * @param at index of the first sum for the position
     */
    void accept(int index, long[] sums, int at);
  }

  /**
   * Queries all other ranks of the groups. Every rank calls this method.
   *
   * @param positions fixed-point coordinates [3q]
   * @param group index on this rank of the group of each position; the groups span ranks [q]
   * @param width number of longs per row of sums
   */
  void query(int[] positions, int[] group, int width, LocalSums local, SumConsumer consumer) {
    int[] spanning =
        Arrays.stream(group).map(g -> Arrays.binarySearch(segments.spanning(), g)).toArray();
    int from = 0;
    boolean more = true;
    while (more) {
      int to = Math.min(spanning.length, from + BLOCK);
      queryBlock(positions, spanning, IntStream.range(from, to).toArray(), width, local, consumer);
      from = to;
      long[] left = {spanning.length - from};
      comm.sum(left);
      more = left[0] > 0;
    }
  }

  private void queryBlock(
      int[] positions,
      int[] spanning,
      int[] block,
      int width,
      LocalSums local,
      SumConsumer consumer) {
    long[][] queries = new long[comm.size()][];
    int[][] requests = new int[comm.size()][];
    for (int r = 0; r < comm.size(); r++) {
      int rank = r;
      requests[r] = Arrays.stream(block).filter(q -> segmentOn(rank, spanning[q]) >= 0).toArray();
      queries[r] = new long[LONGS * requests[r].length];
      for (int i = 0; i < requests[r].length; i++) {
        int q = requests[r][i];
        int number = segments.number()[spanning[q]][segmentOn(rank, spanning[q])];
        queries[r][LONGS * i] = pair(positions[3 * q], positions[3 * q + 1]);
        queries[r][LONGS * i + 1] = pair(positions[3 * q + 2], number);
      }
    }
    long[][] answers = comm.allToAll(queries);
    for (int r = 0; r < comm.size(); r++) {
      answers[r] = answer(answers[r], local);
    }
    long[] lengths =
        Arrays.stream(requests).mapToLong(indices -> (long) width * indices.length).toArray();
    long[][] sums = comm.allToAll(answers, lengths);
    for (int r = 0; r < comm.size(); r++) {
      for (int i = 0; i < requests[r].length; i++) {
        consumer.accept(requests[r][i], sums[r], width * i);
      }
    }
  }

  /** Returns the index of a group's segment on a rank, or -1. */
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

  private static long[] answer(long[] queries, LocalSums local) {
    int count = queries.length / LONGS;
    int[] positions = new int[3 * count];
    int[] group = new int[count];
    for (int i = 0; i < count; i++) {
      positions[3 * i] = (int) (queries[LONGS * i] >> Integer.SIZE);
      positions[3 * i + 1] = (int) queries[LONGS * i];
      positions[3 * i + 2] = (int) (queries[LONGS * i + 1] >> Integer.SIZE);
      group[i] = (int) queries[LONGS * i + 1];
    }
    return local.at(positions, group);
  }
}
