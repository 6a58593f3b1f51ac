package org.jzfof.spheres;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Crossing;
import org.jzfof.threads.Parallel;

/**
 * Finds the spheres around centres whose mean density is a given one: needs the centres of this
 * rank's groups and the masses of the points of all ranks, leaves masses and radii. Spheres of all
 * ranks take their steps together, but for those that one rank can find alone; the ranks exchange
 * nothing but spheres and sums.
 */
public final class SphereFinder {
  /** Radii that are worth a thread. */
  private static final int GRAIN = 1 << 8;

  private final SphereScale scale;
  private final SphereSums.Weights masses;
  private final SphereProblem problem;
  private final SphereSteps steps;

  /**
   * Every rank makes one.
   *
   * @param masses of all points, in units of {@code scale}
   */
  public SphereFinder(
      Communicator comm, SphereScale scale, SphereSums.Weights masses, SphereProblem problem) {
    this.steps = new SphereSteps(comm, masses);
    this.scale = scale;
    this.masses = masses;
    this.problem = problem;
  }

  /**
   * Every rank calls it.
   *
   * @param centre fixed-point coordinates [3n] of the centres of this rank
   * @param total mass of the points of all ranks
   * @param groupMass mass of each group [n]; only Gadget's rule asks for it
   * @param length members of each group [n]; as for the masses
   */
  public SphereMasses find(int[] centre, long total, double[] groupMass, long[] length) {
    Found found =
        switch (problem.crossing()) {
          case LAST -> last(centre, total);
          case FIRST -> first(centre, total);
          case GADGET -> {
            double critical = problem.critical();
            yield together(
                centre,
                (g, density) ->
                    new BisectionRule(scale, density, critical, groupMass[g], length[g]));
          }
          case SOAP -> {
            long[] start = nearest(centre, inCentre(centre));
            yield together(centre, (g, density) -> new SoapRule(scale, density, start[g], total));
          }
        };
    return new SphereMasses(
        found.mass,
        found.radius,
        found.square,
        problem.flags() ? several(found, centre, total) : null);
  }

  /** Where the first and the last crossing differ. */
  private boolean[] several(Found found, int[] centre, long total) {
    Found first = problem.crossing() == Crossing.FIRST ? found : first(centre, total);
    Found last = problem.crossing() == Crossing.LAST ? found : last(centre, total);
    boolean[] several = new boolean[first.inside.length];
    for (int i = 0; i < several.length; i++) {
      several[i] = first.inside[i] != last.inside[i];
    }
    return several;
  }

  /** What is found; sphere s of centre g is number g·spheres + s. */
  private final class Found {
    private final long[] inside;
    private final double[] mass;
    private final double[] radius;
    private final long[] square;

    private Found(int centres) {
      inside = new long[centres * problem.spheres()];
      mass = new double[inside.length];
      radius = new double[inside.length];
      square = new long[inside.length];
    }

    private void set(int at, long units, double length) {
      inside[at] = units;
      mass[at] = scale.mass(units);
      radius[at] = length;
      square[at] = scale.square(length);
    }

    private void set(int at, SphereRule rule) {
      set(at, rule.mass(), rule.radius());
      mass[at] = scale.mass(rule.units());
    }

    /** Takes the spheres of some centres. */
    private void put(int[] which, Found some) {
      int spheres = problem.spheres();
      for (int i = 0; i < which.length; i++) {
        int at = which[i] * spheres;
        System.arraycopy(some.inside, i * spheres, inside, at, spheres);
        System.arraycopy(some.mass, i * spheres, mass, at, spheres);
        System.arraycopy(some.radius, i * spheres, radius, at, spheres);
        System.arraycopy(some.square, i * spheres, square, at, spheres);
      }
    }
  }

  /** Spheres inside one rank are left to it, the others take their steps together. */
  private Found last(int[] centre, long total) {
    int n = centre.length / 3;
    Found found = new Found(n);
    int spheres = problem.spheres();
    double[] density = problem.density();
    Spheres outermost = outermost(centre, total);
    int[] lone = masses.lone(outermost);
    long[] units = masses.lastMasses(outermost, lone, new SphereKernels.Limits(scale, density));
    Parallel.forEach(
        units.length,
        GRAIN,
        i -> found.set(i, units[i], scale.radius(units[i], density[i % spheres])));
    int[] wide = IntStream.range(0, n).filter(c -> lone[c] == SphereSums.SEVERAL).toArray();
    int[] centres = IntStream.of(wide).flatMap(c -> dimensions(centre, c)).toArray();
    long[] square = IntStream.of(wide).mapToLong(c -> outermost.square()[c]).toArray();
    long[] inCentre = inCentre(centres);
    long[] start = masses.within(new Spheres(centres, square));
    Found some = new Found(wide.length);
    for (int s = 0; s < spheres; s++) {
      double limit = density[s];
      SphereRule[] rules =
          step(s, centres, some, g -> new CrossingRule(scale, limit, inCentre[g], start[g]));
      for (int g = 0; g < wide.length; g++) {
        start[g] = Math.max(rules[g].mass(), inCentre[g]); // a denser sphere holds no more
      }
    }
    found.put(wide, some);
    return found;
  }

