package org.jzfof.spheres;

import java.util.ArrayList;
import java.util.Arrays;
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
 * Measures spheres: needs points of all ranks in Morton order and the centres of this rank, leaves
 * the masses, radii and numbers of particles of the spheres around them.
 */
public final class SphereMeasurement {
  private final Device device;
  private final Communicator comm;
  private final FixedPoint map;
  private final SphereProblem problem;
  private final int types;

  /**
   * What holds the points.
   *
   * @param shape sizes of tree nodes
   */
  public record Device(
      SphereKernels spheres, TreeKernels tree, TreeShape shape, DeviceMemory memory) {}

  /**
   * Points of this rank.
   *
   * @param points in Morton order
   * @param particles masses and types, by the rows of the points
   */
  public record Run(SortedPoints points, Particles particles) {}

  /**
   * Groups of this rank around which spheres are measured.
   *
   * @param centre fixed-point coordinates [3G]
   * @param mass of each [G]; only Gadget's rule asks for it
   * @param length members of each [G]; as for the masses
   */
  public record Groups(int[] centre, double[] mass, long[] length) {
    private static final double SINGLE = 1e-6;

    /** The masses; not as rounded by single precision, where they are multiples of the unit. */
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
   * What was found; sphere s of group g is number g·spheres + s.
   *
   * @param masses and radii
   * @param number of particles inside; 0 where there is no sphere
   * @param massOfType inside, of the i-th type asked for at (g·spheres + s)·types + i
   */
  public record Measured(SphereMasses masses, long[] number, double[] massOfType) {}

  /**
   * What is within radii.
   *
   * @param mass in units of the snapshot
   * @param number of particles
   */
  public record Within(double[] mass, long[] number) {}

  /** Every rank makes one; particles of all types count. */
  public SphereMeasurement(
      Device device, Communicator comm, FixedPoint map, SphereProblem problem) {
    this(device, comm, map, problem, Weight.ALL_TYPES);
  }

  /**
   * Every rank makes one.
   *
   * @param types that count, as bits of a {@link Weight}
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
   * Every rank calls it.
   *
   * @param runs of points; none may be empty
   */
  public Measured measure(List<Run> runs, Groups groups) {
    return measure(runs, groups, new int[0], (sums, found) -> found);
  }

  /**
   * As {@link #measure(List, Groups)}, and goes on with the same points.
   *
   * @param each types whose masses inside are wanted each
   * @param more takes the points and what was found
   */
  public <T> T measure(
      List<Run> runs, Groups groups, int[] each, BiFunction<SphereSums, Measured, T> more) {
    SphereScale scale = scale(runs);
    return with(runs, sums -> more.apply(sums, measure(scale, sums, groups, each)));
  }

  /**
   * What is within some radii of the centres; every rank calls it.
   *
   * @param centre fixed-point coordinates [3G]
   * @param radius in length units [G·E]; nothing is within one of 0
   * @param type of the particles that count
   * @return masses in units of the snapshot, and numbers of particles [G·E]
   */
  public Within within(List<Run> runs, int[] centre, double[] radius, int type) {
    SphereScale scale = scale(runs);
    Spheres spheres = around(centre, Arrays.stream(radius).mapToLong(scale::square).toArray());
    return with(
        runs,
        sums -> {
          double[] mass = new double[radius.length];
          long[] units = within(sums, spheres, new Weight(Weight.bits(type), scale.perMass()));
          long[] number = within(sums, spheres, Weight.number(Weight.bits(type)));
          for (int i = 0; i < mass.length; i++) {
            mass[i] = radius[i] > 0 ? scale.mass(units[i]) : 0;
            number[i] = radius[i] > 0 ? number[i] : 0;
          }
          return new Within(mass, number);
        });
  }

