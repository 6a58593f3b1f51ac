package org.jzfof.cluster;

import java.util.Arrays;
import org.jzfof.neighbours.files.NeighbourOrigin;

/**
 * Contents of a file of clusters except the rows of the particles.
 *
 * @param eps radius around each particle
 * @param minPoints number of particles within this radius that makes a particle a core point
 * @param clusters clusters of all ranks, or null after a dry run
 */
public record ClusterInfo(NeighbourOrigin origin, double eps, int minPoints, Clusters clusters) {
  /** Number of particles of all types. */
  public long particles() {
    return origin.sources().count();
  }

  /** Number of particles in clusters. */
  public long members() {
    return Arrays.stream(clusters.size()).sum();
  }

  /** Number of core points. */
  public long cores() {
    return Arrays.stream(clusters.cores()).sum();
  }
}
