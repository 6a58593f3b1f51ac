package org.jzfof.trees.links;

/** Members of the groups or subhaloes of one snapshot: those that this rank reads. */
@FunctionalInterface
public interface MemberSource {
  /**
   * Gives the next members.
   *
   * @param ids of them [count], any 64 bits
   * @param objects their groups or subhaloes, from 0 [count]
   * @param ranks their places in these, such as by binding energy, from 0 [count]
   */
  void next(int count, long[] ids, int[] objects, int[] ranks);
}
