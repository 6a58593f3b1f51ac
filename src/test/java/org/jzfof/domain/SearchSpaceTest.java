package org.jzfof.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.threads.LocalCommunicator;

/** Boxes without their empty stretches: all pairs of places, before and after. */
class SearchSpaceTest {
  private static final double ELL = 1;

  /** As often as it becomes shorter. */
  private static SearchSpace condensed(SearchSpace whole, double[] xyz, double ell) {
    SearchSpace space = whole;
    SearchSpace next = without(space, xyz, ell);
    while (next.isShorterThan(space)) {
      space = next;
      next = without(space, xyz, ell);
    }
    return next;
  }

  private static SearchSpace without(SearchSpace space, double[] xyz, double ell) {
    OccupiedBins bins = space.bins(xyz.length / 3);
    for (int i = 0; i < xyz.length; i++) {
      bins.add(xyz[i], i % 3);
    }
    bins.combine(new LocalCommunicator());
    return space.without(bins, ell);
  }

  /** Places in clumps of many sizes, and some alone. */
  private static double[] places(int n, double side, SplittableRandom random) {
    double[] xyz = new double[3 * n];
    double[] centre = new double[3];
    double size = 0;
    for (int i = 0; i < n; i++) {
      if (random.nextInt(6) == 0 || i == 0) {
        Arrays.setAll(centre, d -> side * random.nextDouble());
        size = Math.pow(10, 3 * random.nextDouble() - 1);
      }
      for (int d = 0; d < 3; d++) {
        double x = centre[d] + size * (random.nextDouble() - 0.5);
        xyz[3 * i + d] = x - side * Math.floor(x / side);
      }
    }
    return xyz;
  }

  private static int[] fixed(SearchSpace space, double[] xyz) {
    int[] fixed = new int[xyz.length];
    Arrays.setAll(fixed, i -> space.map().toFixed(space.condense(xyz[i], i % 3), i % 3));
    return fixed;
  }

  private static double difference(double a, double b, double side, boolean periodic) {
    return periodic ? Math.IEEEremainder(a - b, side) : a - b;
  }

  @ParameterizedTest
  @CsvSource({"1e6, true", "1e9, true", "1e12, true", "1e6, false", "1e9, false", "1e12, false"})
  void linksAreThoseOfTheBox(double side, boolean periodic) {
    SplittableRandom random = new SplittableRandom(1);
    for (int c = 0; c < 40; c++) {
      double[] xyz = places(10 + 5 * c, side, random);
      Box box =
          periodic
              ? Box.periodic(side, side, side)
              : Box.open(new double[3], new double[] {side, side, side});
      SearchSpace whole = SearchSpace.of(box);
      SearchSpace space = condensed(whole, xyz, ELL);
      assertTrue(space.cell() < 1e-3, space.cell() + " of " + side);
      assertTrue(space.map().isotropic());
      checkDifferences(space, xyz, side, periodic);
      checkWayBack(space, xyz, periodic ? Math.ulp(side) : 0);
    }
  }

  /** In each dimension either the same, or more than the linking length both before and after. */
  private static void checkDifferences(
      SearchSpace space, double[] xyz, double side, boolean periodic) {
    int[] fixed = fixed(space, xyz);
    double cell = space.cell();
    double rounding = 2 * cell + 4 * Math.ulp(side);
    for (int i = 0; i < xyz.length; i++) {
      for (int j = i % 3; j < i; j += 3) {
        double before = difference(xyz[i], xyz[j], side, periodic);
        double after = (fixed[i] - fixed[j]) * cell;
        boolean same = Math.abs(before - after) <= rounding;
        boolean apart = Math.abs(before) > 1.1 * ELL && Math.abs(after) > 1.1 * ELL;
        assertTrue(same || apart, before + " becomes " + after + " in " + side);
      }
    }
  }

  private static void checkWayBack(SearchSpace space, double[] xyz, double rounding) {
    double[] back = new double[xyz.length];
    int[] fixed = fixed(space, xyz);
    Arrays.setAll(back, i -> space.map().toLength(fixed[i], i % 3));
    space.expand(back);
    for (int i = 0; i < xyz.length; i++) {
      assertEquals(xyz[i], back[i], 2 * space.cell() + 4 * Math.ulp(xyz[i]) + 2 * rounding);
    }
  }

  /** Places that were not put into bins: near what is occupied as before, else far from it. */
  @ParameterizedTest
  @CsvSource({"1e7, true", "1e7, false"})
  void placesInGapsStayApart(double side, boolean periodic) {
    SplittableRandom random = new SplittableRandom(2);
    double[] xyz = places(60, side, random);
    Box box =
        periodic
            ? Box.periodic(side, side, side)
            : Box.open(new double[3], new double[] {side, side, side});
    SearchSpace space = condensed(SearchSpace.of(box), xyz, ELL);
    double[] others = new double[3 * 2000];
    for (int i = 0; i < others.length; i++) {
      double step = Math.pow(10, 8 * random.nextDouble() - 2) * (random.nextBoolean() ? 1 : -1);
      double x = xyz[3 * random.nextInt(60) + i % 3] + step;
      others[i] = periodic ? x - side * Math.floor(x / side) : x;
    }
    int[] fixed = fixed(space, xyz);
    int[] other = fixed(space, others);
    for (int i = 0; i < others.length; i++) {
      for (int j = i % 3; j < xyz.length; j += 3) {
        double before = Math.abs(difference(others[i], xyz[j], side, periodic));
        double after = Math.abs((other[i] - fixed[j]) * space.cell());
        boolean same = Math.abs(before - after) <= 2 * space.cell() + 4 * Math.ulp(side);
        assertTrue(same || before > 1.05 * ELL && after > 1.05 * ELL, before + " becomes " + after);
      }
    }
  }

  /** Multiples of a binary fraction of the side remain so, and their differences exact. */
  @Test
  void gridsStayGrids() {
    double side = 3;
    SplittableRandom random = new SplittableRandom(3);
    double[] xyz = new double[300];
    for (int i = 0; i < xyz.length; i++) {
      long clump = random.nextInt(1 << 10) * (1L << 38);
      xyz[i] = (clump + random.nextInt(8)) * (side / 0x1p48);
    }
    SearchSpace whole = SearchSpace.of(Box.periodic(side, side, side));
    SearchSpace space = condensed(whole, xyz, side / 0x1p46);
    double cells = side / 0x1p48 / space.cell();
    assertEquals(Math.rint(cells), cells);
    assertTrue(cells >= 0x1p10);
    int[] fixed = fixed(space, xyz);
    for (int i = 3; i < fixed.length; i++) {
      long before = Math.round(difference(xyz[i], xyz[i % 3], side, true) / (side / 0x1p48));
      if (Math.abs(before) < 8) {
        assertEquals(before * (long) cells, fixed[i] - fixed[i % 3]);
      }
    }
  }

  @Test
  void fullSidesStayWhole() {
    double[] xyz = new double[3000];
    Arrays.setAll(xyz, i -> i / 3 * 2.0);
    SearchSpace whole = SearchSpace.of(Box.periodic(2000, 2000, 2000));
    SearchSpace space = condensed(whole, xyz, ELL);
    assertEquals(whole.cell(), space.cell());
    double[] back = new double[] {1.25, 0, 1999.5};
    assertEquals(1.25, space.condense(1.25, 0));
    space.expand(back);
    assertEquals(1999.5, back[2]);
    assertTrue(!space.isShorterThan(whole));
  }
}
