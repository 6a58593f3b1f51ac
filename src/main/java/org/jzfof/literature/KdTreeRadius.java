package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourLists;

/** Search for all points within a radius, with the tree and the walks of {@link KdTreeNearest}. */
public final class KdTreeRadius implements RadiusMethod<KdTree> {
  private final KdTreeKernels kernels;
  private final KdTreeBuilder builder;

  public KdTreeRadius(
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
  public void count(KdTree tree, MethodQueries queries, DeviceArray counts) {
    kernels.count(tree, queries, counts);
  }

  @Override
  public void list(KdTree tree, MethodQueries queries, NeighbourLists lists) {
    kernels.list(tree, queries, lists);
  }
}
