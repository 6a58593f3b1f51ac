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
 * Measures properties of the particles inside spheres around groups. The input is the points of all
 * ranks and the spheres of this rank; the result is one row per sphere. The ranks exchange spheres
 * and sums.
 */
public final class InsideMeasurement {
  /** Minimum number of spheres per thread. */
  private static final int GRAIN = 1 << 4;

  private static final double MARGIN = 1.001;

  /** Minimum number of particles of a shape that is not noise. */
  private static final int MIN_SHAPE_PARTICLES = 50;

  private static final int MAX_ITERATIONS = 20;

  /** Change of axis ratios below which iterations end. */
  private static final double CONVERGED = 1e-3;

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
      shapes(points, groups, found);
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
      Map<SphereProperty, double[]> found, int i, int group, Moments moments, SphereGroups groups) {
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

  /** Iterates all shapes in common steps, each until it is stable. */
  private void shapes(SphereSums points, SphereGroups groups, Map<SphereProperty, double[]> found) {
    Spheres all = SphereMeasurement.spheresAround(groups.centre, groups.masses.square());
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
        IntStream.range(0, all.count())
            .filter(i -> groups.number[i] >= MIN_SHAPE_PARTICLES)
            .toArray();
    for (int step = 0; step < MAX_ITERATIONS; step++) {
      long[] left = {active.length};
      comm.sum(left);
      if (left[0] == 0) {
        return;
      }
      int[] running = active;
      long[] sums = shapeSums(points, all, ellipsoids, running);
      active =
          Parallel.indices(running.length, GRAIN)
              .filter(k -> !stable(found, ellipsoids, running[k], sums, Ellipsoids.LONGS * k))
              .map(k -> running[k])
              .toArray();
    }
  }

  private long[] shapeSums(SphereSums points, Spheres all, Ellipsoids ellipsoids, int[] which) {
    int[] centre = new int[3 * which.length];
    long[] square = new long[which.length];
    Ellipsoids subset = Ellipsoids.allocate(which.length);
    Parallel.forEach(
        which.length,
        GRAIN,
        k -> {
          System.arraycopy(all.centre(), 3 * which[k], centre, 3 * k, 3);
          square[k] = all.square()[which[k]];
          System.arraycopy(
              ellipsoids.doubles(),
              Ellipsoids.DOUBLES * which[k],
              subset.doubles(),
              Ellipsoids.DOUBLES * k,
              Ellipsoids.DOUBLES);
        });
    return points.sums(
        new Spheres(centre, square),
        subset,
        Ellipsoids.LONGS,
        (source, spheres, about) -> kernels.shapes(inside(source), spheres, about));
  }

  /** Sets the axes from new sums, and returns whether the axis ratios have converged. */
  private static boolean stable(
      Map<SphereProperty, double[]> found, Ellipsoids ellipsoids, int i, long[] sums, int at) {
    double[] ratios = found.get(SphereProperty.AXIS_RATIOS);
    double[] vectors = found.get(SphereProperty.AXES);
    if (sums[at + Ellipsoids.LONGS - 1] < MIN_SHAPE_PARTICLES) {
      Arrays.fill(ratios, 2 * i, 2 * i + 2, Double.NaN);
      Arrays.fill(vectors, 9 * i, 9 * i + 9, Double.NaN);
      return true;
    }
    double[] tensor = new double[6];
    Arrays.setAll(tensor, c -> (double) sums[at + c] / sums[at + 6]);
    SymmetricTensor axes = new SymmetricTensor().diagonalise(tensor);
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
