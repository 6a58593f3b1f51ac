package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.SortedPoints;
import org.jzfof.neighbours.Coordinates;

/**
 * Order of points along a space-filling curve, in which consecutive queries take similar paths
 * through the index.
 */
public final class QueryOrder {
  private static final int DEPTH = 21;
  private static final int RUN = 16;

  private final ParticleKernels particles;
  private final DeviceMemory memory;

  public QueryOrder(ParticleKernels particles, DeviceMemory memory) {
    this.particles = particles;
    this.memory = memory;
  }

  /** I32 [n] rows of the points along the curve. */
  public DeviceArray of(Coordinates points, Box box) {
    DeviceArray positions = particles.quantise(FixedPoint.of(box), points.xyz());
    try (SortedPoints sorted = particles.mortonSort(positions, points.count(), DEPTH, RUN)) {
      return memory.slice(sorted.row(), 0, points.count());
    }
  }
}
