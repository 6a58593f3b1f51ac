package org.jzfof.literature;

import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;

/**
 * Builds a left-balanced k-d tree after Wald 2022 (arXiv:2211.00120v2), section 3. Each point has
 * one int, its tag: the node that it has reached on the way down. For each level all points are
 * sorted by (tag, coordinate in the dimension of the level), and the tags are updated to the next
 * level. Dimensions take turns (section 2). Row numbers are sorted instead of points, with a radix
 * sort whose keys hold a tag or a coordinate (section 7.1).
 */
final class KdTreeBuilder {
  private final KdTreeKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final DistinctPointFinder distinctPoints;
  private final QueryOrder curve;

  KdTreeBuilder(KdTreeKernels kernels, ParticleKernels particles, DeviceMemory memory) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
    this.distinctPoints = new DistinctPointFinder(kernels, particles, memory);
    this.curve = new QueryOrder(particles, memory);
  }

  /**
   * Builds the tree.
   *
   * @param points points; kept open by the caller as long as the tree
   */
  KdTree build(Coordinates points, Box box) {
    try (Scope made = new Scope()) {
      DeviceArray order = made.add(curve.of(points, box));
      DistinctPoints nodes = distinctPoints.find(points, box, found -> nodes(found, made));
      return made.keep(new KdTree(nodes, dimensions(box), order));
    }
  }

  private DistinctPoints nodes(DistinctPoints found, Scope made) {
    Coordinates positions = new Coordinates(found.count(), found.xyz());
    try (DeviceArray levels = levelOrder(positions, dimensions(found.box()))) {
      return distinctPoints.reorder(found, levels, made);
    }
  }

  /** I32 rows of the points in the order of their nodes. */
  private DeviceArray levelOrder(Coordinates points, int[] dimensions) {
    long n = points.count();
    LeftBalancedShape shape = new LeftBalancedShape(n);
    try (DeviceArray tags = memory.allocate(ElementType.I32, n)) {
      memory.fill(tags, 0, n, 0);
      DeviceArray words = memory.range(ElementType.I64, 0, n);
      // A subtree of the lowest level is one point, which is already at its node.
      for (int level = 0; level < shape.levels() - 1; level++) {
        words = kernels.sortByCoordinate(words, points, dimensions[level % dimensions.length]);
        words = kernels.sortByTag(words, tags, level + 1);
        kernels.updateTags(tags, words, shape, level);
      }
      words.close();
      return particles.inverse(tags);
    }
  }

  private static int[] dimensions(Box box) {
    return IntStream.range(0, 3)
        .filter(d -> !box.periodic() || box.size()[d] > 0)
        .toArray(); // at least one: no periodic box is flat in all dimensions
  }
}
