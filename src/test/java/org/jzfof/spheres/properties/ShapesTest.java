package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.spheres.SphereFixture;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.Weight;
import org.jzfof.threads.ParallelLoops;

/** Shapes, bit by bit, against those of spheres one by one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class ShapesTest {
  private static final int TYPES = Weight.bits(0, 2);
  private static final List<Box> BOXES =
      List.of(Box.periodic(1, 1, 1), Box.periodic(30, 20, 7), Box.periodic(5, 5, 5));
  private static final double[] MASS_OF_TYPE = {0, 0.125, 0};
  private static final int STEP = 1 << 20;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @Test
  void ofRandomSets() {
    SplittableRandom random = new SplittableRandom(37);
    int shapes = 0;
    for (int c = 0; c < 40; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % BOXES.size()));
      int n = new int[] {2, 60, 300, 900}[c % 4];
      SphereFixture set = SphereFixture.random(map, n, random);
      int spheres = new int[] {1, 31, 32, 33, 70}[c % 5];
      int[] centre = new int[3 * spheres];
      double[] radius = new double[spheres];
      for (int s = 0; s < spheres; s++) {
        int middle = random.nextInt(n);
        for (int d = 0; d < 3; d++) {
          int shift = s % 3 == 0 ? random.nextInt(1 << 24) : 0;
          centre[3 * s + d] = set.positions()[3 * middle + d] + shift;
        }
        radius[s] = s == 0 ? 0 : map.largestCell() * Math.pow(2, 24 + 7 * random.nextDouble());
      }
      shapes += check("set " + c, set, centre, radius);
    }
    assertTrue(shapes > 350, shapes + " shapes");
  }

  /** Spheres of many points between others of few. */
  @Test
  void ofLargeSpheres() {
    SplittableRandom random = new SplittableRandom(43);
    for (int n : new int[] {3000, 12_000, 100_000}) {
      FixedPoint map = FixedPoint.of(BOXES.get(n % BOXES.size()));
      SphereFixture set = SphereFixture.random(map, n, random);
      int spheres = 9;
      int[] centre = new int[3 * spheres];
      double[] radius = new double[spheres];
      for (int s = 0; s < spheres; s++) {
        System.arraycopy(set.positions(), 3 * random.nextInt(n), centre, 3 * s, 3);
        radius[s] = map.largestCell() * (s % 2 == 0 ? 0x1p27 : 0x1p30);
      }
      assertTrue(check(n + " points", set, centre, radius) > 5);
    }
  }

  /** Sets of points about a centre, which have a shape or none. */
  @Test
  void ofRegularSets() {
    assertEquals(0, check("one", about(1, (i, d) -> STEP)));
    assertEquals(0, check("all in the centre", about(80, (i, d) -> 0)));
    assertEquals(0, check("one too few", about(49, (i, d) -> (d + 1) * (i - 20) * STEP)));
    assertEquals(1, check("all in one place", about(80, (i, d) -> (d + 1) * STEP)));
    assertEquals(1, check("enough", about(50, (i, d) -> (d + 1) * (i - 20) * STEP + i * i % 7)));
    assertEquals(1, check("line", about(101, (i, d) -> d == 1 ? (i - 50) * STEP : 0)));
    assertEquals(1, check("plane", about(225, (i, d) -> d == 2 ? 0 : grid(i, d, 15))));
    assertEquals(1, check("equal axes", about(343, (i, d) -> grid(i, d, 7))));
    assertEquals(
        1, check("two equal axes", about(343, (i, d) -> grid(i, d, 7) * (d == 1 ? 3 : 1))));
    assertEquals(1, check("opposite", about(64, (i, d) -> (i % 2 == 0 ? 3 : -3) * (d - 1) * STEP)));
  }

  /** Some particles have no mass; the others may all be in the centre. */
  @Test
  void ofSetsWithoutMass() {
    SphereFixture grid = about(343, (i, d) -> grid(i, d, 7));
    double[] mass = new double[343];
    for (int i = 0; i < mass.length; i++) {
      boolean centre =
          grid.positions()[3 * i] == 0
              && grid.positions()[3 * i + 1] == 0
              && grid.positions()[3 * i + 2] == 0;
      mass[i] = centre ? 1 : 0;
    }
    assertEquals(0, check("mass in the centre", withMasses(grid, mass)));
    mass[0] = 1;
    assertEquals(0, check("mass in a corner", withMasses(grid, mass)));
    Arrays.fill(mass, 1e-30);
    mass[171] = 1;
    check("hardly any mass", withMasses(grid, mass));
  }

  @Test
  void withoutSpheres() {
    SphereFixture set = about(80, (i, d) -> i * (d + 1) * STEP);
    assertEquals(0, check("no spheres", set, new int[0], new double[0]));
    int[] far = {1 << 30, 1 << 30, 1 << 30};
    assertEquals(0, check("empty sphere", set, far, new double[] {STEP * 0x1p-32}));
  }

  private static long inside(SphereFixture set, Spheres spheres, int s) {
    Weight number = Weight.number(TYPES);
    return set.within(spheres.centre(), 3 * s, spheres.square()[s], number);
  }

  private static int grid(int i, int d, int side) {
    int place = d == 0 ? i % side : d == 1 ? i / side % side : i / (side * side);
    return (place - side / 2) * STEP;
  }

  /** Coordinates of particles relative to the centre of a box. */
  @FunctionalInterface
  private interface Coordinate {
    int of(int particle, int dimension);
  }

  /** Particles of mass 1 about the origin. */
  private static SphereFixture about(int n, Coordinate coordinate) {
    int[] positions = new int[3 * n];
    Arrays.setAll(positions, i -> coordinate.of(i / 3, i % 3));
    double[] mass = new double[n];
    Arrays.fill(mass, 1);
    FixedPoint map = FixedPoint.of(BOXES.get(0));
    return new SphereFixture(map, positions, mass, new byte[n], MASS_OF_TYPE);
  }

  private static SphereFixture withMasses(SphereFixture set, double... mass) {
    return new SphereFixture(set.map(), set.positions(), mass, set.type(), MASS_OF_TYPE);
  }

  private int check(String name, SphereFixture set) {
    return check(name, set, new int[3], new double[] {set.map().largestCell() * 0x1p30});
  }

  /** Compares the shapes of spheres, and returns how many have one. */
  private int check(String name, SphereFixture set, int[] centre, double... radius) {
    int spheres = radius.length;
    long[] square = Arrays.stream(radius).mapToLong(set.scale()::square).toArray();
    ShapeStarts starts = new ShapeStarts(radius, new double[spheres], new long[spheres]);
    double mass = 1.001 * Arrays.stream(set.mass()).sum();
    Arrays.fill(starts.unit(), MomentFrames.unitOfMasses(mass));
    Spheres all = new Spheres(centre, square);
    Arrays.setAll(starts.number(), s -> inside(set, all, s));
    int n = set.count();
    int half = Math.max(1, n / 3);
    long[] found;
    try (Particles first = set.particles(backend, 0, half);
        Particles second = set.particles(backend, Math.min(half, n - 1), n);
        SortedPoints firstPoints = SphereFixture.sorted(backend, first);
        SortedPoints secondPoints = SphereFixture.sorted(backend, second);
        SphereSource one = SphereSource.of(firstPoints, backend.tree(), backend.fofShape());
        SphereSource two = SphereSource.of(secondPoints, backend.tree(), backend.fofShape())) {
      InsideKernels.Inside a = new InsideKernels.Inside(one, first, set.map(), TYPES);
      InsideKernels.Inside b = new InsideKernels.Inside(two, second, set.map(), TYPES);
      found = backend.inside().shapes(n > 1 ? List.of(a, b) : List.of(a), all, starts);
    }
    assertEquals(0, backend.memory().used(), "device arrays left open");
    assertEquals(ShapeIteration.LONGS * spheres, found.length, name);
    int shapes = 0;
    for (int s = 0; s < spheres; s++) {
      int at = ShapeIteration.LONGS * s;
      assertArrayEquals(
          new SerialShapes(set, TYPES).of(all, starts, s),
          Arrays.copyOfRange(found, at, at + ShapeIteration.LONGS),
          name + ", sphere " + s);
      shapes += Double.isNaN(Double.longBitsToDouble(found[at])) ? 0 : 1;
    }
    return shapes;
  }
}
