package org.jzfof.so;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.Crossing;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.fof.LinkCriterion;

/** Spheres of given mean densities against sorted lists of all particles, on some ranks. */
abstract class SphereFinderContract {
  private static final int[] RANKS = {1, 2, 3, 5, 8};
  private static final double[] DENSITIES = {0.3, 5, 200, 1e4, 1e9};
  private static final int[] EACH = {0, 1, 2, 3, 4, 5}; // type

  /** A new backend. */
  abstract Backend open();

  @Test
  void spheresAreThoseOfSortedDistances() {
    SplittableRandom random = new SplittableRandom(200);
    long found = 0;
    long several = 0;
    for (int c = 0; c < 72; c++) {
      FixedPoint map = FixedPoint.of(c % 4 == 3 ? Box.periodic(3, 1, 2) : Box.periodic(1, 1, 1));
      int n = new int[] {1, 5, 60, 900}[c / 2 % 4];
      SphereFixture set = SphereFixture.random(map, n, random);
      int[] centre = centres(set, 20, random);
      double[] density = densities(set);
      for (Crossing crossing : List.of(Crossing.LAST, Crossing.FIRST)) {
        SphereMasses expected = sorted(set, centre, density, crossing);
        SphereMasses spheres =
            ThreadRanks.run(
                    RANKS[c % RANKS.length],
                    comm -> find(set, centre, new SphereProblem(density, 1, crossing, true), comm))
                .stream()
                .reduce(SphereFinderContract::join)
                .orElseThrow();
        String name = "set " + c + " " + crossing;
        double[] mass = expected.mass();
        Crossing others = crossing == Crossing.LAST ? Crossing.FIRST : Crossing.LAST;
        double[] other = sorted(set, centre, density, others).mass();
        assertArrayEquals(expected.mass(), spheres.mass(), 0, name);
        assertArrayEquals(expected.radius(), spheres.radius(), 0, name);
        assertArrayEquals(expected.square(), spheres.square(), name);
        for (int i = 0; i < mass.length; i++) {
          assertEquals(mass[i] != other[i], spheres.several()[i], name + " sphere " + i);
          several += mass[i] != other[i] ? 1 : 0;
        }
        found += Arrays.stream(spheres.mass()).filter(m -> m > 0).count();
      }
    }
    assertTrue(found > 3600, found + " spheres");
    assertTrue(several > 72, several + " spheres whose crossings differ");
  }

  @Test
  void numbersAndMassesOfTypesAreThoseInside() {
    SplittableRandom random = new SplittableRandom(31);
    long mixed = 0;
    for (int c = 0; c < 200; c++) {
      FixedPoint map = FixedPoint.of(c % 4 == 3 ? Box.periodic(3, 1, 2) : Box.periodic(1, 1, 1));
      int n = new int[] {1, 5, 60, 900}[c / 2 % 4];
      SphereFixture set = SphereFixture.random(map, n, random);
      int[] centre = centres(set, 10, random);
      SphereProblem problem = new SphereProblem(densities(set), 1, Crossing.LAST);
      List<SphereMeasurement.Measured> found =
          ThreadRanks.run(RANKS[c % RANKS.length], comm -> measure(set, centre, problem, comm));
      int sphere = 0;
      for (SphereMeasurement.Measured part : found) {
        for (int s = 0; s < part.number().length; s++, sphere++) {
          double[] inside = inside(set, centre, sphere / DENSITIES.length, part.masses(), s);
          String name = "set " + c + " sphere " + sphere;
          assertEquals(inside[EACH.length], part.number()[s], name);
          int types = 0;
          for (int t = 0; t < EACH.length; t++) {
            double mass = part.massOfType()[s * EACH.length + t];
            assertEquals(inside[t], mass, 1e-9 * part.masses().mass()[s], name + " type " + t);
            types += mass > 0 ? 1 : 0;
          }
          mixed += types > 1 ? 1 : 0;
        }
      }
      assertEquals(10 * DENSITIES.length, sphere);
    }
    assertTrue(mixed > 1000, mixed + " spheres of several types");
  }

  /** Masses of each type inside a sphere that was found, and the number of particles. */
  private static double[] inside(
      SphereFixture set, int[] centre, int group, SphereMasses found, int sphere) {
    double[] sums = new double[EACH.length + 1];
    for (int i = 0; i < set.count() && found.mass()[sphere] > 0; i++) {
      if (set.isInside(i, centre, 3 * group, found.square()[sphere])) {
        sums[set.type()[i]] += (float) set.mass()[i];
        sums[EACH.length]++;
      }
    }
    return sums;
  }