  /**
   * From the densest on, as a sphere that is less dense holds no less, as long as the density is
   * above the limit from the centre on. Then those where it is not.
   */
  private Found first(int[] centre, long total) {
    Found found = new Found(centre.length / 3);
    long[] inCentre = inCentre(centre);
    long[] innermost = nearest(centre, inCentre);
    long[] start = innermost.clone();
    int spheres = problem.spheres();
    for (int s = spheres - 1; s >= 0; s--) {
      double density = problem.density()[s];
      SphereRule[] rules =
          step(s, centre, found, g -> new CrossingRule(scale, density, inCentre[g], start[g]));
      Arrays.setAll(start, g -> Math.max(start[g], rules[g].mass()));
    }
    int[] holes =
        IntStream.range(0, found.inside.length).filter(i -> found.inside[i] == 0).toArray();
    SphereRule[] rules = new SphereRule[holes.length];
    Arrays.setAll(
        rules,
        i -> {
          int g = holes[i] / spheres;
          double density = problem.density()[holes[i] % spheres];
          return new HoleRule(scale, density, inCentre[g], innermost[g], total);
        });
    steps.run(IntStream.of(holes).flatMap(i -> dimensions(centre, i / spheres)).toArray(), rules);
    for (int i = 0; i < holes.length; i++) {
      found.set(holes[i], rules[i]);
    }
    return found;
  }

  private long[] inCentre(int[] centre) {
    return masses.within(new Spheres(centre, new long[centre.length / 3]));
  }

  /**
   * Spheres that those wanted do not exceed: r(M) of bounds M by ever smaller nodes of the trees,
   * until a sphere is inside one rank.
   */
  private Spheres outermost(int[] centre, long total) {
    double density = problem.density()[0];
    long[] square = new long[centre.length / 3];
    Arrays.fill(square, scale.square(scale.radius(total, density)));
    Spheres spheres = new Spheres(centre, square);
    for (int opened = 0; opened < masses.levels(); opened++) {
      int[] lone = masses.lone(spheres);
      int[] wide =
          IntStream.range(0, lone.length).filter(c -> lone[c] == SphereSums.SEVERAL).toArray();
      if (!steps.anywhere(wide.length)) {
        break;
      }
      int[] centres = IntStream.of(wide).flatMap(c -> dimensions(centre, c)).toArray();
      long[] some = IntStream.of(wide).mapToLong(c -> square[c]).toArray();
      long[] most = masses.atMost(new Spheres(centres, some), opened);
      for (int i = 0; i < wide.length; i++) {
        long smaller = scale.square(scale.radius(most[i], density));
        square[wide[i]] = Long.compareUnsigned(smaller, some[i]) < 0 ? smaller : some[i];
      }
    }
    return spheres;
  }

  /** The masses in the centres or, where there are none, in the points nearest to them. */
  private long[] nearest(int[] centre, long[] inCentre) {
    long[] start = inCentre.clone();
    int[] empty = IntStream.range(0, start.length).filter(g -> inCentre[g] == 0).toArray();
    int[] centres = IntStream.of(empty).flatMap(g -> dimensions(centre, g)).toArray();
    SphereRule[] rules = new SphereRule[empty.length];
    Arrays.setAll(rules, i -> new NearestRule());
    steps.run(centres, rules);
    for (int i = 0; i < empty.length; i++) {
      start[empty[i]] = rules[i].mass();
    }
    return start;
  }

  /** Finds sphere s of all centres step by step. */
  private SphereRule[] step(int s, int[] centre, Found found, IntFunction<SphereRule> rule) {
    SphereRule[] rules = new SphereRule[centre.length / 3];
    Arrays.setAll(rules, rule);
    steps.run(centre, rules);
    for (int g = 0; g < rules.length; g++) {
      found.set(g * problem.spheres() + s, rules[g]);
    }
    return rules;
  }

  /** A rule for each sphere of a centre. */
  @FunctionalInterface
  private interface RuleOf {
    SphereRule of(int centre, double density);
  }

  /** Finds all spheres of all centres side by side. */
  private Found together(int[] centre, RuleOf rule) {
    int spheres = problem.spheres();
    SphereRule[] rules = new SphereRule[centre.length / 3 * spheres];
    Arrays.setAll(rules, i -> rule.of(i / spheres, problem.density()[i % spheres]));
    int[] each =
        IntStream.range(0, rules.length).flatMap(i -> dimensions(centre, i / spheres)).toArray();
    steps.run(each, rules);
    Found found = new Found(centre.length / 3);
    for (int i = 0; i < rules.length; i++) {
      found.set(i, rules[i]);
    }
    return found;
  }

  private static IntStream dimensions(int[] centre, int g) {
    return Arrays.stream(centre, 3 * g, 3 * g + 3);
  }
}
