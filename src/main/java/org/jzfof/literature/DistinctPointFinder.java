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
 * Finds the distinct positions of points by sorting the points by one coordinate after the other.
 */
public final class DistinctPointFinder {
  private static final double FLOAT_ROUNDING = 0x1p-22;

  private final DistinctPointKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;

  public DistinctPointFinder(
      DistinctPointKernels kernels, ParticleKernels particles, DeviceMemory memory) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
  }

  /**
   * Finds distinct positions and passes them to a function.
   *
   * @param use function of the positions, which are in the order of their smallest rows and closed
   *     afterwards
   * @return result of the function
   */
  public <T> T find(Coordinates points, Box box, Function<DistinctPoints, T> use) {
    DistinctPointKernels.WrappedCoordinates wrapped = kernels.wrap(points, box);
    try (DeviceArray inBox = wrapped == null ? null : wrapped.xyz();
        DistinctPointKernels.Rows rows = rows(points)) {
      DeviceArray all = inBox == null ? points.xyz() : inBox;
      long count = rows.first().length();
      boolean coincide = count < points.count();
      if (!coincide) {
        rows.next().close();
      }
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

  private DistinctPointKernels.Rows rows(Coordinates points) {
    DeviceArray words = memory.range(ElementType.I64, 0, points.count());
    for (int d = 2; d >= 0; d--) {
      words = kernels.sortByCoordinate(words, points, d);
    }
    try (DeviceArray sorted = words) {
      return kernels.findCoincident(sorted, points);
    }
  }

  private static double[] slack(
      DistinctPointKernels.WrappedCoordinates wrapped, ElementType type, Box box) {
    double[] slack = new double[3];
    if (wrapped != null) {
      double relative = type == ElementType.F32 ? FLOAT_ROUNDING : DistinctPoints.ROUNDING;
      for (int d = 0; d < 3; d++) {
        slack[d] = wrapped.farthest() * DistinctPoints.ROUNDING + box.size()[d] * relative;
      }
    }
    return slack;
  }

  /**
   * Copies positions in another order.
   *
   * @param order I32 [count] index in {@code positions} of each position of the result
   * @param made owner of the new arrays
   */
  public DistinctPoints reorder(DistinctPoints positions, DeviceArray order, Scope made) {
    return positions.with(
        made.add(particles.gather(positions.xyz(), 3, order)),
        made.add(particles.gather(positions.row(), 1, order)),
        made.add(next(positions)));
  }

  /** A copy of the lists of rows, or null if no points coincide. */
  DeviceArray next(DistinctPoints positions) {
    return positions.next() == null
        ? null
        : memory.slice(positions.next(), 0, positions.points().count());
  }
}
