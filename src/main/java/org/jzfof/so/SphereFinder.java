package org.jzfof.so;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/**
 * Finds the spheres around centres whose mean density is a given one: needs the centres of this
 * rank's groups and the masses of the points of all ranks, leaves masses and radii. Spheres of all
 * ranks take their steps together, but for those that one rank can find alone; the ranks exchange
 * nothing but spheres and sums.
 */
public final class SphereFinder {
  private final Communicator comm;
  private final SphereScale scale;
  private final SphereSums.Weights masses;
  private final SphereProblem problem;

  /**
   * Every rank makes one.
   *
   * @param masses of all points, in units of {@code scale}
   */
  public SphereFinder(
      Communicator comm, SphereScale scale, SphereSums.Weights masses, SphereProblem problem) {
    this.comm = comm;
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
    int n = length.length;
    Found found = new Found(n);
    switch (problem.crossing()) {
      case LAST -> last(centre, total, found);
      case FIRST -> {
        long[] inCentre = masses.within(new Spheres(centre, new long[n]));
        long[] start = nearest(centre, inCentre);
        for (int s = 0; s < problem.spheres(); s++) {
          double density = problem.density()[s];
          step(s, centre, found, g -> new CrossingRule(scale, density, inCentre[g], start[g]));
        }
      }
      case GADGET -> {
        for (int s = 0; s < problem.spheres(); s++) {
          double density = problem.density()[s];
          double critical = problem.critical();
          step(
              s,
              centre,
              found,
              g -> new BisectionRule(scale, density, critical, groupMass[g], length[g]));
        }
      }
    }
    return new SphereMasses(found.mass, found.radius, found.square);
  }

  /** What is found; sphere s of centre g is number g·spheres + s. */
  private final class Found {
    private final double[] mass;
    private final double[] radius;
    private final long[] square;

    private Found(int centres) {
      mass = new double[centres * problem.spheres()];
      radius = new double[mass.length];
      square = new long[mass.length];
    }

    private void set(int at, long units, double length) {
      mass[at] = scale.mass(units);
      radius[at] = length;
      square[at] = scale.square(length);
    }
  }

  /** Spheres inside one rank are left to it, the others take their steps together. */
  private void last(int[] centre, long total, Found found) {
    int n = centre.length / 3;
    int spheres = problem.spheres();
    double[] density = problem.density();
    Spheres outermost = outermost(centre, total);
    int[] lone = masses.lone(outermost);
    long[] units = masses.lastMasses(outermost, lone, new SphereKernels.Limits(scale, density));
    IntStream.range(0, units.length)
        .parallel()
        .forEach(i -> found.set(i, units[i], scale.radius(units[i], density[i % spheres])));
    int[] wide = IntStream.range(0, n).filter(c -> lone[c] == SphereSums.SEVERAL).toArray();
    int[] centres = IntStream.of(wide).flatMap(c -> dimensions(centre, c)).toArray();
    long[] square = IntStream.of(wide).mapToLong(c -> outermost.square()[c]).toArray();
    long[] inCentre = masses.within(new Spheres(centres, new long[wide.length]));
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
    for (int g = 0; g < wide.length; g++) {
      int at = wide[g] * spheres;
      System.arraycopy(some.mass, g * spheres, found.mass, at, spheres);
      System.arraycopy(some.radius, g * spheres, found.radius, at, spheres);
      System.arraycopy(some.square, g * spheres, found.square, at, spheres);
    }
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
      if (!anywhere(wide.length)) {
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
    run(centres, rules);
    for (int i = 0; i < empty.length; i++) {
      start[empty[i]] = rules[i].mass();
    }
    return start;
  }

  /** Finds sphere s of all centres step by step. */
  private SphereRule[] step(int s, int[] centre, Found found, IntFunction<SphereRule> rule) {
    SphereRule[] rules = new SphereRule[centre.length / 3];
    Arrays.setAll(rules, rule);
    run(centre, rules);
    for (int g = 0; g < rules.length; g++) {
      found.set(g * problem.spheres() + s, rules[g].mass(), rules[g].radius());
    }
    return rules;
  }

  private static IntStream dimensions(int[] centre, int g) {
    return Arrays.stream(centre, 3 * g, 3 * g + 3);
  }

  private void run(int[] centre, SphereRule[] rules) {
    int[] active = IntStream.range(0, rules.length).toArray();
    while (anywhere(active.length)) {
      int[] some = active;
      int[] centres = new int[3 * some.length];
      long[] squares = new long[some.length];
      for (int i = 0; i < some.length; i++) {
        System.arraycopy(centre, 3 * some[i], centres, 3 * i, 3);
        squares[i] = rules[some[i]].square();
      }
      long[] within = masses.within(new Spheres(centres, squares));
      active =
          IntStream.range(0, some.length)
              .filter(i -> !rules[some[i]].take(within[i]))
              .map(i -> some[i])
              .toArray();
    }
  }

  private boolean anywhere(int active) {
    long[] all = {active};
    comm.sum(all);
    return all[0] > 0;
  }
}