  /**
   * Masses within some radii of the centres; every rank calls it.
   *
   * @param runs of points; none may be empty
   * @param centre fixed-point coordinates [3G]
   * @param radius in length units [E]
   * @param types number of particle types
   * @param counted those of them that count, of all ranks
   * @return in units of the snapshot, of each centre and radius: of all counted types together, and
   *     then of each type, 0 for others [G·E·(1+types)]
   */
  public double[] massesWithin(
      List<Run> runs, int[] centre, double[] radius, int types, int... counted) {
    SphereScale scale = scale(runs);
    long[] square = new long[centre.length / 3 * radius.length];
    Arrays.setAll(square, i -> scale.square(radius[i % radius.length]));
    Spheres spheres = around(centre, square);
    int width = 1 + types;
    return with(
        runs,
        sums -> {
          double[] masses = new double[width * square.length];
          long[] all = new long[square.length];
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
   * Does something with sums over points; every rank calls it.
   *
   * @param runs of points; none may be empty
   */
  public <T> T with(List<Run> runs, Function<SphereSums, T> task) {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereSums.Source> sources = new ArrayList<>();
      for (Run run : runs) {
        SphereSource source = SphereSource.of(run.points(), device.tree, device.shape);
        open.add(source);
        sources.add(new SphereSums.Source(source, run.particles()));
      }
      LinkCriterion metric = LinkCriterion.of(map, 1);
      SphereSums sums = new SphereSums(comm, device.spheres, device.memory, metric, sources);
      return task.apply(sums);
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private Measured measure(SphereScale scale, SphereSums sums, Groups groups, int[] each) {
    SphereMasses found;
    try (SphereSums.Weights masses = sums.weights(new Weight(types, scale.perMass()))) {
      found =
          new SphereFinder(comm, scale, masses, problem)
              .find(groups.centre, masses.total(), groups.masses(scale), groups.length);
    }
    Spheres spheres = around(groups.centre, found.square());
    long[] number = new long[found.mass().length];
    if (scale.oneMass() && !problem.crossing().interpolates()) {
      Parallel.forEach(
          number.length,
          Parallel.GRAIN,
          i -> number[i] = Math.round(found.mass()[i] / scale.massUnit()));
    } else {
      long[] all = within(sums, spheres, Weight.number(types));
      Arrays.setAll(number, i -> found.mass()[i] > 0 ? all[i] : 0);
    }
    double[] massOfType = new double[each.length * number.length];
    for (int t = 0; t < each.length; t++) {
      long[] units = within(sums, spheres, new Weight(Weight.bits(each[t]), scale.perMass()));
      for (int i = 0; i < number.length; i++) {
        massOfType[i * each.length + t] = found.mass()[i] > 0 ? scale.mass(units[i]) : 0;
      }
    }
    return new Measured(found, number, massOfType);
  }

  /** All spheres of all centres, as many of each. */
  public static Spheres around(int[] centre, long[] square) {
    int[] each = new int[3 * square.length];
    int spheres = square.length / Math.max(1, centre.length / 3);
    for (int i = 0; i < square.length; i++) {
      System.arraycopy(centre, 3 * (i / spheres), each, 3 * i, 3);
    }
    return new Spheres(each, square);
  }

  /** The same on all ranks, also on those without points. */
  private SphereScale scale(List<Run> runs) {
    return scale(comm, map, runs);
  }

  /** The same on all ranks, also on those without points; every rank calls it. */
  public static SphereScale scale(Communicator comm, FixedPoint map, List<Run> runs) {
    long[] count = {0};
    double[] masses = {0, Double.NEGATIVE_INFINITY, 0}; // largest, - smallest, whether they differ
    for (Run run : runs) {
      Particles particles = run.particles();
      double same = particles.types() == null ? particles.massOfType()[particles.onlyType()] : 0;
      count[0] += run.points().count();
      masses[0] = Math.max(masses[0], particles.magnitudes().largestMass());
      masses[1] = Math.max(masses[1], -same);
      masses[2] = Math.max(masses[2], same > 0 ? 0 : 1);
      masses[0] = Math.max(masses[0], same);
    }
    comm.sum(count);
    comm.max(masses);
    double same = masses[2] == 0 && masses[0] == -masses[1] ? masses[0] : 0;
    return SphereScale.of(map, same, new Magnitudes(masses[0], 0, 0, 0), Math.max(1, count[0]));
  }
}
