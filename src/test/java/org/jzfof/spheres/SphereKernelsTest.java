package org.jzfof.spheres;

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
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.threads.ParallelLoops;

/** Sums inside spheres against a loop over all particles, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class SphereKernelsTest {
  private static final int SPHERES = 40;
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 7),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}),
          Box.periodic(5, 5, 0));

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @Test
  void sumsEqualThoseOfALoop() {
    SplittableRandom random = new SplittableRandom(22);
    for (int c = 0; c < 48; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % BOXES.size()));
      int n = new int[] {1, 2, 33, 700, 6000}[c % 5];
      check("set " + c, SphereFixture.random(map, n, random), random);
    }
  }

  private void check(String name, SphereFixture set, SplittableRandom random) {
    Spheres spheres = spheres(set, random);
    List<Weight> weights =
        List.of(
            Weight.number(Weight.ALL_TYPES),
            Weight.number(Weight.bits(1)),
            new Weight(Weight.ALL_TYPES, set.scale().perMass()),
            new Weight(Weight.bits(0, 2), set.scale().perMass()));
    long held = backend.memory().used();
    long largest = 0;
    try (Particles particles = set.particles(backend, 0, set.count());
        SortedPoints points = SphereFixture.sorted(backend, particles);
        SphereSource source = SphereSource.of(points, backend.tree(), backend.fofShape())) {
      for (Weight weight : weights) {
        long[] expected = new long[SPHERES];
        Arrays.setAll(
            expected, s -> set.within(spheres.centre(), 3 * s, spheres.square()[s], weight));
        try (DeviceArray before = backend.spheres().weightPrefixSums(points, particles, weight)) {
          long[] sums = backend.spheres().within(source, before, spheres, set.metric());
          assertArrayEquals(expected, sums, name + " " + weight);
          long[] coarser = new long[SPHERES];
          Arrays.fill(coarser, Long.MAX_VALUE);
          for (int opened = 0; opened <= source.tree().levels().size(); opened++) {
            long[] most =
                backend.spheres().upperBounds(source, before, spheres, set.metric(), opened);
            for (int s = 0; s < SPHERES; s++) {
              assertTrue(most[s] >= expected[s], name + " " + weight + " sphere " + s);
              assertTrue(most[s] <= coarser[s], name + " " + weight + " sphere " + s);
            }
            coarser = most;
          }
          largest = Math.max(largest, Arrays.stream(coarser).max().orElse(0));
        }
        if (weight.equals(weights.get(0))) {
          long[] sums =
              backend
                  .spheres()
                  .within(source, SphereKernels.NUMBER_OF_POINTS, spheres, set.metric());
          assertArrayEquals(expected, sums, name);
        }
      }
    }
    assertTrue(largest > 0);
    assertEquals(held, backend.memory().used(), "device arrays left open");
  }

  /** Around particles and elsewhere; of no extent, of all sizes, and of everything. */
  private static Spheres spheres(SphereFixture set, SplittableRandom random) {
    int[] centre = new int[3 * SPHERES];
    long[] square = new long[SPHERES];
    double side = Arrays.stream(set.map().cell()).max().orElseThrow() * 0x1p32;
    for (int s = 0; s < SPHERES; s++) {
      int particle = random.nextInt(set.count());
      for (int d = 0; d < 3; d++) {
        int shift = s % 3 == 0 || set.map().cell()[d] == 0 ? 0 : random.nextInt(1 << 26);
        centre[3 * s + d] = set.positions()[3 * particle + d] - shift;
      }
      double radius = side * Math.pow(10, -4 * random.nextDouble());
      square[s] = s % 7 == 0 ? 0 : set.scale().square(s % 11 == 0 ? 4 * side : radius);
    }
    return new Spheres(centre, square);
  }

  @Test
  void noSphereHasNoSum() {
    SphereFixture set =
        SphereFixture.random(FixedPoint.of(Box.periodic(1, 1, 1)), 100, new SplittableRandom(1));
    try (Particles particles = set.particles(backend, 0, 100);
        SortedPoints points = SphereFixture.sorted(backend, particles);
        SphereSource source = SphereSource.of(points, backend.tree(), backend.fofShape())) {
      Spheres none = new Spheres(new int[0], new long[0]);
      assertEquals(0, backend.spheres().within(source, null, none, set.metric()).length);
    }
  }

  @Test
  void manyPointsInOnePlace() {
    int n = 5000;
    int[] positions = new int[3 * n];
    double[] mass = new double[n];
    Arrays.fill(positions, 12345);
    Arrays.fill(mass, 3);
    FixedPoint map = FixedPoint.of(Box.periodic(1, 1, 1));
    SphereFixture set = new SphereFixture(map, positions, mass, new byte[n], new double[1]);
    try (Particles particles = set.particles(backend, 0, n);
        SortedPoints points = SphereFixture.sorted(backend, particles);
        SphereSource source = SphereSource.of(points, backend.tree(), backend.fofShape())) {
      Spheres two = new Spheres(new int[] {12345, 12345, 12345, 12345, 12345, 12346}, new long[2]);
      assertArrayEquals(
          new long[] {n, 0}, backend.spheres().within(source, null, two, set.metric()));
      assertTrue(source.tree().levels().size() >= 2);
    }
  }
}
