package org.jzfof.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.threads.ParallelLoops;

/** The operations that make clusters, on any backend, against loops over one point at a time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class ClusterKernelsTest {
  private static final int NONE = ClusterKernels.NONE;
  private static final int MIN_POINTS = 5;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 100_000})
  void selectsRowsByCounts(int n) {
    SplittableRandom random = new SplittableRandom(n);
    long[] count = random.longs(n + 7, 0, 10).toArray();
    count[n] = 4;
    try (DeviceArray counts = memory().upload(count);
        DeviceArray selected = backend.clusters().select(counts, n, 3, 6)) {
      assertArrayEquals(
          IntStream.range(0, n).filter(i -> count[i] >= 3 && count[i] < 6).toArray(),
          memory().toInts(selected));
    }
  }

  /** Numbers of few bits, of high bits alone, of all bits; many of them equal. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 1000, 100_000})
  void sortsRowsStably(int n) {
    SplittableRandom random = new SplittableRandom(n);
    for (LongUnaryOperator bits :
        new LongUnaryOperator[] {
          x -> 7, x -> x & 0xff, x -> x << 45, x -> x, x -> (x & 3) << 62 | x >>> 60
        }) {
      long[] number = random.longs(2L * n + 1).map(bits).toArray();
      int[] row = shuffled(2 * n + 1, random);
      int[] some = Arrays.copyOf(row, n);
      for (boolean decreasing : new boolean[] {false, true}) {
        Comparator<Integer> byNumber = (a, b) -> Long.compareUnsigned(number[a], number[b]);
        int[] expected =
            Arrays.stream(some)
                .boxed()
                .sorted(decreasing ? byNumber.reversed() : byNumber)
                .mapToInt(r -> r)
                .toArray();
        try (DeviceArray rows = memory().upload(some);
            DeviceArray column = memory().upload(number);
            DeviceArray sorted = backend.clusters().sort(rows, column, decreasing)) {
          assertArrayEquals(expected, memory().toInts(sorted));
          assertArrayEquals(some, memory().toInts(rows));
        }
      }
    }
  }

  /** Many pairs that merge most points into few groups, some of them missing. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1000, 200_000})
  void unitesPairs(int n) {
    SplittableRandom random = new SplittableRandom(n);
    int groups = n < 1000 ? 1 : 5;
    int[] row = shuffled(n, random);
    int[] point = random.ints(2L * n, 0, n).toArray();
    int[] other = new int[point.length];
    int[] expected = IntStream.range(0, n).toArray();
    for (int i = 0; i < point.length; i++) {
      int index = random.nextInt(n);
      boolean same = point[i] % groups == row[index] % groups && random.nextInt(3) > 0;
      other[i] = same ? index : NONE;
      if (same) {
        int a = find(expected, point[i]);
        int b = find(expected, row[index]);
        expected[Math.max(a, b)] = Math.min(a, b);
      }
    }
    Arrays.setAll(expected, i -> find(expected, i));
    try (DeviceArray pointers = memory().upload(IntStream.range(0, n).toArray());
        DeviceArray points = memory().upload(point);
        DeviceArray others = memory().upload(other);
        DeviceArray rows = memory().upload(row)) {
      backend.clusters().unite(pointers, points, others, rows);
      backend.fof().contract(pointers);
      assertArrayEquals(expected, memory().toInts(pointers));
    }
  }

  private static int find(int[] parent, int i) {
    int root = i;
    while (parent[root] != root) {
      root = parent[root];
    }
    return root;
  }

  /**
   * Groups of core points and others among n points and some ghosts, as a search leaves them: with
   * single points that are core points or noise, and groups of ghosts alone.
   */
  private record Forest(int n, int[] pointer, long[] count, long[] id) {
    static Forest of(int n, SplittableRandom random) {
      int all = n + n / 4;
      int[] pointer = new int[all];
      long[] count = new long[all];
      for (int i = 0; i < all; i++) {
        int before = random.nextInt(i + 1);
        boolean near = random.nextInt(10) > 0 && i > 40;
        pointer[i] = pointer[near ? i - 1 - random.nextInt(40) : before];
        count[i] = random.nextInt(2 * MIN_POINTS);
        if (before == i || random.nextInt(20) == 0) {
          pointer[i] = i;
        }
      }
      long[] id = random.longs(all).toArray();
      boolean[] joined = new boolean[all];
      for (int i = 0; i < all; i++) {
        joined[pointer[i]] |= count[i] >= MIN_POINTS;
      }
      for (int i = 0; i < all; i++) {
        if (!joined[pointer[i]]) {
          count[i] += pointer[i] == i && random.nextBoolean() ? 0 : MIN_POINTS; // noise, or a core
        }
      }
      for (int i = 0; i < all; i++) {
        joined[pointer[i]] |= count[i] >= MIN_POINTS;
      }
      for (int i = 0; i < all; i++) {
        pointer[i] = joined[pointer[i]] ? pointer[i] : i;
      }
      return new Forest(n, pointer, count, id);
    }

    boolean isCore(int i) {
      return count[i] >= MIN_POINTS;
    }

    int[] roots() {
      boolean[] marked = new boolean[pointer.length];
      for (int i = 0; i < pointer.length; i++) {
        marked[pointer[i]] |= isCore(i);
      }
      return IntStream.range(0, n).filter(i -> marked[i]).toArray();
    }

    int[] labels() {
      int[] roots = roots();
      return IntStream.range(0, n)
          .map(i -> Math.max(NONE, Arrays.binarySearch(roots, pointer[i])))
          .toArray();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40, 1000, 300_000})
  void labelsSumsAndNumbersOfMembers(int n) {
    SplittableRandom random = new SplittableRandom(n);
    Forest of = Forest.of(n, random);
    ClusterKernels kernels = backend.clusters();
    int[] expected = of.labels();
    int clusters = of.roots().length;
    try (DeviceArray pointers = memory().upload(of.pointer);
        DeviceArray counts = memory().upload(of.count);
        DeviceArray ids = memory().upload(of.id);
        ClusterKernels.Labels labels = kernels.labels(pointers, counts, n, MIN_POINTS);
        ClusterKernels.Sums sums = kernels.sums(labels, counts, MIN_POINTS, ids)) {
      assertArrayEquals(of.roots(), memory().toInts(labels.roots()));
      assertArrayEquals(expected, memory().toInts(labels.label()));
      long[] size = new long[clusters];
      long[] cores = new long[clusters];
      long[] firstId = new long[clusters];
      Arrays.fill(firstId, -1);
      for (int i = 0; i < n; i++) {
        int c = expected[i];
        if (c != NONE) {
          size[c]++;
          cores[c] += of.isCore(i) ? 1 : 0;
          firstId[c] = Long.compareUnsigned(of.id[i], firstId[c]) < 0 ? of.id[i] : firstId[c];
        }
      }
      assertArrayEquals(size, memory().toLongs(sums.size()));
      assertArrayEquals(cores, memory().toLongs(sums.cores()));
      assertArrayEquals(firstId, memory().toLongs(sums.firstId()));
      int[] number = shuffled(clusters, random);
      try (DeviceArray numbers = memory().upload(number)) {
        kernels.number(labels.label(), numbers, counts, MIN_POINTS);
      }
      assertArrayEquals(
          IntStream.range(0, n)
              .map(
                  i ->
                      expected[i] == NONE ? NONE : 2 * number[expected[i]] + (of.isCore(i) ? 1 : 0))
              .toArray(),
          memory().toInts(labels.label()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100_000})
  void valuesInTheOrderOfTheirRows(int n) {
    SplittableRandom random = new SplittableRandom(n);
    long first = 1L << 40;
    int[] row = shuffled(n, random);
    int[] value = random.ints(n).toArray();
    int[] expected = new int[n];
    IntStream.range(0, n).forEach(i -> expected[row[i]] = value[i]);
    try (DeviceArray rows =
            memory().upload(Arrays.stream(row).mapToLong(r -> first + r).toArray());
        DeviceArray ordered = backend.clusters().inOrder(memory().upload(value), rows, first)) {
      assertArrayEquals(expected, memory().toInts(ordered));
    }
  }

  private static int[] shuffled(int n, SplittableRandom random) {
    int[] p = IntStream.range(0, n).toArray();
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int t = p[i];
      p[i] = p[j];
      p[j] = t;
    }
    return p;
  }
}
