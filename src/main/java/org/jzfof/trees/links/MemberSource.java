package org.jzfof.trees.links;

/** A source of members of the groups or subhaloes of one snapshot; each rank reads its part. */
@FunctionalInterface
public interface MemberSource {
  /**
   * Reads the next members.
   *
   * @param ids receives the IDs [count], any 64 bits
   * @param objects receives the groups or subhaloes, from 0 [count]
   * @param ranks receives the ranks in these, such as by binding energy, from 0 [count]
   */
  void next(int count, long[] ids, int[] objects, int[] ranks);
}
