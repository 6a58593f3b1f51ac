package org.jzfof.spheres.properties;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.GroupEpochs;
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
  private final DoubleFunction<CosmologyFactors> background;
  private final SphereOptions options;

  /**
   * Every rank creates one.
   *
   * @param background factors at the time of a group, of its scale factor
   * @param options options of the spheres: properties, and types that count
   */
  public InsideMeasurement(
      InsideKernels kernels,
      Communicator comm,
      FixedPoint map,
      DoubleFunction<CosmologyFactors> background,
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
      GroupEpochs epochs,
      Map<GroupProperty, double[]> ofGroups) {
    /** Returns the number of spheres of each group. */
    int each() {
      return masses.mass().length / Math.max(1, centre.length / 3);
    }
  }

  /** Measures the properties. Every rank calls this method. */
  public Map<SphereProperty, double[]> measure(SphereSums points, SphereGroups groups) {
    Map<SphereProperty, double[]> found = new EnumMap<>(SphereProperty.class);
    if (options.properties().contains(Property.INSIDE)
        || options.properties().contains(Property.CONCENTRATION)) {
      measureMotions(points, groups, found);
    }
    if (options.properties().contains(Property.SHAPE)) {
      new ShapeMeasurement(kernels, comm, map, Weight.bits(options.types()))
          .measure(points, groups.centre, groups.masses, groups.number, MARGIN, found);
    }
    return found;
  }

  private void measureMotions(
      SphereSums points, SphereGroups groups, Map<SphereProperty, double[]> found) {
    double[] mass = groups.masses.mass();
    int each = groups.each();
    long[] rows = motions(points, groups);
    if (options.properties().contains(Property.INSIDE)) {
      putMotions(rows, groups, found);
    }
    if (options.properties().contains(Property.CONCENTRATION)) {
      double[] mean = new double[mass.length];
      Parallel.forEach(
          mass.length,
          GRAIN,
          i ->
              mean[i] =
                  real(rows, Motions.LONGS * i + Motions.DISTANCE) / groups.masses.radius()[i]);
      found.put(
          SphereProperty.CONCENTRATION,
          withMass(mass, kernels.concentrations(NfwProfile.MEAN_RADIUS, mean)));
      double[] vmax = groups.ofGroups.get(GroupProperty.VMAX);
      if (vmax != null) {
        double[] ratio = new double[mass.length];
        Parallel.forEach(mass.length, GRAIN, i -> ratio[i] = vmax[i / each] / circular(groups, i));
        found.put(
            SphereProperty.CONCENTRATION_VMAX,
            withMass(mass, kernels.concentrations(NfwProfile.VMAX, ratio)));
      }
    }
  }

  /**
   * Returns the motions inside all spheres: those from a single rank, and those from the sums of
   * several.
   */
  private long[] motions(SphereSums points, SphereGroups groups) {
    int each = groups.each();
    Spheres spheres = SphereMeasurement.spheresAround(groups.centre, groups.masses.square());
    MotionFrames frames = MotionFrames.allocate(spheres.count());
    Parallel.forEach(
        spheres.count(),
        Parallel.GRAIN,
        i -> {
          System.arraycopy(groups.velocity, 3 * (i / each), frames.velocity(), 3 * i, 3);
          frames.mass()[i] = MARGIN * groups.masses.mass()[i];
          frames.radius()[i] = MARGIN * groups.masses.radius()[i];
          CosmologyFactors then = of(groups, i);
          frames.flow()[i] = then.flow() / then.toPeculiar();
        });
    double speed = 2 * Math.sqrt(3) * points.largestSpeed();
    Motions motions = new Motions(MARGIN * speed, background.apply(Double.NaN).toPeculiar());
    int types = Weight.bits(options.types());
    InsideSums sums = new InsideSums(kernels, map);
    return InsideSums.rows(
        points,
        spheres,
        frames,
        points.soleRanks(spheres),
        Motions.LONGS,
        (sources, batch, about) ->
            kernels.motions(InsideKernels.Inside.of(sources, map, types), batch, about, motions),
        (batch, about) -> {
          MomentFrames of = motions.frames(batch, about);
          return motions.of(sums.moments(points, batch, of, types), of, about.flow());
        });
  }

  /** Returns the factors at the time of the group of a sphere. */
  private CosmologyFactors of(SphereGroups groups, int sphere) {
    return background.apply(groups.epochs.at(sphere / groups.each()));
  }

  private static double real(long[] rows, int at) {
    return Double.longBitsToDouble(rows[at]);
  }

  /** Sets values of spheres without mass to 0, and returns all values. */
  private static double[] withMass(double[] mass, double[] values) {
    Parallel.forEach(mass.length, Parallel.GRAIN, i -> values[i] = mass[i] > 0 ? values[i] : 0);
    return values;
  }

  /** Returns the circular velocity at the radius of a sphere. */
  private double circular(SphereGroups groups, int i) {
    CosmologyFactors then = of(groups, i);
    return Math.sqrt(
        then.gravity()
            * groups.masses.mass()[i]
            / (then.scaleFactor() * groups.masses.radius()[i]));
  }

  private void putMotions(long[] rows, SphereGroups groups, Map<SphereProperty, double[]> found) {
    double[] mass = groups.masses.mass();
    double[] dispersion = new double[mass.length];
    double[] spin = new double[3 * mass.length];
    double[] parameter = new double[mass.length];
    Parallel.forEach(
        mass.length,
        GRAIN,
        i -> {
          if (!(mass[i] > 0)) {
            return;
          }
          int at = Motions.LONGS * i;
          dispersion[i] = real(rows, at);
          double square = 0;
          for (int d = 0; d < 3; d++) {
            double component = real(rows, at + Motions.SPIN + d);
            spin[3 * i + d] = component;
            square += component * component;
          }
          parameter[i] =
              Math.sqrt(square) / (Math.sqrt(2) * circular(groups, i) * groups.masses.radius()[i]);
        });
    found.put(SphereProperty.DISPERSION, dispersion);
    found.put(SphereProperty.SPIN, spin);
    found.put(SphereProperty.SPIN_PARAMETER, parameter);
  }
}
