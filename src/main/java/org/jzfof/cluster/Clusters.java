package org.jzfof.cluster;

/**
 * Clusters, the largest first; of equally large ones that with the smallest particle ID.
 *
 * @param size members of each
 * @param cores core points among them
 * @param firstId smallest ID of a member, unsigned
 */
public record Clusters(long[] size, long[] cores, long[] firstId) {
  /** How many there are. */
  public int count() {
    return size.length;
  }
}
