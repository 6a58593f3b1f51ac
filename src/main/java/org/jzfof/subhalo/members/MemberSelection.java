package org.jzfof.subhalo.members;

import java.util.stream.IntStream;

/**
 * Some of the members. The column may be longer.
 *
 * @param count number of them
 * @param row of each among all members [count]
 */
public record MemberSelection(int count, int[] row) {
  /** Members that follow each other. */
  public static MemberSelection range(int first, int count) {
    return new MemberSelection(count, IntStream.range(first, first + count).toArray());
  }
}
