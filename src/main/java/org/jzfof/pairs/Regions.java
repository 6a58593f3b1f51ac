package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.neighbours.Coordinates;

/**
 * Points in the order of the regions of a periodic box that they lie in: equal parts, as many along
 * each side, as fixed point tells them apart.
 */
final class Regions implements AutoCloseable {
  private final DeviceMemory memory;
  private final WeightedPoints sorted;
  private final long[] start;

  /**
   * @param points kept, and not changed
   * @param perSide regions along each side
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
    Coordinates places = points.coordinates();
    try (DeviceArray numbers = numbers(places, map, perSide, particles, memory);
        Partition partition = particles.partition(numbers, from)) {
      this.start = partition.start();
      this.sorted =
          points.with(
              places.count(), (column, width) -> particles.gather(column, width, partition.rows()));
    }
  }

  private static DeviceArray numbers(
      Coordinates points,
      FixedPoint map,
      int perSide,
      ParticleKernels particles,
      DeviceMemory memory) {
    int[] places;
    try (DeviceArray positions = particles.quantise(map, points.xyz())) {
      places = memory.toInts(positions);
    }
    long[] numbers = new long[places.length / 3];
    for (int i = 0; i < places.length; i++) {
      long fromLower = places[i] - (long) Integer.MIN_VALUE;
      numbers[i / 3] = numbers[i / 3] * perSide + (fromLower * perSide >>> Integer.SIZE);
    }
    return memory.upload(numbers);
  }

  /** Points in a region. */
  long count(int region) {
    return start[region + 1] - start[region];
  }

  /** Sums of the weights of the points in a region; null where they have none. */
  WeightSums weights(int region) {
    if (sorted.weights() == null) {
      return null;
    }
    try (DeviceArray steps = slice(sorted.weights(), 1, region)) {
      return WeightSums.of(memory.toInts(steps));
    }
  }

  /** The points of a region, as a copy. */
  WeightedPoints of(int region) {
    return sorted.with(count(region), (column, width) -> slice(column, width, region));
  }

  private DeviceArray slice(DeviceArray column, int width, int region) {
    return memory.slice(column, width * start[region], width * count(region));
  }

  @Override
  public void close() {
    sorted.close();
  }
}
