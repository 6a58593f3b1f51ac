package org.jzfof.catalogue;

/**
 * Sums over the members of each group. Offsets d are minimum-image differences to the reference
 * position in cells, u differences to the reference velocity.
 *
 * @param types number of particle types T
 * @param count members per type [G·T]
 * @param mass sum of m per type [G·T]
 * @param moments per group [10·G]: sum m·d (3), sum m·d² per dimension (3), sum m·u (3), sum m·u²
 */
public record GroupSums(int types, long[] count, double[] mass, double[] moments) {
  /** Moments per group. */
  public static final int MOMENTS = 10;
}
