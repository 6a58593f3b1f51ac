package org.jzfof.domain.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.Computer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Morton;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;

/** Sorts of points with runs of equal leading bits, of all lengths that kernels differ for. */
@NeedsGpu
class CudaMortonSortTest {
  private static CudaBackend backend; // loads the libraries
  private static CudaDevice device;
  private static CudaKernels kernels;
  private static CudaMemory memory;
  private static DeviceAlgorithms algorithms;

  @BeforeAll
  static void open() {
    backend = CudaBackend.open(Computer.ANY_DEVICE, 0);
    device = new CudaDevice(0);
    kernels = new CudaKernels(device);
    memory = new CudaMemory(device, kernels);
    algorithms = new DeviceAlgorithms(device, kernels, memory);
  }

  @AfterAll
  static void close() {
    Cleanup.all(memory::close, kernels::close, device::close, backend::close);
  }

  /** Half of the points within a part of each side, many of them at few places. */
  private static int[] positions(int n, int part) {
    SplittableRandom random = new SplittableRandom(n + part);
    int[] positions = new int[3 * n];
    for (int i = 0; i < n; i++) {
      int place = random.nextInt(2000);
      boolean crowded = random.nextInt(8) == 0;
      boolean inPart = random.nextBoolean();
      for (int d = 0; d < 3; d++) {
        int at = crowded ? place * 0x9e3779b9 * (d + 1) : random.nextInt();
        positions[3 * i + d] = inPart ? Integer.divideUnsigned(at, part) : at;
      }
    }
    return positions;
  }

  private static long key(int[] p, int row, int skip) {
    return Morton.key(p[3 * row], p[3 * row + 1], p[3 * row + 2], skip, 16);
  }

  /** Half of the points are in a part of the box, in very long runs if it is small. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1000, 1", "300000, 1", "700000, 1", "300000, 2", "300000, 1000000"})
  void pointsComeInMortonOrderToTheLastBit(int n, int part) {
    assertInOrder(positions(n, part));
  }

  @Test
  void runsOfAnyLengthComeInOrder() {
    assertInOrder(runs(200_000));
  }

  /** Points may be out of order within runs of equal bits, if these are short. */
  @ParameterizedTest
  @ValueSource(ints = {5, 20, 32})
  void onlyShortRunsAreOutOfOrder(int maxRun) {
    assertNearlyInOrder(positions(300_000, 1), maxRun);
    assertNearlyInOrder(runs(200_000), maxRun);
  }

  /** Runs of points that share the bits that words are sorted by, of lengths around all limits. */
  private static int[] runs(int n) {
    int[] lengths = {1, 32, 33, 34, 127, 128, 129, 1023, 1024, 1025, 2049, 4095, 4096, 9000};
    SplittableRandom random = new SplittableRandom(n);
    int[] positions = new int[3 * n];
    for (int i = 0, run = 0; i < n; run++) {
      int place = random.nextInt(1000) * 0x9e3779b9;
      int end = Math.min(n, i + lengths[random.nextInt(lengths.length)]);
      int bits = run % 4 == 0 ? 3 : 21;
      for (; i < end; i++) {
        for (int d = 0; d < 3; d++) {
          positions[3 * i + d] = (place * (d + 1) & -1 << 21) | random.nextInt(1 << bits);
        }
      }
    }
    return positions;
  }

  private static void assertInOrder(int[] positions) {
    int n = positions.length / 3;
    long[] high = IntStream.range(0, n).mapToLong(i -> key(positions, i, 0)).toArray();
    long[] low = IntStream.range(0, n).mapToLong(i -> key(positions, i, 16)).toArray();
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order,
        (a, b) ->
            high[a] != high[b]
                ? Long.compare(high[a], high[b])
                : low[a] != low[b] ? Long.compare(low[a], low[b]) : Integer.compare(a, b));
    assertArrayEquals(Arrays.stream(order).mapToInt(i -> i).toArray(), sortedRows(positions, 1));
  }

  private static void assertNearlyInOrder(int[] positions, int maxRun) {
    int n = positions.length / 3;
    int[] rows = sortedRows(positions, maxRun);
    assertEquals(n, Arrays.stream(rows).distinct().count());
    for (int i = maxRun; i < n; i++) {
      int before = rows[i - maxRun];
      assertTrue(key(positions, before, 0) <= key(positions, rows[i], 0));
    }
  }

  /** Rows of sorted points, which have the right positions. */
  private static int[] sortedRows(int[] positions, int maxRun) {
    int n = positions.length / 3;
    DeviceArray array = memory.upload(positions);
    try (SortedPoints points = new MortonSort(algorithms, maxRun).sort(array, n)) {
      int[] rows = memory.toInts(points.row());
      int[][] xyz = {
        memory.toInts(points.x()), memory.toInts(points.y()), memory.toInts(points.z())
      };
      for (int i = 0; i < n; i++) {
        for (int d = 0; d < 3; d++) {
          assertEquals(positions[3 * rows[i] + d], xyz[d][i]);
        }
      }
      return rows;
    }
  }
}
