package org.jzfof.spheres.properties;

import org.jzfof.spheres.Spheres;
import org.jzfof.threads.Parallel;

/**
 * Conversion of moments to motions inside spheres: peculiar dispersion and specific angular
 * momentum, and besides them the mean distance from the centre; and to motions in shells. Kernels
 * of GPUs repeat it, operation by operation (motions.cuh).
 *
 * @param speed upper bound of speeds in the frames
 * @param toPeculiar factor from stored to peculiar velocities
 */
public record Motions(double speed, double toPeculiar) {
  /** Number of longs of a row, all bits of doubles: dispersion, spin [3], mean distance. */
  public static final int LONGS = 5;

  /** Number of longs of a shell, all bits of doubles: dispersion, mean radial velocity. */
  public static final int SHELL_LONGS = 2;

  static final int RADIAL = 1;

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

  /**
   * Returns rows of {@link #LONGS} numbers from the sums of moments.
   *
   * @param flow as in {@link MotionFrames} [n]
   */
  public long[] of(long[] sums, MomentFrames frames, double[] flow) {
    long[] rows = new long[LONGS * frames.count()];
    Parallel.forEach(
        frames.count(),
        GRAIN,
        i -> {
          Moments moments = Moments.of(sums, Moments.LONGS * i, frames, i);
          set(rows, LONGS * i, toPeculiar * moments.dispersion(flow[i]));
          for (int d = 0; d < 3; d++) {
            set(rows, LONGS * i + SPIN + d, toPeculiar * moments.spin(d));
          }
          set(rows, LONGS * i + DISTANCE, moments.distance());
        });
    return rows;
  }

  /**
   * Returns the motions of shells from the sums of moments within their radii.
   *
   * @param frames frames of the sums; those of a set of concentric spheres have the same units
   * @param flow as in {@link MotionFrames} [n]
   * @param edges number of concentric spheres of each set, consecutive from the innermost one
   * @return rows of {@link #SHELL_LONGS} numbers: the shell between each sphere and the next; 0 for
   *     the outermost one
   */
  public long[] ofShells(long[] sums, MomentFrames frames, double[] flow, int edges) {
    long[] rows = new long[SHELL_LONGS * frames.count()];
    Parallel.forEach(
        frames.count(),
        GRAIN,
        i -> {
          if (i % edges == edges - 1) {
            return;
          }
          long[] shell = new long[Moments.LONGS];
          for (int c = 0; c < shell.length; c++) {
            shell[c] = sums[Moments.LONGS * (i + 1) + c] - sums[Moments.LONGS * i + c];
          }
          Moments moments = Moments.of(shell, 0, frames, i);
          set(rows, SHELL_LONGS * i, toPeculiar * moments.dispersion(flow[i]));
          set(
              rows,
              SHELL_LONGS * i + RADIAL,
              toPeculiar * (moments.radial() + flow[i] * moments.distance()));
        });
    return rows;
  }

  private static void set(long[] rows, int at, double value) {
    rows[at] = Double.doubleToLongBits(value);
  }
}
