package org.jzfof.spheres.properties;

import org.jzfof.spheres.Spheres;
import org.jzfof.threads.Parallel;

/**
 * Conversion of moments to motions inside spheres: peculiar dispersion and specific angular
 * momentum, and besides them the mean distance from the centre. Kernels of GPUs repeat it,
 * operation by operation (motions.cuh).
 *
 * @param speed upper bound of speeds in the frames
 * @param toPeculiar factor from stored to peculiar velocities
 * @param flow stored velocity per distance of the expansion
 */
public record Motions(double speed, double toPeculiar, double flow) {
  /** Number of longs of a row, all bits of doubles: dispersion, spin [3], mean distance. */
  public static final int LONGS = 5;

  static final int SPIN = 1;
  static final int DISTANCE = 4;

  /** Minimum number of spheres per thread. */
  private static final int GRAIN = 1 << 6;

  /** Returns the frames of the moments. */
  public MomentFrames frames(Spheres spheres, MotionFrames about) {
    MomentFrames frames = MomentFrames.allocate(spheres.count());
    Parallel.forEach(
        spheres.count(),
        Parallel.GRAIN,
        i -> {
          frames.set(i, spheres.centre(), about.velocity(), 3 * i);
          frames.setUnits(i, about.mass()[i], about.radius()[i], speed);
        });
    return frames;
  }

  /** Returns rows of {@link #LONGS} numbers from the sums of moments. */
  public long[] of(long[] sums, MomentFrames frames) {
    long[] rows = new long[LONGS * frames.count()];
    Parallel.forEach(
        frames.count(),
        GRAIN,
        i -> {
          Moments moments = Moments.of(sums, Moments.LONGS * i, frames, i);
          set(rows, LONGS * i, toPeculiar * moments.dispersion(flow));
          for (int d = 0; d < 3; d++) {
            set(rows, LONGS * i + SPIN + d, toPeculiar * moments.spin(d));
          }
          set(rows, LONGS * i + DISTANCE, moments.distance());
        });
    return rows;
  }

  private static void set(long[] rows, int at, double value) {
    rows[at] = Double.doubleToLongBits(value);
  }
}
