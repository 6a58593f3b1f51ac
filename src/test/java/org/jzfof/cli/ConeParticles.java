package org.jzfof.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;

/** Particles around an observer, for tests of light cones. */
final class ConeParticles {
  static final double SIDE = 25;
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");

  private ConeParticles() {}

  /** Particles of a simulation around an observer in the middle of its box. */
  static Particles around() {
    Particles box = Particles.of(EXAMPLE, 1);
    double[] x = Arrays.stream(box.positions()).map(p -> p - SIDE / 2).toArray();
    return Particles.at(x)
        .withVelocities(box.velocities())
        .withIds(box.ids())
        .withMass(box.mass())
        .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  }

  /** Two periodic images of the same particles, as of two boxes side by side. */
  static Particles images() {
    Particles one = around();
    int n = one.count();
    double[] x = Arrays.copyOf(one.positions(), 6 * n);
    float[] v = Arrays.copyOf(one.velocities(), 6 * n);
    long[] id = Arrays.copyOf(one.ids(), 2 * n);
    for (int i = 0; i < 3 * n; i++) {
      x[3 * n + i] = x[i] + (i % 3 == 0 ? SIDE : 0);
    }
    System.arraycopy(one.velocities(), 0, v, 3 * n, 3 * n);
    System.arraycopy(one.ids(), 0, id, n, n);
    return Particles.at(x)
        .withVelocities(v)
        .withIds(id)
        .withMass(one.mass())
        .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  }

  /**
   * More particles beside some of the others, with their IDs: those that cross the light cone in
   * two steps.
   */
  static Particles withTwins(Particles some) {
    int n = some.count();
    int more = n / 10;
    double[] x = Arrays.copyOf(some.positions(), 3 * (n + more));
    float[] v = Arrays.copyOf(some.velocities(), x.length);
    long[] id = Arrays.copyOf(some.ids(), n + more);
    Random random = new Random(3);
    for (int i = 0; i < more; i++) {
      int twin = random.nextInt(n);
      id[n + i] = id[twin];
      for (int d = 0; d < 3; d++) {
        x[3 * (n + i) + d] = x[3 * twin + d] + 1e-3 * random.nextGaussian();
        v[3 * (n + i) + d] = v[3 * twin + d] + random.nextInt(5);
      }
    }
    return Particles.at(x)
        .withVelocities(v)
        .withIds(id)
        .withMass(some.mass())
        .stored(some.coordinateType(), some.idType());
  }

  /** Scale factors that fall with the distance from the observer. */
  static double[] scaleFactors(Particles particles) {
    return IntStream.range(0, particles.count())
        .mapToDouble(i -> (float) (1 - 0.01 * Math.sqrt(square(particles.positions(), i))))
        .toArray();
  }

  static double square(double[] x, int i) {
    return x[3 * i] * x[3 * i] + x[3 * i + 1] * x[3 * i + 1] + x[3 * i + 2] * x[3 * i + 2];
  }
}
