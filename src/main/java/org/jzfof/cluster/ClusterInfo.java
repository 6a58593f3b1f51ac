package org.jzfof.cluster;

import java.util.Arrays;
import org.jzfof.neighbours.files.NeighbourOrigin;

/**
 * What a file of clusters holds.
 *
 * @param origin the particles
 * @param eps radius around each
 * @param minPoints particles within it that make it a core point
 * @param clusters of all ranks, or null where none have been looked for
 */
public record ClusterInfo(NeighbourOrigin origin, double eps, int minPoints, Clusters clusters) {
  /** Particles of all types. */
  public long particles() {
    return origin.sources().count();
  }

  /** Particles in clusters. */
  public long members() {
    return Arrays.stream(clusters.size()).sum();
  }

  /** Core points. */
  public long cores() {
    return Arrays.stream(clusters.cores()).sum();
  }
}