  private SphereMeasurement.Measured measure(
      SphereFixture set, int[] centre, SphereProblem problem, Communicator comm) {
    int[] own = own(centre, comm);
    SphereMeasurement.Groups groups =
        new SphereMeasurement.Groups(own, new double[own.length / 3], new long[own.length / 3]);
    return onRank(
        set,
        problem,
        comm,
        (measurement, runs) -> measurement.measure(runs, groups, EACH, (sums, found) -> found));
  }

  @Test
  void soapInterpolatesBetweenParticles() {
    SplittableRandom random = new SplittableRandom(12);
    int between = 0;
    for (int c = 0; c < 24; c++) {
      FixedPoint map = FixedPoint.of(c % 4 == 3 ? Box.periodic(3, 1, 2) : Box.periodic(1, 1, 1));
      SphereFixture set = SphereFixture.random(map, new int[] {1, 5, 60, 900}[c / 2 % 4], random);
      int[] centre = centres(set, 20, random);
      double[] density = densities(set);
      SphereProblem problem = new SphereProblem(density, 1, Crossing.SOAP);
      SphereMasses alone = ThreadRanks.run(1, comm -> find(set, centre, problem, comm)).get(0);
      for (int i = 0; i < 20 * density.length; i++) {
        double[] expected =
            new SortedSoap(set, centre, density[i % density.length]).sphere(i / density.length);
        String name = "set " + c + " sphere " + i;
        assertEquals(expected[0], alone.radius()[i], 1e-11 * expected[0], name);
        assertEquals(expected[1], alone.mass()[i], 1e-10 * expected[1], name);
      }
      double[] first = sorted(set, centre, density, Crossing.FIRST).mass();
      between +=
          (int) IntStream.range(0, first.length).filter(i -> first[i] != alone.mass()[i]).count();
      SphereMasses several =
          ThreadRanks.run(RANKS[c % RANKS.length], comm -> find(set, centre, problem, comm))
              .stream()
              .reduce(SphereFinderContract::join)
              .orElseThrow();
      assertArrayEquals(alone.mass(), several.mass(), 0);
      assertArrayEquals(alone.radius(), several.radius(), 0);
      assertArrayEquals(alone.square(), several.square());
    }
    assertTrue(between > 1200, between + " spheres that are no sums of particles");
  }

  private static double[] densities(SphereFixture set) {
    double[] cell = set.map().cell();
    double mean = Arrays.stream(set.mass()).sum() / (cell[0] * cell[1] * cell[2]);
    return Arrays.stream(DENSITIES).map(x -> x * mean * Math.pow(2, -96)).toArray();
  }

  private static int[] centres(SphereFixture set, int count, SplittableRandom random) {
    int[] centre = new int[3 * count];
    for (int g = 0; g < count; g++) {
      int particle = random.nextInt(set.count());
      for (int d = 0; d < 3; d++) {
        int shift = g % 3 == 0 ? random.nextInt(1 << 20) : 0;
        centre[3 * g + d] = set.positions()[3 * particle + d] + shift;
      }
    }
    return centre;
  }

  private SphereMasses find(
      SphereFixture set, int[] centre, SphereProblem problem, Communicator comm) {
    int[] own = own(centre, comm);
    Weight weight = new Weight(Weight.ALL_TYPES, set.scale().perMass());
    return onRank(
        set,
        problem,
        comm,
        (measurement, runs) ->
            measurement.with(
                runs,
                sums -> {
                  try (SphereSums.Weights masses = sums.weights(weight)) {
                    return new SphereFinder(comm, set.scale(), masses, problem)
                        .find(
                            own, total(set), new double[own.length / 3], new long[own.length / 3]);
                  }
                }));
  }

  /** Centres of a rank. */
  private static int[] own(int[] centre, Communicator comm) {
    int first = centre.length / 3 * comm.rank() / comm.size();
    int end = centre.length / 3 * (comm.rank() + 1) / comm.size();
    return Arrays.copyOfRange(centre, 3 * first, 3 * end);
  }

