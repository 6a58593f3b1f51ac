package org.jzfof.backend.cuda.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.backend.cuda.CudaBackend;
import org.jzfof.backend.cuda.driver.CudaDevice;
import org.jzfof.backend.cuda.driver.CudaKernels;
import org.jzfof.backend.cuda.driver.CudaMemory;
import org.jzfof.backend.cuda.driver.DeviceAlgorithms;
import org.jzfof.config.Computer;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Morton;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;

/** Sorts of points that are parted by the prefixes of their keys first, as only many points are. */
@NeedsGpu
class CudaMortonSortTest {
  /** So many that the words have no room for them, and points are parted. */
  private static final int ALL_BITS = 21;

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

  /**
   * With {@code part} 1 in parts; otherwise most points share a prefix, and all are sorted at once.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "2, 1",
    "1000, 1",
    "16384, 1",
    "16385, 1",
    "300000, 1",
    "700000, 1",
    "300000, 2",
    "300000, 1000000"
  })
  void rowsComeInMortonOrderToTheLastBit(int n, int part) {
    int[] positions = positions(n, part);
    long[] high = IntStream.range(0, n).mapToLong(i -> key(positions, i, 0)).toArray();
    long[] low = IntStream.range(0, n).mapToLong(i -> key(positions, i, 16)).toArray();
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order,
        (a, b) ->
            high[a] != high[b]
                ? Long.compare(high[a], high[b])
                : low[a] != low[b] ? Long.compare(low[a], low[b]) : Integer.compare(a, b));
    DeviceArray array = memory.upload(positions);
    try (SortedPoints points = new MortonSort(algorithms, 1).sort(array, n, ALL_BITS, 1)) {
      assertArrayEquals(
          Arrays.stream(order).mapToInt(i -> i).toArray(), memory.toInts(points.row()));
      int[][] xyz = {
        memory.toInts(points.x()), memory.toInts(points.y()), memory.toInts(points.z())
      };
      for (int i = 0; i < n; i++) {
        for (int d = 0; d < 3; d++) {
          assertEquals(positions[3 * order[i] + d], xyz[d][i]);
        }
      }
    }
  }

  /** Points may be out of order within runs of equal bits, if these are short. */
  @ParameterizedTest
  @CsvSource({"300000, 32", "700000, 5"})
  void onlyShortRunsAreOutOfOrder(int n, int maxRun) {
    int[] positions = positions(n, 1);
    DeviceArray array = memory.upload(positions);
    try (SortedPoints points = new MortonSort(algorithms, 1).sort(array, n, ALL_BITS, maxRun)) {
      int[] rows = memory.toInts(points.row());
      long[] keys = Arrays.stream(rows).mapToLong(row -> key(positions, row, 0)).toArray();
      for (int i = maxRun; i < n; i++) {
        assertTrue(keys[i - maxRun] <= keys[i]);
      }
    }
  }
}
