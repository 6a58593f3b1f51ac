package org.jzfof.spheres.properties;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
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
 * Measures properties of what is inside spheres around groups: needs the points of all ranks and
 * the spheres that were found, leaves a row for each sphere. Spheres travel, and sums come back.
 */
public final class InsideMeasurement {
  /** Spheres that are worth a thread. */
  private static final int GRAIN = 1 << 4;

  private static final double MARGIN = 1.001;

  /** Particles below which a shape is noise. */
  private static final int LEAST_OF_SHAPE = 50;

  private static final int MOST_ITERATIONS = 20;

  /** Change of axis ratios at which iterations end. */
  private static final double CONVERGED = 1e-3;

  private final InsideKernels kernels;
  private final Communicator comm;
  private final FixedPoint map;
  private final CosmologyFactors background;
  private final SphereOptions options;

  /**
   * Every rank makes one.
   *
   * @param options of the spheres: properties, and types that count
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
   * @param masses of the spheres; sphere s of group g is number g·spheres + s
   * @param number of particles inside each
   * @param ofGroups what else is known of the groups; without their largest circular velocities
   *     there is no concentration by these
   */
  public record Around(
      int[] centre,
      double[] velocity,
      SphereMasses masses,
      long[] number,
      Map<GroupProperty, double[]> ofGroups) {}

  /** Every rank calls it. */
  public Map<SphereProperty, double[]> measure(SphereSums points, Around groups) {
    Map<SphereProperty, double[]> found = new EnumMap<>(SphereProperty.class);
    if (options.properties().contains(Property.INSIDE)
        || options.properties().contains(Property.CONCENTRATION)) {
      moments(points, groups, found);
    }
    if (options.properties().contains(Property.SHAPE)) {
      shapes(points, groups, found);
    }
    return found;
  }

  private void moments(SphereSums points, Around groups, Map<SphereProperty, double[]> found) {
    Spheres spheres = SphereMeasurement.around(groups.centre, groups.masses.square());
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
    long[] sums =
        new InsideSums(kernels, map).moments(points, spheres, frames, Weight.bits(options.types()));
    if (options.properties().contains(Property.INSIDE)) {
      allocate(found, spheres.count(), SphereProperty.DISPERSION, SphereProperty.SPIN);
      allocate(found, spheres.count(), SphereProperty.SPIN_PARAMETER);
    }
    if (options.properties().contains(Property.CONCENTRATION)) {
      allocate(found, spheres.count(), SphereProperty.CONCENTRATION);
      if (groups.ofGroups.containsKey(GroupProperty.VMAX)) {
        allocate(found, spheres.count(), SphereProperty.CONCENTRATION_VMAX);
      }
    }
    Parallel.indices(spheres.count(), GRAIN)
        .filter(i -> groups.masses.mass()[i] > 0)
        .forEach(
            i -> put(found, i, i / each, Moments.of(sums, Moments.LONGS * i, frames, i), groups));
  }

  private static void allocate(
      Map<SphereProperty, double[]> found, int spheres, SphereProperty... properties) {
    for (SphereProperty property : properties) {
      found.put(property, new double[property.width() * spheres]);
    }
  }

  private void put(
      Map<SphereProperty, double[]> found, int i, int group, Moments moments, Around groups) {
    double mass = groups.masses.mass()[i];
    double radius = groups.masses.radius()[i];
    double a = background.scaleFactor();
    double circular = Math.sqrt(background.gravity() * mass / (a * radius));
    if (options.properties().contains(Property.INSIDE)) {
      double toPeculiar = background.toPeculiar();
      found.get(SphereProperty.DISPERSION)[i] =
          toPeculiar * moments.dispersion(background.flow() / toPeculiar);
      double square = 0;
      for (int d = 0; d < 3; d++) {
        double spin = toPeculiar * moments.spin(d);
        found.get(SphereProperty.SPIN)[3 * i + d] = spin;
        square += spin * spin;
      }
      found.get(SphereProperty.SPIN_PARAMETER)[i] =
          Math.sqrt(square) / (Math.sqrt(2) * circular * radius);
    }
    if (options.properties().contains(Property.CONCENTRATION)) {
      found.get(SphereProperty.CONCENTRATION)[i] =
          NfwProfile.byMeanRadius(moments.distance() / radius);
      double[] vmax = groups.ofGroups.get(GroupProperty.VMAX);
      if (vmax != null) {
        found.get(SphereProperty.CONCENTRATION_VMAX)[i] = NfwProfile.byVmax(vmax[group] / circular);
      }
    }
  }

