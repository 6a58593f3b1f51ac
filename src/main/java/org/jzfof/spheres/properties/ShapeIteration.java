package org.jzfof.spheres.properties;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jzfof.spheres.Spheres;
import org.jzfof.threads.Parallel;

/**
 * Iteration of the shapes inside spheres, all in common rounds, each until its axis ratios have
 * converged: the sums over the particles inside an ellipsoid give a tensor, whose axes are those of
 * the next ellipsoid. Kernels of GPUs repeat it (inside.cu).
 */
public final class ShapeIteration {
  /** Number of longs of a shape, all bits of doubles: two axis ratios and the unit vectors [9]. */
  public static final int LONGS = 11;

  /** Maximum number of rounds. */
  public static final int MAX_ROUNDS = 20;

  /** Place of the unit vectors in a shape. */
  static final int AXES = 2;

  /** Minimum number of particles of a shape that is not noise. */
  static final int MIN_PARTICLES = 50;

  /** Change of axis ratios below which iterations end. */
  private static final double CONVERGED = 1e-3;

  /** Minimum number of spheres per thread. */
  private static final int GRAIN = 1 << 4;

  private final Spheres spheres;
  private final Ellipsoids ellipsoids;
  private final long[] shapes;
  private int[] running;

  /** Sums over the particles inside ellipsoids. */
  @FunctionalInterface
  public interface RoundSums {
    /**
     * @return rows of {@link Ellipsoids#LONGS} numbers
     */
    long[] of(Spheres spheres, Ellipsoids ellipsoids);
  }

  public ShapeIteration(Spheres spheres, ShapeStarts starts) {
    this.spheres = spheres;
    this.ellipsoids = Ellipsoids.allocate(spheres.count());
    this.shapes = new long[LONGS * spheres.count()];
    this.running = new int[spheres.count()];
    Parallel.forEach(
        running.length,
        Parallel.GRAIN,
        i -> {
          running[i] = i;
          ellipsoids.setSphere(i, starts.radius()[i], starts.unit()[i]);
        });
  }

  /**
   * Iterates the shapes.
   *
   * @param goesOn whether there is another round, if so many shapes have not converged
   * @return rows of {@link #LONGS} numbers; NaN for shapes without a result
   */
  public long[] run(IntPredicate goesOn, RoundSums sums) {
    for (int round = 0; round < MAX_ROUNDS && goesOn.test(running.length); round++) {
      int[] which = running;
      long[] rows = sums.of(spheres.select(which), ellipsoids(which));
      boolean[] done = new boolean[which.length];
      Parallel.forRange(
          which.length,
          GRAIN,
          (from, to) -> {
            SymmetricTensor axes = new SymmetricTensor();
            double[] tensor = new double[6];
            for (int k = from; k < to; k++) {
              done[k] = next(which[k], rows, Ellipsoids.LONGS * k, tensor, axes);
            }
          });
      int left = 0;
      int[] rest = new int[which.length];
      for (int k = 0; k < which.length; k++) {
        if (!done[k]) {
          rest[left++] = which[k];
        }
      }
      running = Arrays.copyOf(rest, left);
    }
    return shapes;
  }

  private Ellipsoids ellipsoids(int... which) {
    Ellipsoids subset = Ellipsoids.allocate(which.length);
    int width = Ellipsoids.DOUBLES;
    Parallel.forEach(
        which.length,
        Parallel.GRAIN,
        k ->
            System.arraycopy(
                ellipsoids.doubles(), width * which[k], subset.doubles(), width * k, width));
    return subset;
  }

  /**
   * Sets the shape of a sphere and its next ellipsoid from sums.
   *
   * @param at index of the first sum
   * @return whether its iteration ends: it has converged, or has no result
   */
  private boolean next(int i, long[] sums, int at, double[] tensor, SymmetricTensor axes) {
    if (sums[at + Ellipsoids.LONGS - 1] < MIN_PARTICLES) {
      return undefined(i);
    }
    for (int c = 0; c < tensor.length; c++) {
      tensor[c] = (double) sums[at + c] / sums[at + 6];
    }
    axes.diagonalise(tensor);
    double second = axes.ratio(1);
    double third = axes.ratio(2);
    if (Double.isNaN(second) || Double.isNaN(third)) {
      return undefined(i); // no sum reaches 1: nothing but particles of next to no mass
    }
    boolean converged =
        Math.abs(second - ellipsoids.ratio(i, 0)) < CONVERGED
            && Math.abs(third - ellipsoids.ratio(i, 1)) < CONVERGED;
    ellipsoids.setAxes(i, axes);
    shapes[LONGS * i] = Double.doubleToRawLongBits(second);
    shapes[LONGS * i + 1] = Double.doubleToRawLongBits(third);
    for (int d = 0; d < LONGS - AXES; d++) {
      shapes[LONGS * i + AXES + d] = Double.doubleToRawLongBits(axes.vectors()[d]);
    }
    return converged;
  }

  private boolean undefined(int i) {
    Arrays.fill(shapes, LONGS * i, LONGS * (i + 1), Double.doubleToRawLongBits(Double.NaN));
    return true;
  }
}
