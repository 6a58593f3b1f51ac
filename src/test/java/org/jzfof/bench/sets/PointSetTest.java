package org.jzfof.bench.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.CpuBackend;
import org.jzfof.bench.ParticleSource;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.threads.Parallel;

class PointSetTest {
  private static final int N = 200_000;
  private static final double SIDE = 7;

  static float[] points(PointSet set, int n) {
    return coordinates(set.source(n, SIDE, 5), 1, 2);
  }

  /** The coordinates of all ranks [3n]. */
  static float[] coordinates(ParticleSource source, int ranks, int threads) {
    List<float[]> parts =
        ThreadRanks.run(
            ranks,
            comm ->
                Parallel.with(
                    threads,
                    () -> {
                      try (CpuBackend backend = new CpuBackend();
                          Coordinates own = source.loadCoordinates(backend, comm)) {
                        assertEquals(3 * own.count(), own.xyz().length());
                        return backend.memory().toFloats(own.xyz());
                      }
                    }));
    float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** Points in each of some slices of the box. */
  private static int[] slices(float[] xyz, int d, int number) {
    int[] count = new int[number];
    for (int i = 0; i < xyz.length / 3; i++) {
      count[(int) (xyz[3 * i + d] / SIDE * number)]++;
    }
    return count;
  }

  /** Chi-square over its degrees of freedom for equal slices. */
  private static double unevenness(int[] slices) {
    double mean = IntStream.of(slices).average().orElseThrow();
    return IntStream.of(slices).mapToDouble(n -> (n - mean) * (n - mean) / mean).sum()
        / (slices.length - 1);
  }

  @Test
  void mixtureIsEvenAcrossAndHillyAlongZ() {
    float[] xyz = points(PointSet.MIXTURE, N);
    assertEquals(1, unevenness(slices(xyz, 0, 100)), 0.5);
    assertEquals(1, unevenness(slices(xyz, 1, 100)), 0.5);
    assertTrue(unevenness(slices(xyz, 2, 100)) > 3);
  }

  /**
   * The mean density at a point over that of the box is 1/(2 √π 0.05) = 5.6 in the layers of a
   * mixture, and 1 where points are even. Cells are as wide as half of a tile, and half as thick as
   * a layer.
   */
  @Test
  void mixtureHasTheContrastOfASurface() {
    assertEquals(5.64, contrast(points(PointSet.MIXTURE, N), 80, 50, 40), 0.3);
    float[] even = new float[3 * N];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < even.length; i++) {
      even[i] = (float) (SIDE * 0.999999 * random.nextDouble());
    }
    assertEquals(1, contrast(even, 80, 50, 40), 0.1);
  }

  /** Of a mixture, half of the cells hold nearly nothing, and one in a hundred many. */
  @Test
  void mixtureLeavesMostOfTheBoxNearlyEmpty() {
    int[] count = cells(points(PointSet.MIXTURE, N), 40, 25, 20);
    Arrays.sort(count);
    double mean = (double) N / count.length;
    assertTrue(count[count.length / 2] < 0.05 * mean, count[count.length / 2] + " in the middle");
    assertTrue(count[count.length * 99 / 100] > 5 * mean, "of " + mean + " in the fullest");
  }

  /** Pairs of points in the same cell over those of evenly spread points. */
  private static double contrast(float[] xyz, int... number) {
    int[] count = cells(xyz, number);
    double pairs = IntStream.of(count).mapToDouble(n -> n * (n - 1.0)).sum();
    double n = xyz.length / 3;
    return pairs * count.length / (n * (n - 1));
  }

  private static int[] cells(float[] xyz, int... number) {
    int[] count = new int[number[0] * number[1] * number[2]];
    for (int i = 0; i < xyz.length; i += 3) {
      int cell = 0;
      for (int d = 0; d < 3; d++) {
        cell = cell * number[d] + (int) (xyz[i + d] / SIDE * number[d]);
      }
      count[cell]++;
    }
    return count;
  }

  /** Sets that were measured stay as they were. */
  @Test
  void mixtureAndCloudHaveTheBitsOfOldMeasurements() {
    assertEquals(-1127418435, Arrays.hashCode(points(PointSet.MIXTURE, 100_000)));
    assertEquals(-1938343986, Arrays.hashCode(points(PointSet.CLOUD, 100_000)));
  }

