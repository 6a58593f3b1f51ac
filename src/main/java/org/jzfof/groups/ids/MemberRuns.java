package org.jzfof.groups.ids;

import org.jzfof.comm.ArrayParts;
import org.jzfof.domain.Bisection;

/**
 * The members of this rank as runs: those of one type of one group. Runs are numbered over the
 * catalogue, and only those with members here are kept.
 *
 * @param number of each run, increasing [runs]
 * @param start first member of each run, and the number of members [runs+1]
 */
record MemberRuns(long[] number, long[] start) {
  /**
   * Runs of groups.
   *
   * @param groups their places in the catalogue, increasing
   * @param lengthType members of this rank per group and type, in the same order
   * @param types of the catalogue
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

  /** Number of members. */
  long members() {
    return start[number.length];
  }

  int length(int run) {
    return (int) (start[run + 1] - start[run]);
  }

  /** The run that has a member. */
  int runOf(long member) {
    return ArrayParts.partOf(start, member);
  }

  /** How many of the runs here have a lower number. */
  int below(long of) {
    return Bisection.countBelow(number.length, i -> number[i] < of);
  }

  /** The run here of a number, or -1. */
  int find(long of) {
    int run = below(of);
    return run < number.length && number[run] == of ? run : -1;
  }

  /**
   * Number and length of the runs of some members, of which the first and the last may be there in
   * part.
   *
   * @param from first member
   * @param to behind the last one
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
