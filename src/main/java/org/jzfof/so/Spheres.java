package org.jzfof.so;

/**
 * Spheres, surface included.
 *
 * @param centre fixed-point coordinates [3n], interleaved
 * @param square largest {@link org.jzfof.fof.LinkCriterion#square} of a point inside [n], unsigned
 */
public record Spheres(int[] centre, long[] square) {
  /** Number of spheres. */
  public int count() {
    return square.length;
  }
}
