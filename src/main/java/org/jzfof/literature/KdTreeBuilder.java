package org.jzfof.literature;

import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;

/**
 * Builds a left-balanced k-d tree after Wald 2022 (arXiv:2211.00120v2). Row numbers are arranged
 * instead of points, and the points are copied once, at the end.
 */
final class KdTreeBuilder {
  private final KdTreeKernels kernels;
  private final KdTreeOptions options;
  private final DistinctPointFinder distinctPoints;
  private final QueryOrder curve;

  KdTreeBuilder(
      KdTreeKernels kernels,
      KdTreeOptions options,
      ParticleKernels particles,
      DeviceMemory memory) {
    this.kernels = kernels;
    this.options = options;
    this.distinctPoints = new DistinctPointFinder(kernels, particles, memory);
    this.curve = new QueryOrder(particles, memory);
  }

  /**
   * Builds the tree.
   *
   * @param points points; kept open by the caller as long as the tree
   */
  KdTree build(Coordinates points, Box box) {
    int[] dimensions = dimensions(box);
    try (Scope made = new Scope()) {
      Nodes nodes = distinctPoints.find(points, box, found -> nodes(found, dimensions, made));
      DeviceArray order =
          made.add(
              nodes.positions.next() == null
                  ? kernels.inOrder(nodes.positions.row())
                  : curve.of(points, box));
      return made.keep(new KdTree(nodes.positions, dimensions, nodes.splits, order, options));
    }
  }

  private record Nodes(DistinctPoints positions, DeviceArray splits) {}

  private Nodes nodes(DistinctPoints found, int[] dimensions, Scope made) {
    KdTreeKernels.Arrangement arrangement = kernels.arrange(found, dimensions, options.widest());
    made.add(arrangement.splits());
    try (DeviceArray levels = arrangement.nodes()) {
      return new Nodes(distinctPoints.reorder(found, levels, made), arrangement.splits());
    }
  }

  private static int[] dimensions(Box box) {
    return IntStream.range(0, 3)
        .filter(d -> !box.periodic() || box.size()[d] > 0)
        .toArray(); // at least one: no periodic box is flat in all dimensions
  }
}
