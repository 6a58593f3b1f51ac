package org.jzfof.spheres;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;

/**
 * Particles on the host: fixed-point positions [3n], masses and types by row.
 *
 * @param massOfType 0 where each particle has its own
 */
public record SphereFixture(
    FixedPoint map, int[] positions, double[] mass, byte[] type, double[] massOfType) {

  /** Some in clumps, some alone, some in one place; masses over four decades, three types. */
  public static SphereFixture random(FixedPoint map, int n, SplittableRandom random) {
    int[] positions = new int[3 * n];
    double[] mass = new double[n];
    byte[] type = new byte[n];
    double[] massOfType = {0, 0.125, 0};
    int[] clump = random.ints(3).toArray();
    for (int i = 0; i < n; i++) {
      int kind = random.nextInt(10);
      for (int d = 0; d < 3; d++) {
        int far = map.periodic() ? random.nextInt() : -random.nextInt(1 << 30);
        int near = (map.periodic() ? clump[d] : clump[d] >> 3) + (random.nextInt(1 << 27) >> kind);
        positions[3 * i + d] =
            map.cell()[d] == 0 ? 0 : kind < 2 ? far : kind < 9 ? near : clump[d] >> 3;
      }
      type[i] = (byte) random.nextInt(3);
      mass[i] =
          massOfType[type[i]] > 0 ? massOfType[type[i]] : Math.pow(10, 4 * random.nextDouble() - 3);
    }
    return new SphereFixture(map, positions, mass, type, massOfType);
  }

  /** Number of particles. */
  public int count() {
    return mass.length;
  }

  /** Squares of distances. */
  public LinkCriterion metric() {
    return LinkCriterion.of(map, 1);
  }

  /** Units of masses. */
  public SphereScale scale() {
    return SphereScale.of(map, 0, new Magnitudes(largestMass(), 0, 0, 0), count());
  }

  private double largestMass() {
    return Arrays.stream(mass).max().orElse(0);
  }

  /** Rows [from, to) as the particles of a rank. */
  public Particles particles(Backend backend, int from, int to) {
    DeviceMemory memory = backend.memory();
    float[] masses = new float[to - from];
    for (int i = from; i < to; i++) {
      masses[i - from] = (float) mass[i];
    }
    return new Particles(
        to - from,
        memory.upload(Arrays.copyOfRange(positions, 3 * from, 3 * to)),
        memory.upload(new long[to - from]),
        null,
        memory.upload(masses),
        memory.upload(Arrays.copyOfRange(type, from, to)),
        0,
        massOfType,
        new Magnitudes(largestMass(), 0, 0, 0));
  }

  /** Particles in Morton order. */
  public static SortedPoints sorted(Backend backend, Particles particles) {
    DeviceArray positions = particles.positions();
    return backend.particles().mortonSort(positions, particles.count(), 21, 8);
  }

  /** Whether a particle is not farther from a centre, whose coordinates begin at an index. */
  public boolean isInside(LinkCriterion metric, int particle, int[] centre, int at, long square) {
    long own =
        metric.square(
            positions[3 * particle] - centre[at],
            positions[3 * particle + 1] - centre[at + 1],
            positions[3 * particle + 2] - centre[at + 2]);
    return Long.compareUnsigned(own, square) <= 0;
  }

  /** The sum of weights inside a sphere, by a loop. */
  public long within(int[] centre, int at, long square, Weight weight) {
    LinkCriterion metric = metric();
    long sum = 0;
    for (int i = 0; i < count(); i++) {
      if (isInside(metric, i, centre, at, square)) {
        sum += weight.of(type[i], (float) mass[i]);
      }
    }
    return sum;
  }
}
