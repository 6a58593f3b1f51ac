package org.jzfof.subhalo.members;

import java.util.stream.IntStream;

/**
 * A subset of the members. The array of rows may be longer than the subset.
 *
 * @param row row of each among all members [count]
 */
public record MemberSelection(int count, int[] row) {
  /** Returns a range of consecutive members. */
  public static MemberSelection range(int first, int count) {
    return new MemberSelection(count, IntStream.range(first, first + count).toArray());
  }
}