  /** Does something with the share of a rank of the particles, in two parts. */
  private <T> T onRank(
      SphereFixture set,
      SphereProblem problem,
      Communicator comm,
      BiFunction<SphereMeasurement, List<SphereMeasurement.Run>, T> task) {
    int from = set.count() * comm.rank() / comm.size();
    int to = set.count() * (comm.rank() + 1) / comm.size();
    int half = (from + to) / 2;
    List<AutoCloseable> open = new ArrayList<>();
    try (Backend backend = open()) {
      List<SphereMeasurement.Run> runs = new ArrayList<>();
      for (int[] part : new int[][] {{from, half}, {half, to}}) {
        if (part[0] < part[1]) {
          Particles particles = set.particles(backend, part[0], part[1]);
          SortedPoints points = SphereFixture.sorted(backend, particles);
          open.addAll(List.of(points, particles));
          runs.add(new SphereMeasurement.Run(points, particles));
        }
      }
      SphereMeasurement.Device device =
          new SphereMeasurement.Device(
              backend.spheres(), backend.tree(), backend.fofShape(), backend.memory());
      T found = task.apply(new SphereMeasurement(device, comm, set.map(), problem), runs);
      Cleanup.close(open.toArray(AutoCloseable[]::new));
      assertEquals(0, backend.memory().used(), "device arrays left open");
      return found;
    }
  }

  private static long total(SphereFixture set) {
    Weight weight = new Weight(Weight.ALL_TYPES, set.scale().perMass());
    return IntStream.range(0, set.count())
        .mapToLong(i -> weight.of(set.type()[i], (float) set.mass()[i]))
        .sum();
  }

  private static SphereMasses join(SphereMasses a, SphereMasses b) {
    return new SphereMasses(
        Parts.join(new double[][] {a.mass(), b.mass()}),
        Parts.join(new double[][] {a.radius(), b.radius()}),
        Parts.join(new long[][] {a.square(), b.square()}),
        joined(a.several(), b.several()));
  }

  private static boolean[] joined(boolean[] a, boolean[] b) {
    if (a == null) {
      return null;
    }
    boolean[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }

  private static SphereMasses sorted(
      SphereFixture set, int[] centre, double[] density, Crossing crossing) {
    int groups = centre.length / 3;
    int spheres = density.length;
    SphereMasses all =
        new SphereMasses(
            new double[groups * spheres],
            new double[groups * spheres],
            new long[groups * spheres],
            null);
    LinkCriterion metric = set.metric();
    Weight weight = new Weight(Weight.ALL_TYPES, set.scale().perMass());
    for (int g = 0; g < groups; g++) {
      int at = 3 * g;
      long[][] near =
          IntStream.range(0, set.count())
              .mapToObj(
                  i ->
                      new long[] {
                        metric.square(
                            set.positions()[3 * i] - centre[at],
                            set.positions()[3 * i + 1] - centre[at + 1],
                            set.positions()[3 * i + 2] - centre[at + 2]),
                        weight.of(set.type()[i], (float) set.mass()[i])
                      })
              .sorted(Comparator.comparing(p -> p[0], Long::compareUnsigned))
              .toArray(long[][]::new);
      for (int s = 0; s < spheres; s++) {
        long mass = enclosed(set.scale(), near, density[s], crossing);
        double radius = set.scale().radius(mass, density[s]);
        all.mass()[g * spheres + s] = set.scale().mass(mass);
        all.radius()[g * spheres + s] = radius;
        all.square()[g * spheres + s] = set.scale().square(radius);
      }
    }
    return all;
  }

  /** The mass up to the last, or the first, gap between particles in which the density falls. */
  private static long enclosed(
      SphereScale scale, long[][] near, double density, Crossing crossing) {
    long sum = 0;
    long inCentre = 0;
    long last = 0;
    for (int i = 0; i < near.length; i++) {
      sum += near[i][1];
      inCentre += near[i][0] == 0 ? near[i][1] : 0;
      boolean endsHere = i + 1 == near.length || near[i + 1][0] != near[i][0];
      long square = scale.square(scale.radius(sum, density));
      boolean above = Long.compareUnsigned(near[i][0], square) <= 0;
      boolean falls = i + 1 == near.length || Long.compareUnsigned(near[i + 1][0], square) > 0;
      if (endsHere && above && falls) {
        last = sum;
        if (crossing == Crossing.FIRST) {
          break;
        }
      }
      if (crossing == Crossing.FIRST && endsHere && !above) {
        break;
      }
    }
    return last > inCentre ? last : 0;
  }
}
