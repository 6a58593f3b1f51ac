package org.jzfof.methods;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourLists;

/**
 * All points within a radius, by the tree and the walk of {@link KdTreeNearest}. Distances are
 * those of {@link org.jzfof.knn.Neighbours}, and a point counts if its distance is at most the
 * radius.
 */
public final class KdTreeRadius {
  private final KdTreeKernels kernels;
  private final DeviceMemory memory;
  private final QueryOrder curve;

  public KdTreeRadius(KdTreeKernels kernels, ParticleKernels particles, DeviceMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
    this.curve = new QueryOrder(particles, memory);
  }

  /**
   * Counts neighbours.
   *
   * @param radius F64 [m] of each query, at least 0
   * @return I64 [m]
   */
  public DeviceArray count(KdTree tree, Coordinates queries, DeviceArray radius) {
    try (Scope made = new Scope();
        DeviceArray order = curve.of(queries, tree.box())) {
      DeviceArray counts = made.add(memory.allocate(ElementType.I64, queries.count()));
      kernels.count(tree, all(queries, order, radius), counts);
      return made.keep(counts);
    }
  }

  /**
   * Lists neighbours.
   *
   * @param radius F64 [m] of each query, at least 0
   * @param start I64 [m+1] sums of what {@link #count} has found, from 0; belongs to what is
   *     returned
   * @param pairs last number of {@code start}
   * @return with F64 distances
   */
  public NeighbourLists list(
      KdTree tree, Coordinates queries, DeviceArray radius, DeviceArray start, long pairs) {
    try (Scope made = new Scope();
        DeviceArray order = curve.of(queries, tree.box())) {
      NeighbourLists lists =
          new NeighbourLists(
              made.add(start),
              made.add(memory.allocate(ElementType.I32, pairs)),
              made.add(memory.allocate(ElementType.F64, pairs)));
      kernels.list(tree, all(queries, order, radius), lists);
      return made.keep(lists);
    }
  }

  private static MethodQueries all(Coordinates queries, DeviceArray order, DeviceArray radius) {
    return new MethodQueries(queries, order, 0, queries.count(), radius, false);
  }
}
