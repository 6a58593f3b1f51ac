package org.jzfof.spheres.properties;

import java.util.Arrays;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.SphereProperty;
import org.jzfof.spheres.SphereMasses;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Spheres;
import org.jzfof.threads.Parallel;

/**
 * Measures the shapes of what is inside spheres. The input is the points of all ranks and the
 * spheres of this rank; the result is axis ratios and axes. A rank that has all points inside a
 * sphere iterates its shape alone; the sums of the others are exchanged in each round.
 *
 * @param types types that count, as bits of a {@link org.jzfof.spheres.Weight}
 */
record ShapeMeasurement(InsideKernels kernels, Communicator comm, FixedPoint map, int types) {
  /**
   * Measures the shapes. Every rank calls this method.
   *
   * @param centre fixed-point coordinates of the centres [3G]
   * @param number number of particles inside each sphere; sphere s of group g has index g·spheres +
   *     s
   * @param massMargin factor to an upper bound of a mass
   */
  void measure(
      SphereSums points,
      int[] centre,
      SphereMasses masses,
      long[] number,
      double massMargin,
      Map<SphereProperty, double[]> found) {
    int[] which = withEnough(number);
    int each = number.length / Math.max(1, centre.length / 3);
    Spheres spheres = new Spheres(new int[3 * which.length], new long[which.length]);
    ShapeStarts starts = ShapeStarts.allocate(which.length);
    Parallel.forEach(
        which.length,
        Parallel.GRAIN,
        k -> {
          int i = which[k];
          System.arraycopy(centre, 3 * (i / each), spheres.centre(), 3 * k, 3);
          spheres.square()[k] = masses.square()[i];
          starts.radius()[k] = masses.radius()[i];
          starts.number()[k] = number[i];
          starts.unit()[k] = MomentFrames.unitOfMasses(massMargin * masses.mass()[i]);
        });
    put(found, number.length, which, shapes(points, spheres, starts));
  }

  private static int[] withEnough(long... number) {
    int[] which = new int[number.length];
    int count = 0;
    for (int i = 0; i < number.length; i++) {
      if (number[i] >= ShapeIteration.MIN_PARTICLES) {
        which[count++] = i;
      }
    }
    return Arrays.copyOf(which, count);
  }

  private long[] shapes(SphereSums points, Spheres spheres, ShapeStarts starts) {
    return InsideSums.rows(
        points,
        spheres,
        starts,
        points.soleRanks(spheres),
        ShapeIteration.LONGS,
        (sources, batch, from) ->
            kernels.shapes(InsideKernels.Inside.of(sources, map, types), batch, from),
        (batch, from) ->
            new ShapeIteration(batch, from)
                .run(
                    this::anywhere,
                    (subset, ellipsoids) ->
                        points.sums(
                            subset,
                            ellipsoids,
                            Ellipsoids.LONGS,
                            (source, set, about) ->
                                kernels.shapeSums(
                                    new InsideKernels.Inside(
                                        source.points(), source.particles(), map, types),
                                    set,
                                    about))));
  }

  private boolean anywhere(int left) {
    long[] all = {left};
    comm.sum(all);
    return all[0] > 0;
  }

  /** Sets the columns of all spheres; those without a shape have NaN. */
  private static void put(
      Map<SphereProperty, double[]> found, int spheres, int[] which, long... shapes) {
    int pair = SphereProperty.AXIS_RATIOS.width();
    int vectors = SphereProperty.AXES.width();
    double[] ratios = new double[pair * spheres];
    double[] axes = new double[vectors * spheres];
    Parallel.forRange(
        spheres,
        Parallel.GRAIN,
        (from, to) -> {
          Arrays.fill(ratios, pair * from, pair * to, Double.NaN);
          Arrays.fill(axes, vectors * from, vectors * to, Double.NaN);
        });
    Parallel.forEach(
        which.length,
        Parallel.GRAIN,
        k -> {
          int at = ShapeIteration.LONGS * k;
          for (int d = 0; d < pair; d++) {
            ratios[pair * which[k] + d] = Double.longBitsToDouble(shapes[at + d]);
          }
          for (int d = 0; d < vectors; d++) {
            axes[vectors * which[k] + d] =
                Double.longBitsToDouble(shapes[at + ShapeIteration.AXES + d]);
          }
        });
    found.put(SphereProperty.AXIS_RATIOS, ratios);
    found.put(SphereProperty.AXES, axes);
  }
}
