package org.jzfof.literature;

import java.util.function.Function;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;

/**
 * Finds the places at which points are, by sorting the points by one coordinate after the other.
 */
public final class PlaceFinder {
  private static final double FLOAT_ROUNDING = 0x1p-22;

  private final PlaceKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;

  public PlaceFinder(PlaceKernels kernels, ParticleKernels particles, DeviceMemory memory) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
  }

  /**
   * Finds places for a use.
   *
   * @param use of places in the order of their smallest rows, which are closed afterwards
   */
  public <T> T find(Coordinates points, Box box, Function<DistinctPoints, T> use) {
    PlaceKernels.Wrapped wrapped = kernels.wrap(points, box);
    try (DeviceArray inBox = wrapped == null ? null : wrapped.xyz();
        PlaceKernels.Rows rows = rows(points)) {
      DeviceArray all = inBox == null ? points.xyz() : inBox;
      long count = rows.first().length();
      boolean coincide = count < points.count();
      try (DeviceArray xyz = coincide ? particles.gather(all, 3, rows.first()) : null) {
        return use.apply(
            new DistinctPoints(
                box,
                points,
                count,
                coincide ? xyz : all,
                rows.first(),
                coincide ? rows.next() : null,
                inBox != null,
                slack(wrapped, points.xyz().type(), box)));
      }
    }
  }

  private PlaceKernels.Rows rows(Coordinates points) {
    DeviceArray words = memory.range(ElementType.I64, 0, points.count());
    for (int d = 2; d >= 0; d--) {
      words = kernels.sortByCoordinate(words, points, d);
    }
    try (DeviceArray sorted = words) {
      return kernels.places(sorted, points);
    }
  }

  private static double[] slack(PlaceKernels.Wrapped wrapped, ElementType type, Box box) {
    double[] slack = new double[3];
    if (wrapped != null) {
      double relative = type == ElementType.F32 ? FLOAT_ROUNDING : DistinctPoints.ROUNDING;
      for (int d = 0; d < 3; d++) {
        slack[d] = wrapped.farthest() * DistinctPoints.ROUNDING + box.size()[d] * relative;
      }
    }
    return slack;
  }

  /** The places in another order, with arrays of their own. */
  public DistinctPoints inOrder(DistinctPoints places, DeviceArray order, Scope made) {
    return places.with(
        made.add(particles.gather(places.xyz(), 3, order)),
        made.add(particles.gather(places.row(), 1, order)),
        made.add(next(places)));
  }

  /** A copy of the lists of rows, or null where there are none. */
  DeviceArray next(DistinctPoints places) {
    return places.next() == null ? null : memory.slice(places.next(), 0, places.points().count());
  }
}