  /** Iterates all shapes side by side, each until it is stable. */
  private void shapes(SphereSums points, Around groups, Map<SphereProperty, double[]> found) {
    Spheres all = SphereMeasurement.around(groups.centre, groups.masses.square());
    allocate(found, all.count(), SphereProperty.AXIS_RATIOS, SphereProperty.AXES);
    Arrays.fill(found.get(SphereProperty.AXIS_RATIOS), Double.NaN);
    Arrays.fill(found.get(SphereProperty.AXES), Double.NaN);
    Ellipsoids ellipsoids = Ellipsoids.allocate(all.count());
    for (int i = 0; i < all.count(); i++) {
      MomentFrames unit = MomentFrames.allocate(1);
      unit.setUnits(0, MARGIN * groups.masses.mass()[i], 1, 1);
      ellipsoids.setSphere(i, groups.masses.radius()[i], unit.unit(0, 0));
    }
    int[] active =
        IntStream.range(0, all.count()).filter(i -> groups.number[i] >= LEAST_OF_SHAPE).toArray();
    for (int step = 0; step < MOST_ITERATIONS; step++) {
      long[] left = {active.length};
      comm.sum(left);
      if (left[0] == 0) {
        return;
      }
      int[] some = active;
      long[] sums = shapeSums(points, all, ellipsoids, some);
      active =
          Parallel.indices(some.length, GRAIN)
              .filter(k -> !stable(found, ellipsoids, some[k], sums, Ellipsoids.LONGS * k))
              .map(k -> some[k])
              .toArray();
    }
  }

  private long[] shapeSums(SphereSums points, Spheres all, Ellipsoids ellipsoids, int[] which) {
    int[] centre = new int[3 * which.length];
    long[] square = new long[which.length];
    Ellipsoids some = Ellipsoids.allocate(which.length);
    Parallel.forEach(
        which.length,
        GRAIN,
        k -> {
          System.arraycopy(all.centre(), 3 * which[k], centre, 3 * k, 3);
          square[k] = all.square()[which[k]];
          System.arraycopy(
              ellipsoids.doubles(),
              Ellipsoids.DOUBLES * which[k],
              some.doubles(),
              Ellipsoids.DOUBLES * k,
              Ellipsoids.DOUBLES);
        });
    return points.sums(
        new Spheres(centre, square),
        some,
        Ellipsoids.LONGS,
        (source, spheres, about) -> kernels.shapes(inside(source), spheres, about));
  }

  /** Takes the axes of new sums; returns whether nothing changes any more. */
  private static boolean stable(
      Map<SphereProperty, double[]> found, Ellipsoids ellipsoids, int i, long[] sums, int at) {
    double[] ratios = found.get(SphereProperty.AXIS_RATIOS);
    double[] vectors = found.get(SphereProperty.AXES);
    if (sums[at + Ellipsoids.LONGS - 1] < LEAST_OF_SHAPE) {
      Arrays.fill(ratios, 2 * i, 2 * i + 2, Double.NaN);
      Arrays.fill(vectors, 9 * i, 9 * i + 9, Double.NaN);
      return true;
    }
    double[] tensor = new double[6];
    Arrays.setAll(tensor, c -> (double) sums[at + c] / sums[at + 6]);
    SymmetricTensor.Axes axes = SymmetricTensor.axes(tensor);
    double before = ellipsoids.ratio(i, 0);
    double beforeLast = ellipsoids.ratio(i, 1);
    ellipsoids.setAxes(i, axes);
    ratios[2 * i] = axes.ratio(1);
    ratios[2 * i + 1] = axes.ratio(2);
    System.arraycopy(axes.vectors(), 0, vectors, 9 * i, 9);
    return Math.abs(ratios[2 * i] - before) < CONVERGED
        && Math.abs(ratios[2 * i + 1] - beforeLast) < CONVERGED;
  }

  private InsideKernels.Inside inside(SphereSums.Source source) {
    return new InsideKernels.Inside(
        source.points(), source.particles(), map, Weight.bits(options.types()));
  }
}
