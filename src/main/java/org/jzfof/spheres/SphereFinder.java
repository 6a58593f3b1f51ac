package org.jzfof.spheres;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Crossing;
import org.jzfof.threads.Parallel;

/**
 * Finds the spheres around centres with given mean densities. The input is the centres of this
 * rank's groups and the masses of the points of all ranks; the result is masses and radii. The
 * searches of all ranks run in common steps, except those for spheres that a single rank can find;
 * the ranks exchange only spheres and sums.
 */
public final class SphereFinder {
  /** Minimum number of radii per thread. */
  private static final int GRAIN = 1 << 8;

  private final SphereScale scale;
  private final SphereSums.Weights masses;
  private final SphereProblem problem;
  private final SphereSteps steps;

  /**
   * Every rank creates one.
   *
   * @param masses masses of all points, in units of {@code scale}
   */
  public SphereFinder(
      Communicator comm, SphereScale scale, SphereSums.Weights masses, SphereProblem problem) {
    this.steps = new SphereSteps(comm, masses);
    this.scale = scale;
    this.masses = masses;
    this.problem = problem;
  }

  /**
   * Finds the spheres. Every rank calls this method.
   *
   * @param centre fixed-point coordinates [3n] of the centres of this rank
   * @param groupMass mass of each group [n]; used by Gadget's rule only
   * @param length number of members of each group [n]; used by Gadget's rule only
   */
  public SphereMasses find(int[] centre, long total, double[] groupMass, long[] length) {
    SearchResult result =
        switch (problem.crossing()) {
          case LAST -> last(centre, total);
          case FIRST -> first(centre, total);
          case GADGET -> {
            double critical = problem.critical();
            yield findTogether(
                centre,
                (g, density) ->
                    new BisectionRule(scale, density, critical, groupMass[g], length[g]));
          }
          case SOAP -> {
            long[] start = nearest(centre, centreMasses(centre));
            yield findTogether(
                centre, (g, density) -> new SoapRule(scale, density, start[g], total));
          }
        };
    return new SphereMasses(
        result.mass,
        result.radius,
        result.square,
        problem.flags() ? crossingsDiffer(result, centre, total) : null);
  }

  /** Returns for which spheres the first and the last crossing differ. */
  private boolean[] crossingsDiffer(SearchResult result, int[] centre, long total) {
    SearchResult first = problem.crossing() == Crossing.FIRST ? result : first(centre, total);
    SearchResult last = problem.crossing() == Crossing.LAST ? result : last(centre, total);
    boolean[] differ = new boolean[first.inside.length];
    Parallel.forEach(differ.length, GRAIN, i -> differ[i] = first.inside[i] != last.inside[i]);
    return differ;
  }

  /** Spheres that were found; sphere s of centre g has index g·spheres + s. */
  private final class SearchResult {
    private final long[] inside;
    private final double[] mass;
    private final double[] radius;
    private final long[] square;

    private SearchResult(int centres) {
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

    /** Copies the spheres of a subset of the centres. */
    private void put(int[] which, SearchResult subset) {
      int spheres = problem.spheres();
      for (int i = 0; i < which.length; i++) {
        int at = which[i] * spheres;
        System.arraycopy(subset.inside, i * spheres, inside, at, spheres);
        System.arraycopy(subset.mass, i * spheres, mass, at, spheres);
        System.arraycopy(subset.radius, i * spheres, radius, at, spheres);
        System.arraycopy(subset.square, i * spheres, square, at, spheres);
      }
    }
  }

  private SearchResult last(int[] centre, long total) {
    return problem.ofCentres() == null ? lastOfAll(centre, total) : lastOfEach(centre, total);
  }

  /**
   * Finds last crossings of densities that all centres have. A single rank finds a sphere that
   * holds points of this rank only; the others are found in common steps.
   */
  private SearchResult lastOfAll(int[] centre, long total) {
    int n = centre.length / 3;
    SearchResult result = new SearchResult(n);
    int spheres = problem.spheres();
    double[] density = problem.density();
    Spheres outermost = outermost(centre, total);
    int[] rankOf = masses.soleRanks(outermost);
    long[] units = masses.lastMasses(outermost, rankOf, new SphereKernels.Limits(scale, density));
    Parallel.forEach(
        units.length,
        GRAIN,
        i -> result.set(i, units[i], scale.radius(units[i], density[i % spheres])));
    int[] wide = SphereSums.onSeveralRanks(rankOf);
    int[] centres = centresOf(centre, wide.length, i -> wide[i]);
    long[] square = IntStream.of(wide).mapToLong(c -> outermost.square()[c]).toArray();
    long[] centreMass = centreMasses(centres);
    long[] start = masses.within(new Spheres(centres, square));
    SearchResult subset = new SearchResult(wide.length);
    for (int s = 0; s < spheres; s++) {
      double limit = density[s];
      SphereRule[] rules =
          step(s, centres, subset, g -> new CrossingRule(scale, limit, centreMass[g], start[g]));
      for (int g = 0; g < wide.length; g++) {
        start[g] = Math.max(rules[g].mass(), centreMass[g]); // a denser sphere holds no more
      }
    }
    result.put(wide, subset);
    return result;
  }

  /**
   * Finds last crossings of densities that each centre has for its own, of any order, in common
   * steps.
   */
  private SearchResult lastOfEach(int[] centre, long total) {
    long[] start = masses.within(outermost(centre, total));
    long[] centreMass = centreMasses(centre);
    return findTogether(
        centre, (g, density) -> new CrossingRule(scale, density, centreMass[g], start[g]));
  }

