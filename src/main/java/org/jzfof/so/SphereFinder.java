package org.jzfof.so;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Crossing;

/**
 * Finds the spheres around centres whose mean density is a given one: needs the centres of this
 * rank's groups and the masses of the points of all ranks, leaves masses and radii. All spheres of
 * all ranks take their steps together, and the ranks exchange nothing but spheres and sums.
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
    int spheres = problem.spheres();
    long[] inCentre = masses.within(new Spheres(centre, new long[n]));
    long[] start = start(centre, inCentre, total);
    double[] mass = new double[n * spheres];
    double[] radius = new double[n * spheres];
    long[] square = new long[n * spheres];
    for (int s = 0; s < spheres; s++) {
      double density = problem.density()[s];
      SphereRule[] rules = new SphereRule[n];
      for (int g = 0; g < n; g++) {
        rules[g] =
            problem.crossing() == Crossing.GADGET
                ? new BisectionRule(scale, density, problem.critical(), groupMass[g], length[g])
                : new CrossingRule(scale, density, inCentre[g], start[g]);
      }
      run(centre, rules);
      for (int g = 0; g < n; g++) {
        int at = g * spheres + s;
        mass[at] = scale.mass(rules[g].mass());
        radius[at] = rules[g].radius();
        square[at] = scale.square(radius[at]);
        if (problem.crossing() == Crossing.LAST) {
          start[g] = Math.max(rules[g].mass(), inCentre[g]); // a denser sphere holds no more
        }
      }
    }
    return new SphereMasses(mass, radius, square);
  }

  /** Masses from which the search for crossings begins. */
  private long[] start(int[] centre, long[] inCentre, long total) {
    long[] start = inCentre.clone();
    if (problem.crossing() == Crossing.LAST) {
      // The first spheres are large, and need be no smaller than this.
      long[] square = new long[start.length];
      Arrays.fill(square, scale.square(scale.radius(total, problem.density()[0])));
      return masses.atMost(new Spheres(centre, square));
    } else if (problem.crossing() == Crossing.FIRST) {
      int[] empty = IntStream.range(0, start.length).filter(g -> inCentre[g] == 0).toArray();
      int[] centres = IntStream.of(empty).flatMap(g -> dimensions(centre, g)).toArray();
      SphereRule[] rules = new SphereRule[empty.length];
      Arrays.setAll(rules, i -> new NearestRule());
      run(centres, rules);
      for (int i = 0; i < empty.length; i++) {
        start[empty[i]] = rules[i].mass();
      }
    }
    return start;
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
