package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.neighbours.Coordinates;

/**
 * Points sorted by the regions of a periodic box. The regions are equal parts of the box, with the
 * same number along each side, and fixed-point coordinates decide to which region a point belongs.
 */
final class Regions implements AutoCloseable {
  private final DeviceMemory memory;
  private final WeightedPoints sorted;
  private final long[] start;

  /**
   * @param points points, which are neither changed nor closed
   */
  Regions(
      WeightedPoints points,
      FixedPoint map,
      int perSide,
      ParticleKernels particles,
      DeviceMemory memory) {
    this.memory = memory;
    long[] from = new long[perSide * perSide * perSide + 1];
    for (int i = 0; i < from.length; i++) {
      from[i] = i;
    }
    Coordinates coordinates = points.coordinates();
    try (DeviceArray numbers = numbers(coordinates, map, perSide, particles, memory);
        Partition partition = particles.partition(numbers, from)) {
      this.start = partition.start();
      this.sorted =
          points.mapColumns(
              coordinates.count(),
              (column, width) -> particles.gather(column, width, partition.rows()));
    }
  }

  private static DeviceArray numbers(
      Coordinates points,
      FixedPoint map,
      int perSide,
      ParticleKernels particles,
      DeviceMemory memory) {
    int[] fixedPosition;
    try (DeviceArray positions = particles.quantise(map, points.xyz())) {
      fixedPosition = memory.toInts(positions);
    }
    long[] numbers = new long[fixedPosition.length / 3];
    for (int i = 0; i < fixedPosition.length; i++) {
      long fromLower = fixedPosition[i] - (long) Integer.MIN_VALUE;
      numbers[i / 3] = numbers[i / 3] * perSide + (fromLower * perSide >>> Integer.SIZE);
    }
    return memory.upload(numbers);
  }

  /** Returns the number of points in a region. */
  long count(int region) {
    return start[region + 1] - start[region];
  }

  /** Returns the sums of the weights of the points in a region; null without weights. */
  WeightSums weights(int region) {
    if (sorted.weights() == null) {
      return null;
    }
    try (DeviceArray steps = slice(sorted.weights(), 1, region)) {
      return WeightSums.of(memory.toInts(steps));
    }
  }

  /** Returns a copy of the points of a region. */
  WeightedPoints of(int region) {
    return sorted.mapColumns(count(region), (column, width) -> slice(column, width, region));
  }

  private DeviceArray slice(DeviceArray column, int width, int region) {
    return memory.slice(column, width * start[region], width * count(region));
  }

  @Override
  public void close() {
    sorted.close();
  }
}
