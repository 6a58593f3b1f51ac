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
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.spheres.SphereFixture;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.Weight;
import org.jzfof.threads.ParallelLoops;

/** Sums over what is inside spheres and ellipsoids against a loop over all particles. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class InsideKernelsTest {
  private static final int SPHERES = 20;

  /** Number of spheres that are taken as a set of concentric ones. */
  private static final int EDGES = 5;

  private static final double SPEED = 900;
  private static final List<Box> BOXES =
      List.of(Box.periodic(1, 1, 1), Box.periodic(30, 20, 7), Box.periodic(5, 5, 5));

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @Test
  void sumsEqualThoseOfALoop() {
    SplittableRandom random = new SplittableRandom(31);
    long inside = 0;
    for (int c = 0; c < 200; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % BOXES.size()));
      int n = new int[] {1, 2, 33, 400, 2500}[c % 5];
      inside += check("set " + c, SphereFixture.random(map, n, random), random);
    }
    assertTrue(inside > 10_000, inside + " particles inside");
  }

  /** Returns the number of particles in ellipsoids. */
  private long check(String name, SphereFixture set, SplittableRandom random) {
    int n = set.count();
    int[] centre = new int[3 * SPHERES];
    long[] square = new long[SPHERES];
    MotionFrames about = MotionFrames.allocate(SPHERES);
    System.arraycopy(
        random.doubles(3L * SPHERES, -SPEED / 2, SPEED / 2).toArray(),
        0,
        about.velocity(),
        0,
        3 * SPHERES);
    Ellipsoids ellipsoids = new Ellipsoids(new double[Ellipsoids.DOUBLES * SPHERES]);
    double mass = Arrays.stream(set.mass()).sum();
    for (int s = 0; s < SPHERES; s++) {
      int middle = random.nextInt(n);
      double radius =
          set.map().largestCell() * Math.pow(2, 16 + 16 * random.nextDouble()) * (s == 0 ? 0 : 1);
      for (int d = 0; d < 3; d++) {
        centre[3 * s + d] =
            set.positions()[3 * middle + d] + (s % 2 == 0 ? 0 : random.nextInt(1 << 20));
      }
      square[s] = set.scale().square(radius);
      about.mass()[s] = mass;
      about.radius()[s] = 2 * radius;
      about.flow()[s] = 1e-3 * SPEED * (1 + s % 4);
      ellipsoids.setSphere(s, radius, MomentFrames.unitOfMasses(mass));
      if (s % 3 > 0) {
        double[] tensor = random.doubles(6).toArray();
        tensor[0] += 2;
        tensor[3] += s % 3;
        tensor[5] += 2;
        ellipsoids.setAxes(s, new SymmetricTensor().diagonalise(tensor));
      }
    }
    Spheres spheres = new Spheres(centre, square);
    Motions motions = new Motions(4 * SPEED, Math.sqrt(0.5));
    MomentFrames frames = motions.frames(spheres, about);
    double[] velocity = random.doubles(3L * n, -SPEED, SPEED).toArray();
    try (Particles masses = set.particles(backend, 0, n);
        SortedPoints points = SphereFixture.sorted(backend, masses);
        SphereSource source = SphereSource.of(points, backend.tree(), backend.fofShape())) {
      try (DeviceArray velocities = backend.memory().upload(velocity)) {
        Particles particles = withVelocities(masses, velocities);
        InsideKernels.Inside all =
            new InsideKernels.Inside(source, particles, set.map(), Weight.bits(0, 2));
        long[] moments = backend.inside().moments(all, spheres, frames);
        long[] shapes = backend.inside().shapeSums(all, spheres, ellipsoids);
        long[] once = backend.inside().motions(List.of(all), spheres, about, motions);
        long[] twice = backend.inside().motions(List.of(all, all), spheres, about, motions);
        long[] expectedMoments = new long[moments.length];
        long[] expectedShapes = new long[shapes.length];
        loop(set, velocity, frames, square, ellipsoids, expectedMoments, expectedShapes);
        assertArrayEquals(expectedMoments, moments, name);
        assertArrayEquals(expectedShapes, shapes, name);
        assertArrayEquals(motions.of(expectedMoments, frames, about.flow()), once, name);
        assertArrayEquals(
            motions.ofShells(expectedMoments, frames, about.flow(), EDGES),
            backend.inside().shells(List.of(all), spheres, about, motions, EDGES),
            name);
        Arrays.setAll(expectedMoments, i -> 2 * expectedMoments[i]);
        assertArrayEquals(motions.of(expectedMoments, frames, about.flow()), twice, name);
        long inside = 0;
        for (int s = 1; s <= SPHERES; s++) {
          inside += shapes[Ellipsoids.LONGS * s - 1];
        }
        return inside;
      }
    } finally {
      assertEquals(0, backend.memory().used(), "device arrays left open");
    }
  }

  private static Particles withVelocities(Particles particles, DeviceArray velocities) {
    return new Particles(
        particles.count(),
        particles.positions(),
        particles.ids(),
        velocities,
        particles.masses(),
        particles.types(),
        particles.onlyType(),
        particles.massOfType(),
        Magnitudes.UNKNOWN);
  }

  private static void loop(
      SphereFixture set,
      double[] velocity,
      MomentFrames frames,
      long[] square,
      Ellipsoids ellipsoids,
      long[] moments,
      long[] shapes) {
    double[] cell = set.map().cell();
    for (int s = 0; s < square.length; s++) {
      for (int i = 0; i < set.count(); i++) {
        int[] d = new int[3];
        double[] x = new double[3];
        for (int k = 0; k < 3; k++) {
          d[k] = set.positions()[3 * i + k] - frames.centre(s, k);
          x[k] = d[k] * cell[k];
        }
        boolean counts = set.type()[i] != 1;
        if (counts && Long.compareUnsigned(set.metric().square(d[0], d[1], d[2]), square[s]) <= 0) {
          double mass = (float) set.mass()[i];
          double[] v = Arrays.copyOfRange(velocity, 3 * i, 3 * i + 3);
          frames.add(moments, s, set.map(), d, mass, v);
          ellipsoids.add(shapes, Ellipsoids.LONGS * s, mass, x, s);
        }
      }
    }
  }
}
