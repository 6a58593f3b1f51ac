package org.jzfof.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
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
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.threads.ParallelLoops;

/** Sums over lists of neighbours against loops, with all bits, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class SphKernelsTest {
  private static final double NONE = Double.POSITIVE_INFINITY;
  private static final int SOURCES = 400;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  /**
   * Lists on the host.
   *
   * @param start offsets of the lists; a list may be empty
   * @param k neighbours of each list, or 0
   * @param radius radii; null in rows of nearest neighbours
   * @param row index of each neighbour in the columns; null if these are in order of the lists
   * @param self index that does not count; null if all count
   */
  private record Case(
      long[] start,
      int k,
      double[] distance,
      double[] radius,
      int[] row,
      int[] self,
      double[] mass,
      double[] velocity) {
    double[] densities(SphKernel kernel) {
      return IntStream.range(0, start.length - 1)
          .mapToDouble(
              q -> {
                double h = support(q);
                if (radius == null && h == 0) {
                  return NONE;
                }
                double sum = 0;
                for (int p : neighbours(q)) {
                  sum += weight(kernel, h, p);
                }
                return sum == 0 ? 0 : kernel.factor(h) * sum;
              })
          .toArray();
    }

    double[] dispersions(SphKernel kernel) {
      return IntStream.range(0, start.length - 1)
          .mapToDouble(
              q -> {
                double weight = 0;
                double[] mean = new double[3];
                for (int p : neighbours(q)) {
                  weight += weight(kernel, support(q), p);
                  for (int d = 0; d < 3; d++) {
                    mean[d] += weight(kernel, support(q), p) * velocity[3 * index(p) + d];
                  }
                }
                double squares = 0;
                for (int p : neighbours(q)) {
                  for (int d = 0; d < 3; d++) {
                    double v = velocity[3 * index(p) + d] - mean[d] / weight;
                    squares += weight(kernel, support(q), p) * v * v;
                  }
                }
                return Math.sqrt(squares / weight);
              })
          .toArray();
    }

    private int[] neighbours(int q) {
      return IntStream.range((int) start[q], (int) start[q + 1])
          .filter(p -> distance[p] < NONE && (self == null || row[p] != self[q]))
          .toArray();
    }

    private double support(int q) {
      return radius != null
          ? radius[q]
          : Arrays.stream(neighbours(q)).mapToDouble(p -> distance[p]).max().orElse(NONE);
    }

    private int index(int p) {
      return row == null ? p : row[p];
    }

    private double weight(SphKernel kernel, double h, int p) {
      return (mass == null ? 3 : mass[index(p)]) * kernel.shape(h > 0 ? distance[p] / h : 0);
    }
  }

  private void check(Case of) {
    DeviceMemory memory = backend.memory();
    try (DeviceArray start = of.k > 0 ? null : memory.upload(of.start);
        DeviceArray distance = memory.upload(of.distance);
        DeviceArray radius = of.radius == null ? null : memory.upload(of.radius);
        DeviceArray row = of.row == null ? null : memory.upload(of.row);
        DeviceArray self = of.self == null ? null : memory.upload(of.self);
        DeviceArray mass = of.mass == null ? null : memory.upload(of.mass);
        DeviceArray velocity = memory.upload(of.velocity)) {
      SphKernels.Lists lists =
          new SphKernels.Lists(of.start.length - 1, start, of.k, distance, radius, row, self);
      SphKernels.Values values = new SphKernels.Values(mass, 3, velocity);
      for (SphKernel kernel : SphKernel.values()) {
        try (DeviceArray densities = backend.sph().densities(kernel, lists, values);
            DeviceArray dispersions = backend.sph().dispersions(kernel, lists, values)) {
          assertArrayEquals(of.densities(kernel), memory.toDoubles(densities), kernel.name());
          assertArrayEquals(of.dispersions(kernel), memory.toDoubles(dispersions), kernel.name());
        }
      }
    }
  }

  private static double[] numbers(SplittableRandom random, int count) {
    return random.doubles(count, -20, 100).toArray();
  }

  @Test
  void listsWithinRadii() {
    SplittableRandom random = new SplittableRandom(3);
    for (int c = 0; c < 12; c++) {
      int queries = 700;
      long[] length = random.longs(queries, 0, 60).toArray();
      double[] radius = random.doubles(queries, 0.5, 2).toArray();
      radius[3] = 0;
      boolean excluded = c % 3 == 1;
      long[] start = ArrayParts.offsets(length);
      int pairs = (int) start[queries];
      double[] distance = new double[pairs];
      int[] row = random.ints(pairs, 0, SOURCES).toArray();
      int[] self = random.ints(queries, 0, SOURCES).toArray();
      for (int q = 0; q < queries; q++) {
        for (int p = (int) start[q]; p < start[q + 1]; p++) {
          distance[p] = radius[q] * random.nextDouble();
        }
        Arrays.sort(distance, (int) start[q], (int) start[q + 1]);
        if (excluded && length[q] > 0) {
          self[q] = row[(int) start[q]];
        }
      }
      boolean direct = c % 3 == 2;
      int values = direct ? pairs : SOURCES;
      check(
          new Case(
              start,
              0,
              distance,
              radius,
              direct ? null : row,
              excluded ? self : null,
              c % 2 == 0 ? null : numbers(random, values),
              numbers(random, 3 * values)));
    }
  }

  @Test
  void rowsOfNearestNeighbours() {
    SplittableRandom random = new SplittableRandom(4);
    for (int k : new int[] {1, 3, 32}) {
      int queries = 500;
      double[] distance = random.doubles(queries * k, 0, 2).toArray();
      int[] row = random.ints(queries * k, 0, SOURCES).toArray();
      for (int q = 0; q < queries; q++) {
        Arrays.sort(distance, q * k, (q + 1) * k);
        int missing = q % 5 == 0 ? random.nextInt(k + 1) : 0;
        Arrays.fill(distance, (q + 1) * k - missing, (q + 1) * k, NONE);
        Arrays.fill(row, (q + 1) * k - missing, (q + 1) * k, -1);
        if (q % 7 == 0) {
          Arrays.fill(distance, q * k, (q + 1) * k, 0);
          Arrays.fill(row, q * k, (q + 1) * k, 5);
        }
      }
      long[] start = ArrayParts.offsets(queries, q -> k);
      check(
          new Case(
              start,
              k,
              distance,
              null,
              row,
              null,
              numbers(random, SOURCES),
              numbers(random, 3 * SOURCES)));
    }
  }

  /** Enough queries for arrays that a backend makes longer than needed, to use them again. */
  @Test
  void manyShortLists() {
    SplittableRandom random = new SplittableRandom(5);
    for (int queries : new int[] {71_003, 70_000, 69_990}) {
      long[] start = ArrayParts.offsets(random.longs(queries, 0, 4).toArray());
      int pairs = (int) start[queries];
      double[] radius = random.doubles(queries, 1, 2).toArray();
      check(
          new Case(
              start,
              0,
              random.doubles(pairs, 0, 1).toArray(),
              radius,
              random.ints(pairs, 0, SOURCES).toArray(),
              null,
              null,
              numbers(random, 3 * SOURCES)));
    }
  }

  @Test
  void valuesAreThoseOfTheCubicSpline() {
    double[] distance = {0, 1, 2, 0, 2, NONE, 0, 0, 0, NONE, NONE, NONE};
    double[] mass = {3, 5, 7, 2, 4, 99, 1, 1, 1, 1, 1, 1};
    double norm = 8 / (Math.PI * 8);
    DeviceMemory memory = backend.memory();
    try (DeviceArray distances = memory.upload(distance);
        DeviceArray masses = memory.upload(mass);
        DeviceArray densities =
            backend
                .sph()
                .densities(
                    SphKernel.CUBIC,
                    new SphKernels.Lists(4, null, 3, distances, null, null, null),
                    new SphKernels.Values(masses, 0, null))) {
      assertArrayEquals(
          new double[] {norm * (3 + 5 * 0.25), norm * 2, NONE, 0},
          memory.toDoubles(densities),
          1e-15);
    }
    assertEquals(0.25, SphKernel.CUBIC.shape(0.5), 1e-15);
    assertEquals(0.25, SphKernel.CUBIC.shape(0.5 + 1e-12), 1e-10);
  }
}
