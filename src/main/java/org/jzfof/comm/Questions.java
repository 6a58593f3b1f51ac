package org.jzfof.comm;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Questions about rows that are shared out to the ranks, to those that have them. */
public final class Questions {
  private Questions() {}

  /**
   * Asks; every rank calls it.
   *
   * @param start first row of each rank, and the number of all rows [size+1]
   * @param row which to ask about, any number of times
   * @param answer about a row of this rank, counted from its first one
   * @return the answer about each
   */
  public static long[] answers(
      Communicator comm, long[] start, long[] row, IntToLongFunction answer) {
    int[] rank = new int[row.length];
    int[] count = new int[comm.size()];
    for (int i = 0; i < row.length; i++) {
      rank[i] = Parts.partOf(start, row[i]);
      count[rank[i]]++;
    }
    long[][] asked = new long[comm.size()][];
    Arrays.setAll(asked, r -> new long[count[r]]);
    int[] next = new int[comm.size()];
    for (int i = 0; i < row.length; i++) {
      asked[rank[i]][next[rank[i]]++] = row[i] - start[rank[i]];
    }
    long[][] questions = comm.allToAll(asked);
    for (long[] some : questions) {
      Arrays.setAll(some, i -> answer.applyAsLong((int) some[i]));
    }
    long[][] answers = comm.allToAll(questions, Parts.lengths(asked));
    long[] found = new long[row.length];
    Arrays.fill(next, 0);
    for (int i = 0; i < row.length; i++) {
      found[i] = answers[rank[i]][next[rank[i]]++];
    }
    return found;
  }
}
