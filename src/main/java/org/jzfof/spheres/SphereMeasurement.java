package org.jzfof.spheres;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeShape;

/**
 * Measures spheres. The input is the points of all ranks in Morton order and the centres of this
 * rank; the result is the masses, radii and particle numbers of the spheres around these.
 */
public final class SphereMeasurement {
  private final Device device;
  private final Communicator comm;
  private final FixedPoint map;
  private final SphereProblem problem;
  private final int types;

  /** Kernels and memory of the device that holds the points. */
  public record Device(
      SphereKernels spheres, TreeKernels tree, TreeShape shape, DeviceMemory memory) {}

  /** A set of points of this rank. */
  public record ParticleSet(SortedPoints points, Particles particles) {}

  /**
   * Groups of this rank around which spheres are measured.
   *
   * @param centre fixed-point coordinates [3G]
   * @param mass mass of each group [G]; used by Gadget's rule only
   * @param length number of members of each group [G]; used by Gadget's rule only
   */
  public record Groups(int[] centre, double[] mass, long[] length) {
    private static final double SINGLE = 1e-6;

    /**
     * Returns the masses. Masses that are multiples of the unit but for rounding to single
     * precision are made exact.
     */
    private double[] masses(SphereScale scale) {
      double[] masses = mass.clone();
      for (int g = 0; g < masses.length; g++) {
        double exact = length[g] * scale.massUnit();
        masses[g] = Math.abs(exact - masses[g]) <= SINGLE * masses[g] ? exact : masses[g];
      }
      return masses;
    }
  }

  /**
   * Measured spheres; sphere s of group g has index g·spheres + s.
   *
   * @param number number of particles inside; 0 without a sphere
   * @param massOfType mass inside of the i-th requested type at (g·spheres + s)·types + i
   */
  public record Measured(SphereMasses masses, long[] number, double[] massOfType) {}

  /**
   * Sums within given radii.
   *
   * @param mass mass in units of the snapshot
   */
  public record RadiusSums(double[] mass, long[] number) {}

  /** Every rank creates one; particles of all types count. */
  public SphereMeasurement(
      Device device, Communicator comm, FixedPoint map, SphereProblem problem) {
    this(device, comm, map, problem, Weight.ALL_TYPES);
  }

  /**
   * Every rank creates one.
   *
   * @param types types that count, as bits of a {@link Weight}
   */
  public SphereMeasurement(
      Device device, Communicator comm, FixedPoint map, SphereProblem problem, int types) {
    this.device = device;
    this.comm = comm;
    this.map = map;
    this.problem = problem;
    this.types = types;
  }

  /**
   * Measures the spheres and runs another step with the same points. Every rank calls this method.
   *
   * @param sets sets of points; none may be empty
   * @param listedTypes types whose masses inside are measured separately
   * @param next receives the sums over the points and the measured spheres
   */
  public <T> T measure(
      List<ParticleSet> sets,
      Groups groups,
      int[] listedTypes,
      BiFunction<SphereSums, Measured, T> next) {
    SphereScale scale = scale(sets);
    return withSums(sets, sums -> next.apply(sums, measure(scale, sums, groups, listedTypes)));
  }

  /**
   * Measures masses and particle numbers within given radii of the centres. Every rank calls this
   * method.
   *
   * @param centre fixed-point coordinates [3G]
   * @param radius radii in length units [G·E]; a radius of 0 encloses nothing
   * @return masses in units of the snapshot, and particle numbers [G·E]
   */
  public RadiusSums within(List<ParticleSet> sets, int[] centre, double[] radius, int type) {
    SphereScale scale = scale(sets);
    Spheres spheres = spheresAround(centre, scale.squares(radius));
    return withSums(
        sets,
        sums -> {
          double[] mass = new double[radius.length];
          long[] units = within(sums, spheres, new Weight(Weight.bits(type), scale.perMass()));
          long[] number =
              scale.oneMass()
                  ? units // each particle is one unit
                  : within(sums, spheres, Weight.number(Weight.bits(type)));
          Parallel.forEach(
              mass.length,
              Parallel.GRAIN,
              i -> {
                mass[i] = radius[i] > 0 ? scale.mass(units[i]) : 0;
                number[i] = radius[i] > 0 ? number[i] : 0;
              });
          return new RadiusSums(mass, number);
        });
  }

  /**
   * Measures masses within given radii of the centres. Every rank calls this method.
   *
   * @param sets sets of points; none may be empty
   * @param centre fixed-point coordinates [3G]
   * @param radius E radii of each centre in length units [G·E]
   * @param counted types that count, the same on all ranks
   * @return masses in units of the snapshot [G·E·(1+types)]: for each centre and radius the mass of
   *     all counted types together, and then of each type (0 for types that do not count)
   */
  public double[] massesWithin(
      List<ParticleSet> sets, int[] centre, double[] radius, int types, int... counted) {
    SphereScale scale = scale(sets);
    Spheres spheres = spheresAround(centre, scale.squares(radius));
    int width = 1 + types;
    return withSums(
        sets,
        sums -> {
          double[] masses = new double[width * radius.length];
          long[] all = new long[radius.length];
          for (int type : counted) {
            int at = 1 + type;
            long[] units = within(sums, spheres, new Weight(Weight.bits(type), scale.perMass()));
            Parallel.forEach(
                units.length,
                Parallel.GRAIN,
                i -> {
                  masses[i * width + at] = scale.mass(units[i]);
                  all[i] += units[i];
                });
          }
          Parallel.forEach(all.length, Parallel.GRAIN, i -> masses[i * width] = scale.mass(all[i]));
          return masses;
        });
  }

