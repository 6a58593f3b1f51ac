package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.Members;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.progress.StageClock;
import org.jzfof.threads.ParallelLoops;

/** Whole catalogues of large sets: equal to the last bit. */
@Tag("large")
@NeedsGpu
@ExtendWith(ParallelLoops.class)
class CudaEqualsCpuTest {
  private static final double B = 0.2;
  private static final int MIN_LENGTH = 3;

  /** Bounds of the numbers that {@link Rows} makes, close enough for units common to all groups. */
  private static final Magnitudes NARROW = new Magnitudes(1, 0x1p-20, 400, 300);

  private static Backend gpu;
  private static Backend cpu;

  @BeforeAll
  static void open() {
    gpu = CudaBackend.open(Computer.ANY_DEVICE, 0);
    cpu = new CpuBackend();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      assertEquals(0, gpu.memory().used(), "device arrays left open");
      gpu.close();
      cpu.close();
    }
  }

  /** Rows of a snapshot of three types, two of them with masses of their own. */
  private record Rows(float[] xyz, long[] ids, float[] velocities, float[] masses, byte[] types) {
    static Rows of(float[] xyz, boolean severalTypes) {
      int n = xyz.length / 3;
      SplittableRandom random = new SplittableRandom(n);
      long[] ids = random.longs(n).toArray();
      float[] velocities = new float[3 * n];
      float[] masses = new float[n];
      byte[] types = new byte[n];
      for (int i = 0; i < n; i++) {
        types[i] = (byte) new int[] {0, 1, 4}[random.nextInt(3)];
        masses[i] = types[i] == 1 ? 0.5f : (float) random.nextDouble();
        for (int d = 0; d < 3; d++) {
          velocities[3 * i + d] = (float) (300 + 100 * random.nextDouble());
        }
      }
      return severalTypes
          ? new Rows(xyz, ids, velocities, masses, types)
          : new Rows(xyz, ids, velocities, null, null);
    }

    Particles on(Backend backend, Box box) {
      int n = xyz.length / 3;
      DeviceMemory memory = backend.memory();
      DeviceArray positions = memory.allocate(ElementType.I32, xyz.length);
      try (Quantiser quantiser = backend.particles().quantiser(FixedPoint.of(box), positions)) {
        quantiser.convert(xyz, n, 0);
        assertEquals(Quantiser.ALL_VALID, quantiser.firstFault());
      }
      return new Particles(
          n,
          positions,
          memory.upload(ids),
          memory.upload(velocities),
          masses == null ? null : memory.upload(masses),
          types == null ? null : memory.upload(types),
          1,
          new double[] {0, 0.5, 0, 0, 0, 0},
          masses == null ? Magnitudes.UNKNOWN : NARROW);
    }
  }

  private record Found(GroupCatalogue groups, long[] ids) {}

  private static Found find(Backend backend, Rows rows, Box box, double ell) {
    LocalCommunicator alone = new LocalCommunicator();
    ArrayExchange arrays = backend.exchange(alone, ExchangeChoice.AUTO);
    GroupCatalogue groups =
        new GroupFinder(backend, arrays, new StageClock(backend.memory(), alone, stage -> {}))
            .find(
                rows.on(backend, box),
                new GroupFinder.Parameters(FixedPoint.of(box), ell, MIN_LENGTH, true, true));
    return new Found(groups, Members.ids(groups));
  }

  @ParameterizedTest(name = "{0} {1}, several types {2}, sides {3} {4} {5}, periodic {6}")
  @CsvSource({
    "uniform,   1000000, false, 10, 10, 10,  true",
    "clustered, 1000000, true,  10, 10, 10,  true",
    "clustered, 1000000, true,  10, 4,  2.5, true",
    "clustered, 1000000, false, 10, 10, 10,  false",
    "duplicate, 1000000, true,  10, 10, 10,  true",
    "cube,      2000000, false, 10, 10, 10,  true",
    "uniform,  10000000, false, 10, 10, 10,  true",
    "clustered,10000000, false, 10, 10, 10,  true",
  })
  void catalogues(
      String kind, int n, boolean types, double lx, double ly, double lz, boolean periodic) {
    float[] xyz = mock(kind, n);
    double[] sides = {lx, ly, lz};
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] *= (float) (sides[i % 3] / 10);
    }
    Box box = periodic ? Box.periodic(sides) : Box.open(new double[3], sides);
    double ell = B * box.meanSeparation(n) * ("cube".equals(kind) ? 2 : 1);
    Rows rows = Rows.of(xyz, types);
    Found expected = find(cpu, rows, box, ell);
    Found actual = find(gpu, rows, box, ell);
    assertTrue(expected.groups().groups() > 0);
    GroupCatalogue a = expected.groups();
    GroupCatalogue b = actual.groups();
    assertArrayEquals(a.sums().length(), b.sums().length());
    assertArrayEquals(a.sums().lengthType(), b.sums().lengthType());
    assertArrayEquals(expected.ids(), actual.ids());
    assertSame(a.sums().mass(), b.sums().mass(), "mass");
    assertSame(a.sums().massType(), b.sums().massType(), "mass per type");
    assertSame(a.sums().position(), b.sums().position(), "position");
    assertSame(a.sums().velocity(), b.sums().velocity(), "velocity");
    assertSame(a.sums().inertiaRadius(), b.sums().inertiaRadius(), "radius");
    assertSame(a.sums().enclosingRadius(), b.sums().enclosingRadius(), "enclosing radius");
    assertSame(a.sums().velocityDispersion(), b.sums().velocityDispersion(), "dispersion");
  }

  private static float[] mock(String kind, int n) {
    return switch (kind) {
      case "uniform" -> MockCoordinates.uniform(n, 10, 1);
      case "clustered" -> MockCoordinates.clustered(n, 10, 2);
      case "duplicate" -> duplicated(n);
      default -> denseCube(n);
    };
  }

  /** Every place fifty times, and one place a quarter of a million times. */
  private static float[] duplicated(int n) {
    float[] xyz = MockCoordinates.uniform(n, 10, 3);
    for (int i = 0; i < n; i++) {
      int from = i < n / 4 ? 0 : i % (n / 50);
      System.arraycopy(xyz, 3 * from, xyz, 3 * i, 3);
    }
    return xyz;
  }

  /** Half of the points in a cube much smaller than the linking length. */
  private static float[] denseCube(int n) {
    float[] xyz = MockCoordinates.uniform(n, 10, 4);
    for (int i = 0; i < 3 * (n / 2); i++) {
      xyz[i] = 3 + xyz[i] * 1e-4f;
    }
    return xyz;
  }

  private static void assertSame(double[] expected, double[] actual, String what) {
    assertEquals(expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      int at = i;
      assertEquals(
          Double.doubleToRawLongBits(expected[i]),
          Double.doubleToRawLongBits(actual[i]),
          () -> what + " " + at + ": " + expected[at] + " and " + actual[at]);
    }
  }
}
