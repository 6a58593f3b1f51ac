package org.jzfof.literature;

import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * Nearest neighbours by a left-balanced k-d tree (Wald 2022, arXiv:2211.00120v2) that is walked
 * without a stack (Wald 2022, arXiv:2210.12859) or from closest corner to closest corner, with a
 * thread per query. In a periodic box, which the papers do not treat, the search is repeated for
 * each image of the query that the farthest neighbour so far does not exclude.
 */
public final class KdTreeNearest implements NearestMethod<KdTree> {
  private final KdTreeKernels kernels;
  private final KdTreeBuilder builder;

  public KdTreeNearest(
      KdTreeKernels kernels,
      KdTreeOptions options,
      ParticleKernels particles,
      DeviceMemory memory) {
    this.kernels = kernels;
    this.builder = new KdTreeBuilder(kernels, options, particles, memory);
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
