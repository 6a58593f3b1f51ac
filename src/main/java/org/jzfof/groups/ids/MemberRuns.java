package org.jzfof.groups.ids;

import org.jzfof.comm.ArrayParts;
import org.jzfof.domain.Bisection;

/**
 * The members of this rank as runs. A run has the members of one type of one group; runs are
 * numbered over the catalogue, and only runs with members on this rank are kept.
 *
 * @param number number of each run, increasing [runs]
 * @param start first member of each run, and the number of members [runs+1]
 */
record MemberRuns(long[] number, long[] start) {
  /**
   * Creates the runs of groups.
   *
   * @param groups catalogue indices of the groups, increasing
   * @param lengthType members of this rank per group and type, in the same order
   */
  static MemberRuns of(long[] groups, long[] lengthType, int types) {
    int filled = 0;
    for (long length : lengthType) {
      filled += length > 0 ? 1 : 0;
    }
    long[] number = new long[filled];
    long[] start = new long[filled + 1];
    int run = 0;
    for (int g = 0; g < groups.length; g++) {
      for (int t = 0; t < types; t++) {
        long length = lengthType[g * types + t];
        if (length > 0) {
          number[run] = groups[g] * types + t;
          start[run + 1] = start[run] + length;
          run++;
        }
      }
    }
    return new MemberRuns(number, start);
  }

  int count() {
    return number.length;
  }

  /** Returns the number of members. */
  long members() {
    return start[number.length];
  }

  int length(int run) {
    return (int) (start[run + 1] - start[run]);
  }

  /** Returns the index of the run that contains a member. */
  int runOf(long member) {
    return ArrayParts.partOf(start, member);
  }

  /** Returns how many runs of this rank have a lower number. */
  int below(long runNumber) {
    return Bisection.countBelow(number.length, i -> number[i] < runNumber);
  }

  /** Returns the index of the run with a number on this rank, or -1. */
  int find(long runNumber) {
    int run = below(runNumber);
    return run < number.length && number[run] == runNumber ? run : -1;
  }

  /**
   * Returns number and length of the runs of a range of members; the range may cut the first and
   * the last run.
   *
   * @param to one past the last member
   * @return number and length of each run [2·runs]
   */
  long[] heads(long from, long to) {
    if (from == to) {
      return new long[0];
    }
    int first = runOf(from);
    int runs = runOf(to - 1) + 1 - first;
    long[] heads = new long[2 * runs];
    for (int i = 0; i < runs; i++) {
      heads[2 * i] = number[first + i];
      heads[2 * i + 1] = Math.min(to, start[first + i + 1]) - Math.max(from, start[first + i]);
    }
    return heads;
  }
}