  private static long[] within(SphereSums sums, Spheres spheres, Weight weight) {
    try (SphereSums.Weights weights = sums.weights(weight)) {
      return weights.within(spheres);
    }
  }

  /**
   * Runs a task with sums over points. Every rank calls this method.
   *
   * @param sets sets of points; none may be empty
   */
  public <T> T withSums(List<ParticleSet> sets, Function<SphereSums, T> task) {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereSums.Source> sources = new ArrayList<>();
      for (ParticleSet set : sets) {
        SphereSource source = SphereSource.of(set.points(), device.tree, device.shape);
        open.add(source);
        sources.add(new SphereSums.Source(source, set.particles()));
      }
      LinkCriterion metric = LinkCriterion.of(map, 1);
      SphereSums sums = new SphereSums(comm, device.spheres, device.memory, metric, sources);
      return task.apply(sums);
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private Measured measure(SphereScale scale, SphereSums sums, Groups groups, int[] listedTypes) {
    SphereMasses found;
    try (SphereSums.Weights masses = sums.weights(new Weight(types, scale.perMass()))) {
      found =
          new SphereFinder(comm, scale, masses, problem)
              .find(groups.centre, masses.total(), groups.masses(scale), groups.length);
    }
    Spheres spheres = spheresAround(groups.centre, found.square());
    long[] number = new long[found.mass().length];
    if (scale.oneMass() && !problem.crossing().interpolates()) {
      Parallel.forEach(
          number.length,
          Parallel.GRAIN,
          i -> number[i] = Math.round(found.mass()[i] / scale.massUnit()));
    } else {
      long[] all = within(sums, spheres, Weight.number(types));
      Parallel.forEach(
          number.length, Parallel.GRAIN, i -> number[i] = found.mass()[i] > 0 ? all[i] : 0);
    }
    double[] massOfType = new double[listedTypes.length * number.length];
    for (int t = 0; t < listedTypes.length; t++) {
      int column = t;
      long[] units =
          within(sums, spheres, new Weight(Weight.bits(listedTypes[t]), scale.perMass()));
      Parallel.forEach(
          number.length,
          Parallel.GRAIN,
          i ->
              massOfType[i * listedTypes.length + column] =
                  found.mass()[i] > 0 ? scale.mass(units[i]) : 0);
    }
    return new Measured(found, number, massOfType);
  }

  /** Returns all spheres of all centres; each centre has the same number of spheres. */
  public static Spheres spheresAround(int[] centre, long[] square) {
    int[] centres = new int[3 * square.length];
    int groups = centre.length / 3;
    int spheres = square.length / Math.max(1, groups);
    Parallel.forRange(
        groups,
        Parallel.GRAIN,
        (from, to) -> {
          for (int s = from * spheres; s < to * spheres; s++) {
            System.arraycopy(centre, 3 * (s / spheres), centres, 3 * s, 3);
          }
        });
    return new Spheres(centres, square);
  }

  private SphereScale scale(List<ParticleSet> sets) {
    return scale(comm, map, sets);
  }

  /**
   * Returns the units of the sums. Every rank calls this method and gets the same units, also
   * without points.
   */
  public static SphereScale scale(Communicator comm, FixedPoint map, List<ParticleSet> sets) {
    long[] count = {0};
    // maximum, -minimum, whether masses differ, number of particles of a light cone
    double[] masses = {0, Double.NEGATIVE_INFINITY, 0, 0};
    for (ParticleSet set : sets) {
      Particles particles = set.particles();
      double same = particles.types() == null ? particles.massOfType()[particles.onlyType()] : 0;
      count[0] += set.points().count();
      masses[0] = Math.max(masses[0], particles.magnitudes().largestMass());
      masses[1] = Math.max(masses[1], -same);
      masses[2] = Math.max(masses[2], same > 0 && particles.magnitudes().oneMass() ? 0 : 1);
      masses[0] = Math.max(masses[0], same);
      masses[3] = Math.max(masses[3], particles.magnitudes().ofParticles());
    }
    comm.sum(count);
    comm.max(masses);
    count[0] = Math.max(count[0], (long) masses[3]); // the units of all slices of a light cone
    double same = masses[2] == 0 && masses[0] == -masses[1] ? masses[0] : 0;
    return SphereScale.of(map, same, new Magnitudes(masses[0], 0, 0, 0), Math.max(1, count[0]));
  }
}
