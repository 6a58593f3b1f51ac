package org.jzfof.literature;

import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * Nearest neighbours by a left-balanced k-d tree (Wald 2022, arXiv:2211.00120v2) that is walked
 * without a stack (Wald 2022, arXiv:2210.12859), with a thread per query. In a periodic box, which
 * the papers do not treat, the search is repeated for each image of the query that the farthest
 * neighbour so far does not exclude.
 */
public final class KdTreeNearest implements NearestMethod<KdTree> {
  private final KdTreeKernels kernels;
  private final KdTreeBuilder builder;

  public KdTreeNearest(KdTreeKernels kernels, ParticleKernels particles, DeviceMemory memory) {
    this.kernels = kernels;
    this.builder = new KdTreeBuilder(kernels, particles, memory);
  }

  /** Device bytes per point that building an index takes besides the coordinates. */
  public static long buildBytes(ElementType coordinates) {
    // First points in fixed point, sorted along the curve; then nodes, rows, order and positions.
    return Math.max(36, 3L * coordinates.bytes() + 20);
  }

  /** Device bytes per point that an index takes besides the coordinates: nodes, rows and order. */
  public static long indexBytes(ElementType coordinates) {
    return 3L * coordinates.bytes() + 2L * Integer.BYTES;
  }

  @Override
  public KdTree build(Coordinates points, Box box) {
    return builder.build(points, box);
  }

  @Override
  public void findNearest(KdTree tree, MethodQueries queries, Neighbours found) {
    kernels.findNearest(tree, queries, found);
  }
}
