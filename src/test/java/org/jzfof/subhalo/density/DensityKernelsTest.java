package org.jzfof.subhalo.density;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.spheres.SphereFixture;
import org.jzfof.subhalo.ClumpySets;
import org.jzfof.subhalo.OracleMembers;
import org.jzfof.subhalo.OracleParticles;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.ParallelLoops;

/** Local densities and links against loops over all pairs, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class DensityKernelsTest {
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 70),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DensityKernels kernels() {
    return backend.densities();
  }

  private DeviceMemory memory() {
    return backend.memory();
  }

  /** Groups of any length, with coincident members and equal densities. */
  @Test
  void linksAreThoseOfAllPairs() {
    SplittableRandom random = new SplittableRandom(41);
    for (int c = 0; c < 36; c++) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % 3)), random);
      OracleParticles all = sets.particles(new int[] {5, 60, 300, 900}[c / 3 % 4]);
      if (c % 6 == 5) {
        Arrays.setAll(all.place(), i -> all.place()[i % 9]);
      }
      checkLinks("set " + c, all, sets.groups(all.count(), 1 + random.nextInt(5)), random);
    }
  }

  /** Threads share its members, and no device looks at all of its pairs. */
  @Test
  void linksOfLongGroups() {
    SplittableRandom random = new SplittableRandom(42);
    ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(0)), random);
    OracleParticles all = sets.particles(9_000);
    int[][] groups = {
      IntStream.range(0, 100).toArray(),
      IntStream.range(100, 8_500).toArray(),
      IntStream.range(8_500, 9_000).toArray()
    };
    checkLinks("long", all, groups, random);
    // Clumps of many at one place: the nearest few do not tell who is near.
    Arrays.setAll(all.place(), i -> all.place()[i] >> 20 << 20);
    checkLinks("long lattice", all, groups, random);
  }

  /** All over a periodic box, with cells that are no cubes. */
  @Test
  void linksOfWideGroups() {
    SplittableRandom random = new SplittableRandom(44);
    for (int bits : new int[] {30, 32}) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(1)), random);
      OracleParticles all = sets.particles(8_400);
      Arrays.setAll(all.place(), i -> random.nextInt() >> (32 - bits));
      checkLinks("wide", all, new int[][] {IntStream.range(0, 8_400).toArray()}, random);
    }
  }

  @Test
  void noGroups() {
    FixedPoint map = FixedPoint.of(BOXES.get(0));
    int[] none = kernels().denser(map, new int[1], new int[0], new long[0], new double[0]);
    assertEquals(0, none.length);
  }

  private void checkLinks(
      String name, OracleParticles all, int[][] groups, SplittableRandom random) {
    double[] density = new double[all.count()];
    Arrays.setAll(
        density,
        i -> random.nextInt(9) == 0 ? Double.POSITIVE_INFINITY : (double) random.nextInt(50));
    SubhaloMembers members = OracleMembers.of(all, density, groups);
    int[] found =
        kernels()
            .denser(
                all.map(), members.start(), members.position(), members.id(), members.density());
    assertArrayEquals(members.denser(), found, name);
  }

  /** Some particles are at one place, some more than 64 of them. */
  @Test
  void densitiesAreThoseOfAllPairs() {
    SplittableRandom random = new SplittableRandom(43);
    for (int c = 0; c < 12; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % 3));
      SphereFixture set = SphereFixture.random(map, c % 4 == 3 ? 70 : 600, random);
      boolean masses = c % 2 == 0;
      int k = new int[] {64, 1, 20, 70}[c / 3];
      double[] found = densities(set, masses, k);
      for (int i = 0; i < set.count(); i++) {
        double expected = density(set, i, masses, k);
        // Coordinates are integers where all cells are cubes, and are rounded elsewhere.
        double off = set.map().isotropic() || expected == found[i] ? 0 : 1e-9 * expected;
        assertEquals(expected, found[i], off, "set " + c + " particle " + i);
      }
    }
  }

  /** By row. */
  private double[] densities(SphereFixture set, boolean masses, int k) {
    double[] density = new double[set.count()];
    try (Scope made = new Scope()) {
      Particles particles = made.add(set.particles(backend, 0, set.count()));
      SortedPoints points = made.add(SphereFixture.sorted(backend, particles));
      Coordinates all = made.add(kernels().coordinates(points, set.map()));
      NeighbourIndex index = made.add(backend.knn().index(all, LocalDensity.box(set.map())));
      Neighbours found = made.add(backend.knn().search(index, all, null, k, ElementType.F64));
      DeviceArray mass = masses ? made.add(kernels().masses(points, particles, unit(set))) : null;
      DeviceArray masses64 =
          masses ? made.add(backend.particles().gather(mass, 1, found.row())) : null;
      double[] values = memory().toDoubles(made.add(kernels().densities(found, masses64)));
      double[] of = masses ? memory().toDoubles(masses64) : null;
      assertArrayEquals(sums(memory().toDoubles(found.distance()), of, k), values);
      int[] row = memory().toInts(points.row());
      for (int i = 0; i < row.length; i++) {
        density[row[i]] = values[i];
      }
    }
    return density;
  }

  /** From the distances that were found, without any tolerance. */
  private static double[] sums(double[] distance, double[] mass, int k) {
    double[] density = new double[distance.length / k];
    for (int i = 0; i < density.length; i++) {
      double h = distance[(i + 1) * k - 1];
      long sum = 0;
      for (int j = i * k; j < (i + 1) * k && h > 0; j++) {
        sum += SplineSum.term(mass == null ? 1 : mass[j], distance[j], h);
      }
      density[i] = SplineSum.density(sum, h);
    }
    return density;
  }

  private static double unit(SphereFixture set) {
    return Math.scalb(1.0, Math.getExponent(Arrays.stream(set.mass()).max().orElseThrow()) + 1);
  }

  private static double density(SphereFixture set, int i, boolean masses, int k) {
    double[] cell = set.map().cell();
    double[] distance = new double[set.count()];
    for (int j = 0; j < distance.length; j++) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        int cells = set.positions()[3 * j + d] - set.positions()[3 * i + d];
        double length = cells * (cell[d] / set.map().largestCell());
        square += length * length;
      }
      distance[j] = Math.sqrt(square);
    }
    double h = Arrays.stream(distance).sorted().toArray()[k - 1];
    long sum = 0;
    for (int j = 0; j < distance.length && h > 0; j++) {
      if (distance[j] < h) {
        double mass = masses ? (float) set.mass()[j] / unit(set) : 1;
        sum += SplineSum.term(mass, distance[j], h);
      }
    }
    return SplineSum.density(sum, h);
  }
}
