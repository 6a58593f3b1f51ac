package org.jzfof.cluster;

/**
 * Clusters by decreasing size. Of clusters of equal size, the one with the smallest particle ID
 * comes first.
 *
 * @param firstId smallest ID of the members of each cluster, unsigned
 */
public record Clusters(long[] size, long[] cores, long[] firstId) {
  /** Number of clusters. */
  public int count() {
    return size.length;
  }
}