  @ParameterizedTest
  @EnumSource
  void anyNumberOfRanksAndThreadsHasTheSameSet(PointSet set) {
    int n = 40_001;
    float[] one = coordinates(set.source(n, SIDE, 5), 1, 1);
    for (int ranks : new int[] {1, 3, 8}) {
      assertArrayEquals(one, coordinates(set.source(n, SIDE, 5), ranks, 2));
    }
    if (set != PointSet.GRID) {
      assertFalse(Arrays.equals(one, coordinates(set.source(n, SIDE, 6), 1, 1)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void setsFillTheirBox(PointSet set) {
    for (Box box :
        new Box[] {
          Box.periodic(SIDE, SIDE, SIDE),
          Box.open(new double[] {-1, 2, 0}, new double[] {2, 5, 3}),
          Box.periodic(SIDE, SIDE, 0)
        }) {
      float[] xyz = coordinates(set.source(20_000, box, 5), 1, 2);
      double[] upper = new double[3];
      double[] mean = new double[3];
      for (int i = 0; i < xyz.length; i++) {
        double x = xyz[i] - box.lower()[i % 3];
        assertTrue(x >= 0 && (x < box.size()[i % 3] || x == 0), set + " " + x);
        upper[i % 3] = Math.max(upper[i % 3], x);
        mean[i % 3] += x / 20_000;
      }
      for (int d = 0; d < 2; d++) {
        assertTrue(upper[d] > 0.6 * box.size()[d], set + " reaches " + upper[d]);
        assertEquals(0.5 * box.size()[d], mean[d], 0.05 * box.size()[d], set.optionName());
      }
    }
  }

  @Test
  void anOpenBoxHasThePlacesOfThePeriodicOne() {
    Box open = Box.open(new double[3], new double[] {SIDE, SIDE, SIDE});
    for (PointSet set : PointSet.values()) {
      assertArrayEquals(points(set, 5000), coordinates(set.source(5000, open, 5), 2, 1));
    }
  }

  /** The particles of friends-of-friends are at the coordinates of the neighbour search. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void particlesLieAtTheCoordinates(int ranks) {
    Box open = Box.open(new double[3], new double[] {SIDE, SIDE, SIDE});
    ParticleSource source = PointSet.HILLS.source(1000, open, 5);
    FixedPoint map = FixedPoint.of(open);
    List<double[]> parts =
        ThreadRanks.run(
            ranks,
            comm -> {
              try (CpuBackend backend = new CpuBackend();
                  Particles own = source.load(backend, comm)) {
                int[] fixed = backend.memory().toInts(own.positions());
                long[] ids = backend.memory().toLongs(own.ids());
                double[] rows = new double[4 * ids.length];
                for (int i = 0; i < ids.length; i++) {
                  rows[4 * i] = ids[i];
                  for (int d = 0; d < 3; d++) {
                    rows[4 * i + 1 + d] = map.toLength(fixed[3 * i + d], d);
                  }
                }
                return rows;
              }
            });
    double[] all = parts.stream().flatMapToDouble(Arrays::stream).toArray();
    float[] xyz = coordinates(source, 1, 1);
    assertEquals(4 * 1000, all.length);
    for (int i = 0; i < 1000; i++) {
      assertEquals(i + 1, all[4 * i]);
      for (int d = 0; d < 3; d++) {
        assertEquals(xyz[3 * i + d], all[4 * i + 1 + d], map.largestCell());
      }
    }
  }

  @Test
  void manyParticlesNeedNoMemoryBeforeTheyAreMade() {
    for (PointSet set : PointSet.values()) {
      if (set != PointSet.MIXTURE && set != PointSet.CLUSTERED) {
        assertEquals(10_000_000_000L, set.source(10_000_000_000L, SIDE, 1).count());
      }
    }
    String message =
        assertThrows(UsageException.class, () -> PointSet.MIXTURE.source(1L << 31, SIDE, 1))
            .getMessage();
    assertTrue(message.contains("the set hills has any number"), message);
  }

  @Test
  void aNameThatIsNoSetNamesAllSets() {
    for (PointSet set : PointSet.values()) {
      assertEquals(set, PointSet.of(set.optionName()));
    }
    String message = assertThrows(UsageException.class, () -> PointSet.of("bunny")).getMessage();
    assertTrue(message.contains("no set bunny: give one of uniform, clustered"), message);
    assertTrue(message.contains("evrard-collapsed"), message);
    assertThrows(UsageException.class, () -> PointSet.GRID.source(0, SIDE, 1));
  }

  @Test
  void cloudFallsByTheSquareOutsideOfItsCore() {
    float[] xyz = points(PointSet.CLOUD, N);
    double core = 0.5 * SIDE / Math.sqrt(1e5);
    assertTrue(within(xyz, 0.5 * SIDE * 1.000001) == N);
    double middle = within(xyz, 0.5 * core) / Math.pow(0.5 * core, 3);
    double shell = within(xyz, 0.5 * SIDE) - within(xyz, 0.45 * SIDE);
    double edge = shell / (Math.pow(0.5 * SIDE, 3) - Math.pow(0.45 * SIDE, 3));
    // Means over the inner half of the core (0.86 of its density) and the outer tenth of the cloud.
    assertEquals(0.87e5 * 0.9, middle / edge, 0.2e5);
  }

  @Test
  void cloudIsEvenInAllDirections() {
    float[] xyz = points(PointSet.CLOUD, N);
    for (int d = 0; d < 3; d++) {
      int[] halves = slices(xyz, d, 2);
      assertEquals(0.5, (double) halves[0] / N, 0.001);
    }
  }

  private static long within(float[] xyz, double radius) {
    return IntStream.range(0, xyz.length / 3)
        .filter(
            i -> {
              double square = 0;
              for (int d = 0; d < 3; d++) {
                double x = xyz[3 * i + d] - 0.5 * SIDE;
                square += x * x;
              }
              return square < radius * radius;
            })
        .count();
  }
}
