package org.jzfof.spheres.properties;

import java.util.EnumMap;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.SphereProperty;
import org.jzfof.spheres.SphereMasses;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.Weight;
import org.jzfof.threads.Parallel;

/**
 * Measures properties of the particles inside spheres around groups. The input is the points of all
 * ranks and the spheres of this rank; the result is one row per sphere. The ranks exchange spheres
 * and sums.
 */
public final class InsideMeasurement {
  /** Minimum number of spheres per thread. */
  private static final int GRAIN = 1 << 6;

  private static final double MARGIN = 1.001;

  private final InsideKernels kernels;
  private final Communicator comm;
  private final FixedPoint map;
  private final CosmologyFactors background;
  private final SphereOptions options;

  /**
   * Every rank creates one.
   *
   * @param options options of the spheres: properties, and types that count
   */
  public InsideMeasurement(
      InsideKernels kernels,
      Communicator comm,
      FixedPoint map,
      CosmologyFactors background,
      SphereOptions options) {
    this.kernels = kernels;
    this.comm = comm;
    this.map = map;
    this.background = background;
    this.options = options;
  }

  /**
   * Groups of this rank with their spheres.
   *
   * @param centre fixed-point coordinates [3G]
   * @param velocity stored velocities [3G]
   * @param masses masses and radii of the spheres; sphere s of group g has index g·spheres + s
   * @param ofGroups other properties of the groups; CONCENTRATION_VMAX needs their largest circular
   *     velocities
   */
  public record SphereGroups(
      int[] centre,
      double[] velocity,
      SphereMasses masses,
      long[] number,
      Map<GroupProperty, double[]> ofGroups) {}

  /** Measures the properties. Every rank calls this method. */
  public Map<SphereProperty, double[]> measure(SphereSums points, SphereGroups groups) {
    Map<SphereProperty, double[]> found = new EnumMap<>(SphereProperty.class);
    if (options.properties().contains(Property.INSIDE)
        || options.properties().contains(Property.CONCENTRATION)) {
      moments(points, groups, found);
    }
    if (options.properties().contains(Property.SHAPE)) {
      new ShapeMeasurement(kernels, comm, map, Weight.bits(options.types()))
          .measure(points, groups.centre, groups.masses, groups.number, MARGIN, found);
    }
    return found;
  }

  private void moments(
      SphereSums points, SphereGroups groups, Map<SphereProperty, double[]> found) {
    Spheres spheres = SphereMeasurement.spheresAround(groups.centre, groups.masses.square());
    int each = spheres.count() / Math.max(1, groups.centre.length / 3);
    MomentFrames frames = MomentFrames.allocate(spheres.count());
    double speed = 2 * Math.sqrt(3) * points.largestSpeed();
    Parallel.forEach(
        spheres.count(),
        GRAIN,
        i -> {
          frames.set(i, groups.centre, groups.velocity, 3 * (i / each));
          frames.setUnits(
              i,
              MARGIN * groups.masses.mass()[i],
              MARGIN * groups.masses.radius()[i],
              MARGIN * speed);
        });
    long[] rows =
        new InsideSums(kernels, map).moments(points, spheres, frames, Weight.bits(options.types()));
    double[] mass = groups.masses.mass();
    if (options.properties().contains(Property.INSIDE)) {
      motions(rows, frames, groups, found);
    }
    if (options.properties().contains(Property.CONCENTRATION)) {
      double[] mean = new double[mass.length];
      Parallel.forEach(
          mass.length,
          GRAIN,
          i ->
              mean[i] =
                  Moments.of(rows, Moments.LONGS * i, frames, i).distance()
                      / groups.masses.radius()[i]);
      found.put(
          SphereProperty.CONCENTRATION, withMass(mass, kernels.concentrationsByMeanRadius(mean)));
      double[] vmax = groups.ofGroups.get(GroupProperty.VMAX);
      if (vmax != null) {
        double[] ratio = new double[mass.length];
        Parallel.forEach(
            mass.length, GRAIN, i -> ratio[i] = vmax[i / each] / circular(groups.masses, i));
        found.put(
            SphereProperty.CONCENTRATION_VMAX, withMass(mass, kernels.concentrationsByVmax(ratio)));
      }
    }
  }

  /** Sets values of spheres without mass to 0, and returns all values. */
  private static double[] withMass(double[] mass, double[] values) {
    Parallel.forEach(mass.length, Parallel.GRAIN, i -> values[i] = mass[i] > 0 ? values[i] : 0);
    return values;
  }

  /** Returns the circular velocity at the radius of a sphere. */
  private double circular(SphereMasses masses, int i) {
    return Math.sqrt(
        background.gravity() * masses.mass()[i] / (background.scaleFactor() * masses.radius()[i]));
  }

  private void motions(
      long[] sums, MomentFrames frames, SphereGroups groups, Map<SphereProperty, double[]> found) {
    int count = frames.count();
    double[] dispersion = new double[count];
    double[] spin = new double[3 * count];
    double[] parameter = new double[count];
    double toPeculiar = background.toPeculiar();
    Parallel.forEach(
        count,
        GRAIN,
        i -> {
          if (!(groups.masses.mass()[i] > 0)) {
            return;
          }
          Moments moments = Moments.of(sums, Moments.LONGS * i, frames, i);
          dispersion[i] = toPeculiar * moments.dispersion(background.flow() / toPeculiar);
          double square = 0;
          for (int d = 0; d < 3; d++) {
            double component = toPeculiar * moments.spin(d);
            spin[3 * i + d] = component;
            square += component * component;
          }
          parameter[i] =
              Math.sqrt(square)
                  / (Math.sqrt(2) * circular(groups.masses, i) * groups.masses.radius()[i]);
        });
    found.put(SphereProperty.DISPERSION, dispersion);
    found.put(SphereProperty.SPIN, spin);
    found.put(SphereProperty.SPIN_PARAMETER, parameter);
  }
}
