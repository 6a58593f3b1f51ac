package org.jzfof.trees.links;

/** A source of members of the groups or subhaloes of one snapshot; each rank reads its part. */
@FunctionalInterface
public interface MemberSource {
  /**
   * Reads the next rows.
   *
   * @param rows number of rows, some of which may have no member
   * @param ids receives the IDs of the members [rows], any 64 bits
   * @param objects receives the groups or subhaloes, from 0 [rows]
   * @param ranks receives the ranks in these, such as by binding energy, from 0 [rows]
   * @return number of members in these rows
   */
  int next(int rows, long[] ids, int[] objects, int[] ranks);
}