  /**
   * Finds first crossings. The spheres for which the density is not above the limit from the centre
   * on follow the others.
   */
  private SearchResult first(int[] centre, long total) {
    long[] centreMass = centreMasses(centre);
    long[] innermost = nearest(centre, centreMass);
    SearchResult result =
        problem.ofCentres() == null
            ? firstOfAll(centre, centreMass, innermost)
            : findTogether(
                centre,
                (g, density) -> new CrossingRule(scale, density, centreMass[g], innermost[g]));
    int spheres = problem.spheres();
    int[] holes =
        Parallel.indices(result.inside.length, Parallel.STREAM_GRAIN)
            .filter(i -> result.inside[i] == 0)
            .toArray();
    SphereRule[] rules = new SphereRule[holes.length];
    Parallel.forEach(
        rules.length,
        GRAIN,
        i -> {
          int g = holes[i] / spheres;
          double density = problem.density(g, holes[i] % spheres);
          rules[i] = new HoleRule(scale, density, centreMass[g], innermost[g], total);
        });
    steps.run(centresOf(centre, holes.length, i -> holes[i] / spheres), rules);
    Parallel.forEach(rules.length, GRAIN, i -> result.set(holes[i], rules[i]));
    return result;
  }

  /**
   * Finds first crossings of densities that all centres have, from the densest on, as a less dense
   * sphere has no less mass if the density is above the limit from the centre on.
   */
  private SearchResult firstOfAll(int[] centre, long[] centreMass, long[] innermost) {
    SearchResult result = new SearchResult(centre.length / 3);
    long[] start = innermost.clone();
    for (int s = problem.spheres() - 1; s >= 0; s--) {
      double density = problem.density()[s];
      SphereRule[] rules =
          step(s, centre, result, g -> new CrossingRule(scale, density, centreMass[g], start[g]));
      Parallel.forEach(start.length, GRAIN, g -> start[g] = Math.max(start[g], rules[g].mass()));
    }
    return result;
  }

  private long[] centreMasses(int[] centre) {
    return masses.within(new Spheres(centre, new long[centre.length / 3]));
  }

  /**
   * Returns upper bounds of the spheres to find: r(M) with upper bounds M from smaller and smaller
   * nodes of the trees, until a sphere holds points of one rank only.
   */
  private Spheres outermost(int[] centre, long total) {
    long[] square = new long[centre.length / 3];
    Arrays.setAll(square, g -> scale.square(scale.radius(total, problem.lowest(g))));
    Spheres spheres = new Spheres(centre, square);
    for (int level = 0; level < masses.levels(); level++) {
      int[] rankOf = masses.soleRanks(spheres);
      int[] wide = SphereSums.onSeveralRanks(rankOf);
      if (!steps.anywhere(wide.length)) {
        break;
      }
      int[] centres = centresOf(centre, wide.length, i -> wide[i]);
      long[] bounds = IntStream.of(wide).mapToLong(c -> square[c]).toArray();
      long[] maxMass = masses.upperBounds(new Spheres(centres, bounds), level);
      for (int i = 0; i < wide.length; i++) {
        long smaller = scale.square(scale.radius(maxMass[i], problem.lowest(wide[i])));
        square[wide[i]] = Long.compareUnsigned(smaller, bounds[i]) < 0 ? smaller : bounds[i];
      }
    }
    return spheres;
  }

  /** Returns the masses in the centres or, for empty centres, of the points nearest to them. */
  private long[] nearest(int[] centre, long[] centreMass) {
    long[] start = centreMass.clone();
    int[] empty =
        Parallel.indices(start.length, Parallel.STREAM_GRAIN)
            .filter(g -> centreMass[g] == 0)
            .toArray();
    int[] centres = centresOf(centre, empty.length, i -> empty[i]);
    SphereRule[] rules = new SphereRule[empty.length];
    Arrays.setAll(rules, i -> new NearestRule());
    steps.run(centres, rules);
    for (int i = 0; i < empty.length; i++) {
      start[empty[i]] = rules[i].mass();
    }
    return start;
  }

  /** Finds sphere s of all centres in common steps. */
  private SphereRule[] step(
      int s, int[] centre, SearchResult result, IntFunction<SphereRule> rule) {
    SphereRule[] rules = new SphereRule[centre.length / 3];
    Parallel.forEach(rules.length, GRAIN, g -> rules[g] = rule.apply(g));
    steps.run(centre, rules);
    Parallel.forEach(rules.length, GRAIN, g -> result.set(g * problem.spheres() + s, rules[g]));
    return rules;
  }

  /** Creates the rule for a sphere of a centre. */
  @FunctionalInterface
  private interface RuleFactory {
    SphereRule create(int centre, double density);
  }

  /** Finds all spheres of all centres in common steps. */
  private SearchResult findTogether(int[] centre, RuleFactory rule) {
    int spheres = problem.spheres();
    SphereRule[] rules = new SphereRule[centre.length / 3 * spheres];
    Parallel.forEach(
        rules.length,
        GRAIN,
        i -> rules[i] = rule.create(i / spheres, problem.density(i / spheres, i % spheres)));
    steps.run(centresOf(centre, rules.length, i -> i / spheres), rules);
    SearchResult result = new SearchResult(centre.length / 3);
    Parallel.forEach(rules.length, GRAIN, i -> result.set(i, rules[i]));
    return result;
  }

  /** Returns n centres by their numbers. */
  private static int[] centresOf(int[] centre, int n, IntUnaryOperator which) {
    int[] centres = new int[3 * n];
    Parallel.forEach(
        n, GRAIN, i -> System.arraycopy(centre, 3 * which.applyAsInt(i), centres, 3 * i, 3));
    return centres;
  }
}
