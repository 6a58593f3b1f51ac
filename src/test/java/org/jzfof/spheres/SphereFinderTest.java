package org.jzfof.spheres;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.Crossing;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.threads.ParallelLoops;

/** Spheres of given mean densities against sorted lists of all particles, on some ranks. */
@OnBackends
@ExtendWith(ParallelLoops.class)
class SphereFinderTest {
  private static final int[] RANKS = {1, 2, 3, 5, 8};
  private static final double[] DENSITIES = {0.3, 5, 200, 1e4, 1e9};
  private static final int[] EACH = {0, 1, 2, 3, 4, 5}; // type

  @Parameter private TestBackend on;

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
      Counts counts = checkSorted("set " + c, set, centre, density, RANKS[c % RANKS.length]);
      found += counts.spheres;
      several += counts.several;
    }
    assertTrue(found > 3600, found + " spheres");
    assertTrue(several > 72, several + " spheres whose crossings differ");
  }

  /** Light particles around centres, and the mass in shells about these: many crossings. */
  @Test
  void spheresWithHollowCentresAreThoseOfSortedDistances() {
    SplittableRandom random = new SplittableRandom(47);
    long found = 0;
    long several = 0;
    for (int c = 0; c < 40; c++) {
      FixedPoint map = FixedPoint.of(c % 4 == 3 ? Box.periodic(3, 1, 2) : Box.periodic(1, 1, 1));
      int n = new int[] {1, 2, 12, 150}[c / 2 % 4];
      int[] centre = random.ints(12).toArray();
      SphereFixture set = shells(map, centre, n, c % 3 == 0, random);
      Counts counts = checkSorted("set " + c, set, centre, densities(set), RANKS[c % RANKS.length]);
      found += counts.spheres;
      several += counts.several;
    }
    assertTrue(found > 800, found + " spheres");
    assertTrue(several > 200, several + " spheres whose crossings differ");
  }

  @Test
  void theOnlyCrossingIsFirstAndLast() {
    // Nearest particles below the limit, all mass farther out: the density falls through it once.
    int[] distance = {1000, 1010, 4000, 4001, 4002, 4002, 4002};
    double[] mass = {1e-6, 1e-6, 1, 1, 1, 1, 1};
    long within = checkAlong(distance, mass, 1.01 * 5 / cube(4100));
    assertEquals(5, within, "particles 1000 farther out are all inside");
    // What is in the centre alone is no sphere, with light particles beside it it is one.
    assertEquals(0, checkAlong(new int[] {0, 0, 4000}, new double[] {1, 1, 1e-9}, 2 / cube(100)));
    assertEquals(
        2, checkAlong(new int[] {0, 0, 50, 4000}, new double[] {1, 1, 1e-9, 1e-9}, 2 / cube(100)));
    // A hole around what is in the centre.
    assertEquals(9, checkAlong(new int[] {0, 4000, 4001}, new double[] {1, 4, 4}, 9 / cube(4100)));
    // The nearest alone, and one particle at all.
    assertEquals(1, checkAlong(new int[] {1000}, new double[] {1}, 1 / cube(2000)));
    assertEquals(0, checkAlong(new int[] {1000}, new double[] {1}, 1 / cube(500)));
    assertEquals(0, checkAlong(new int[] {0}, new double[] {1}, 1 / cube(500)));
    // Masses that are 0.
    assertEquals(0, checkAlong(new int[] {10, 20}, new double[] {0, 0}, 1 / cube(500)));
  }

  /** 4 pi/3 times the cube of a radius in cells. */
  private static double cube(double cells) {
    return 4 * Math.PI / 3 * Math.pow(Math.scalb(cells, -32), 3);
  }

  /**
   * Checks spheres around one place, with no crossing or a single one.
   *
   * @param distance of particles in cells
   * @return mass inside, rounded
   */
  private long checkAlong(int[] distance, double[] mass, double density) {
    int[] centre = {7, -5, 1 << 30};
    int[] positions = new int[3 * distance.length];
    for (int i = 0; i < distance.length; i++) {
      System.arraycopy(centre, 0, positions, 3 * i, 3);
      positions[3 * i + i % 3] += (i % 2 == 0 ? 1 : -1) * distance[i];
    }
    SphereFixture set =
        new SphereFixture(
            FixedPoint.of(Box.periodic(1, 1, 1)),
            positions,
            mass,
            new byte[mass.length],
            new double[] {0});
    String name = Arrays.toString(distance);
    assertEquals(0, checkSorted(name, set, centre, new double[] {density}, 1).several, name);
    return Math.round(
        SortedSpheres.of(set, centre, new double[] {density}, Crossing.FIRST).mass()[0]);
  }

  /**
   * Shells around four centres, many particles of each at the same distance.
   *
   * @param centred whether some are in the centres themselves
   */
  private static SphereFixture shells(
      FixedPoint map, int[] centre, int each, boolean centred, SplittableRandom random) {
    int count = centre.length * each;
    int[] positions = new int[3 * count];
    double[] mass = new double[count];
    for (int i = 0; i < count; i++) {
      int shell = random.nextInt(8);
      int distance = centred && shell == 0 ? 0 : (1 << 10 + 2 * shell) + random.nextInt(4);
      System.arraycopy(centre, 3 * (i % (centre.length / 3)), positions, 3 * i, 3);
      positions[3 * i + random.nextInt(3)] += random.nextBoolean() ? distance : -distance;
      mass[i] = Math.pow(10, shell * random.nextDouble() - 5);
    }
    return new SphereFixture(map, positions, mass, new byte[count], new double[] {0});
  }

  /** Spheres that were found, and those whose crossings differ. */
  private record Counts(long spheres, long several) {}

  /** Checks the last and the first crossings, and which of them differ. */
  private Counts checkSorted(
      String name, SphereFixture set, int[] centre, double[] density, int ranks) {
    long found = 0;
    long several = 0;
    for (Crossing crossing : List.of(Crossing.LAST, Crossing.FIRST)) {
      SphereMasses expected = SortedSpheres.of(set, centre, density, crossing);
      SphereMasses spheres =
          ThreadRanks.run(
                  ranks,
                  comm -> find(set, centre, new SphereProblem(density, 1, crossing, true), comm))
              .stream()
              .reduce(SphereFinderTest::join)
              .orElseThrow();
      String which = name + " " + crossing;
      double[] mass = expected.mass();
      Crossing others = crossing == Crossing.LAST ? Crossing.FIRST : Crossing.LAST;
      double[] other = SortedSpheres.of(set, centre, density, others).mass();
      assertArrayEquals(expected.mass(), spheres.mass(), 0, which);
      assertArrayEquals(expected.radius(), spheres.radius(), 0, which);
      assertArrayEquals(expected.square(), spheres.square(), which);
      for (int i = 0; i < mass.length; i++) {
        assertEquals(mass[i] != other[i], spheres.several()[i], which + " sphere " + i);
        several += mass[i] != other[i] ? 1 : 0;
      }
      found += Arrays.stream(spheres.mass()).filter(m -> m > 0).count();
    }
    return new Counts(found, several);
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
      SphereProblem problem = new SphereProblem(densities(set), 1, Crossing.LAST, false);
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
    LinkCriterion metric = set.metric();
    double[] sums = new double[EACH.length + 1];
    for (int i = 0; i < set.count() && found.mass()[sphere] > 0; i++) {
      if (set.isInside(metric, i, centre, 3 * group, found.square()[sphere])) {
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
      SphereProblem problem = new SphereProblem(density, 1, Crossing.SOAP, false);
      SphereMasses alone = ThreadRanks.run(1, comm -> find(set, centre, problem, comm)).get(0);
      for (int i = 0; i < 20 * density.length; i++) {
        double[] expected =
            new SortedSoap(set, centre, density[i % density.length]).sphere(i / density.length);
        String name = "set " + c + " sphere " + i;
        assertEquals(expected[0], alone.radius()[i], 1e-11 * expected[0], name);
        assertEquals(expected[1], alone.mass()[i], 1e-10 * expected[1], name);
      }
      double[] first = SortedSpheres.of(set, centre, density, Crossing.FIRST).mass();
      between +=
          (int) IntStream.range(0, first.length).filter(i -> first[i] != alone.mass()[i]).count();
      SphereMasses several =
          ThreadRanks.run(RANKS[c % RANKS.length], comm -> find(set, centre, problem, comm))
              .stream()
              .reduce(SphereFinderTest::join)
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
            measurement.withSums(
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
      BiFunction<SphereMeasurement, List<SphereMeasurement.ParticleSet>, T> task) {
    int from = set.count() * comm.rank() / comm.size();
    int to = set.count() * (comm.rank() + 1) / comm.size();
    int half = (from + to) / 2;
    List<AutoCloseable> open = new ArrayList<>();
    try (Backend backend = on.open()) {
      List<SphereMeasurement.ParticleSet> runs = new ArrayList<>();
      for (int[] part : new int[][] {{from, half}, {half, to}}) {
        if (part[0] < part[1]) {
          Particles particles = set.particles(backend, part[0], part[1]);
          SortedPoints points = SphereFixture.sorted(backend, particles);
          open.addAll(List.of(points, particles));
          runs.add(new SphereMeasurement.ParticleSet(points, particles));
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
        ArrayParts.join(new double[][] {a.mass(), b.mass()}),
        ArrayParts.join(new double[][] {a.radius(), b.radius()}),
        ArrayParts.join(new long[][] {a.square(), b.square()}),
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
}
