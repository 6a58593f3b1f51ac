package org.jzfof.methods;

import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.knn.Coordinates;

/**
 * Builds a left-balanced k-d tree as Wald 2022 (arXiv:2211.00120v2), section 3: each point has one
 * int, its tag, the node that it has reached on its way down. Level after level all points are
 * sorted by (tag, coordinate in the dimension of the level), and the tags brought one level down.
 * Dimensions take turns (section 2). Instead of the points their row numbers are sorted, with a
 * radix sort whose keys hold a tag or a coordinate (section 7.1).
 */
final class KdTreeBuilder {
  private static final double FLOAT_ROUNDING = 0x1p-22;
  private static final int CURVE_DEPTH = 21;
  private static final int CURVE_RUN = 16;

  private final KdTreeKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;

  KdTreeBuilder(KdTreeKernels kernels, ParticleKernels particles, DeviceMemory memory) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
  }

  /**
   * @param points kept open by the caller as long as the tree
   */
  KdTree build(Coordinates points, Box box) {
    try (Scope made = new Scope()) {
      DeviceArray order = made.add(curve(points, box));
      KdTree tree = build(points, box, order, made);
      return made.keep(tree);
    }
  }

  private KdTree build(Coordinates points, Box box, DeviceArray order, Scope made) {
    KdTreeKernels.Wrapped wrapped = kernels.wrap(points, box);
    try (DeviceArray inBox = wrapped == null ? null : wrapped.xyz();
        KdTreeKernels.Places places = places(points)) {
      Coordinates at = new Coordinates(points.count(), inBox == null ? points.xyz() : inBox);
      boolean coincide = places.first().length() < points.count();
      DeviceArray next = coincide ? made.add(memory.slice(places.next(), 0, points.count())) : null;
      try (DeviceArray xyz = coincide ? particles.gather(at.xyz(), 3, places.first()) : null) {
        Coordinates nodes = coincide ? new Coordinates(places.first().length(), xyz) : at;
        try (DeviceArray levels = levelOrder(nodes, dimensions(box))) {
          return new KdTree(
              box,
              dimensions(box),
              points,
              nodes.count(),
              made.add(particles.gather(nodes.xyz(), 3, levels)),
              made.add(particles.gather(places.first(), 1, levels)),
              next,
              inBox != null,
              slack(wrapped, points.xyz().type(), box),
              order);
        }
      }
    }
  }

  private KdTreeKernels.Places places(Coordinates points) {
    DeviceArray words = memory.range(ElementType.I64, 0, points.count());
    for (int d = 2; d >= 0; d--) {
      words = kernels.sortByCoordinate(words, points, d);
    }
    try (DeviceArray sorted = words) {
      return kernels.places(sorted, points);
    }
  }

  /** I32 rows of the points in the order of their nodes. */
  private DeviceArray levelOrder(Coordinates points, int[] dimensions) {
    long n = points.count();
    LeftBalancedShape shape = new LeftBalancedShape(n);
    try (DeviceArray tags = memory.allocate(ElementType.I32, n)) {
      memory.fill(tags, 0, n, 0);
      DeviceArray words = memory.range(ElementType.I64, 0, n);
      // A subtree of the lowest level is one point, which is where it belongs.
      for (int level = 0; level < shape.levels() - 1; level++) {
        words = kernels.sortByCoordinate(words, points, dimensions[level % dimensions.length]);
        words = kernels.sortByTag(words, tags, level + 1);
        kernels.updateTags(tags, words, shape, level);
      }
      words.close();
      return particles.inverse(tags);
    }
  }

  /** I32 rows of points along a space-filling curve: queries in this order take like ways. */
  DeviceArray curve(Coordinates points, Box box) {
    try (DeviceArray positions = particles.quantise(FixedPoint.of(box), points.xyz());
        SortedPoints sorted =
            particles.mortonSort(positions, points.count(), CURVE_DEPTH, CURVE_RUN)) {
      return memory.slice(sorted.row(), 0, points.count());
    }
  }

  private static int[] dimensions(Box box) {
    return IntStream.range(0, 3)
        .filter(d -> !box.periodic() || box.size()[d] > 0)
        .toArray(); // at least one: no periodic box is flat in all
  }

  private static double[] slack(KdTreeKernels.Wrapped wrapped, ElementType type, Box box) {
    double[] slack = new double[3];
    if (wrapped != null) {
      double relative = type == ElementType.F32 ? FLOAT_ROUNDING : KdTree.ROUNDING;
      for (int d = 0; d < 3; d++) {
        slack[d] = wrapped.farthest() * KdTree.ROUNDING + box.size()[d] * relative;
      }
    }
    return slack;
  }
}
