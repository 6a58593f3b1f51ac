package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Morton;
import org.jzfof.domain.MortonKeys;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.Splitters;
import org.jzfof.threads.ParallelLoops;
import org.jzfof.tree.TreeLevel;

/** What conversion, order and tree levels do on every backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class BackendTest {
  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  private static double[] coordinates(int n, double side, long seed) {
    return new SplittableRandom(seed).doubles(3L * n, -0.5 * side, 1.5 * side).toArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void coordinatesBecomeFixedPointAsInJava(boolean periodic) {
    int n = 800_000;
    double[] xyz = coordinates(n, 7, 1);
    double[] sides = {7, 3.3, periodic ? 0 : 5};
    Box box = periodic ? Box.periodic(sides) : Box.open(new double[] {-4, -4, -4}, sides);
    FixedPoint map = FixedPoint.of(box);
    float[] rounded = new float[3 * n];
    int[] expected = new int[3 * n];
    int[] expectedRounded = new int[3 * n];
    for (int i = 0; i < 3 * n; i++) {
      rounded[i] = (float) xyz[i];
      expected[i] = map.toFixed(xyz[i], i % 3);
      expectedRounded[i] = map.toFixed(rounded[i], i % 3);
    }
    ParticleKernels kernels = backend.particles();
    try (DeviceArray positions = memory().allocate(ElementType.I32, 3L * n + 3);
        Quantiser quantiser = kernels.quantiser(map, positions)) {
      quantiser.convert(xyz, n, 1);
      assertEquals(Quantiser.ALL_VALID, quantiser.firstFault());
      assertArrayEquals(expected, Arrays.copyOfRange(memory().toInts(positions), 3, 3 * n + 3));
      quantiser.convert(rounded, n, 0);
      assertEquals(Quantiser.ALL_VALID, quantiser.firstFault());
      assertArrayEquals(expectedRounded, Arrays.copyOf(memory().toInts(positions), 3 * n));
      rounded[3 * 799_999 + 2] = Float.POSITIVE_INFINITY;
      quantiser.convert(rounded, n, 0);
      assertEquals(799_999, quantiser.firstFault());
      xyz[3 * 777_777 + 1] = Double.NaN;
      xyz[3 * 700_001] = Double.NEGATIVE_INFINITY;
      quantiser.convert(xyz, n, 0);
      assertEquals(700_001, quantiser.firstFault());
      quantiser.convert(rounded, n, 0);
      assertEquals(700_001, quantiser.firstFault());
    }
  }

  @Test
  void threadsPutCoordinatesAtOnce() {
    int blocks = 24;
    int n = 50_000;
    double[] all = coordinates(blocks * n, 5, 3);
    FixedPoint map = FixedPoint.of(Box.periodic(5, 5, 5));
    int[] expected = new int[all.length];
    long[] numbers = new SplittableRandom(4).longs((long) blocks * n).toArray();
    try (DeviceArray positions = memory().allocate(ElementType.I32, all.length);
        DeviceArray ids = memory().allocate(ElementType.I64, numbers.length);
        Quantiser quantiser = backend.particles().quantiser(map, positions)) {
      IntStream.range(0, blocks)
          .parallel()
          .forEach(
              b -> {
                double[] xyz = Arrays.copyOfRange(all, 3 * n * b, 3 * n * (b + 1));
                if (b % 2 == 0) {
                  quantiser.convert(xyz, n, (long) n * b);
                } else {
                  float[] rounded = new float[3 * n];
                  IntStream.range(0, 3 * n).forEach(i -> rounded[i] = (float) xyz[i]);
                  quantiser.convert(rounded, n, (long) n * b);
                  Arrays.fill(rounded, Float.NaN); // the block is the caller's again
                }
                for (int i = 0; i < 3 * n; i++) {
                  double x = b % 2 == 0 ? xyz[i] : (float) xyz[i];
                  expected[3 * n * b + i] = map.toFixed(x, i % 3);
                }
                long[] some = Arrays.copyOfRange(numbers, n * b, n * (b + 1));
                memory().write(ids, (long) n * b, some, n);
              });
      assertEquals(Quantiser.ALL_VALID, quantiser.firstFault());
      assertArrayEquals(expected, memory().toInts(positions));
      assertArrayEquals(numbers, memory().toLongs(ids));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mockParticlesDependOnTheirIndexAlone(boolean clustered) {
    int n = 100_001;
    MockParticles mock = clustered ? MockParticles.clustered(n, 11) : MockParticles.uniform(n, -12);
    int first = 70_003;
    int[] positions = new int[3 * (n - first)];
    float[] velocities = new float[3 * (n - first)];
    for (int i = first; i < n; i++) {
      mock.make(i, i - first, positions, velocities);
    }
    try (Particles particles = backend.particles().mock(mock, first, n - first);
        DeviceArray expected = memory().upload(velocities)) {
      assertEquals(n - first, particles.count());
      assertArrayEquals(positions, memory().toInts(particles.positions()));
      assertArrayEquals(
          IntStream.range(first, n).mapToLong(i -> i + 1).toArray(),
          memory().toLongs(particles.ids()));
      assertEquals(bytes(expected), bytes(particles.velocities()));
    }
  }

  @Test
  void fixedPointBecomesCoordinates() {
    int[] positions = {Integer.MIN_VALUE, 0, Integer.MAX_VALUE, 12345, -98765432, 1 << 30};
    FixedPoint map = FixedPoint.of(Box.periodic(7, 3.3, 1));
    float[] xyz = {0, 1.65f, 1, 0, 0, 0};
    for (int i = 3; i < 6; i++) {
      xyz[i] = (float) ((positions[i] + 0x1p31) * map.cell()[i % 3]);
    }
    try (DeviceArray array = memory().upload(positions);
        DeviceArray expected = memory().upload(xyz);
        DeviceArray coordinates = backend.particles().coordinates(map, array)) {
      assertEquals(bytes(expected), bytes(coordinates));
    }
  }

  private ByteBuffer bytes(DeviceArray array) {
    ByteBuffer bytes = ByteBuffer.allocate((int) array.byteLength());
    memory().read(array, 0, bytes);
    return bytes.flip();
  }

  @Test
  void fractionsOfTheBox() {
    int n = 2_000_000;
    int[] fractions = new SplittableRandom(2).ints(3L * n).toArray();
    int[] expected = Arrays.stream(fractions).map(f -> f ^ 0x80000000).toArray();
    FixedPoint map = FixedPoint.of(Box.periodic(1, 1, 1));
    try (DeviceArray positions = memory().allocate(ElementType.I32, 3L * n);
        Quantiser quantiser = backend.particles().quantiser(map, positions)) {
      quantiser.convertFractions(fractions, n, 0);
      assertArrayEquals(expected, memory().toInts(positions));
    }
  }

  /** Many points in few cells, half of them coincident in a few places. */
  private static int[] lumps(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] positions = new int[3 * n];
    for (int i = 0; i < n; i++) {
      int lump = random.nextInt(50);
      int bits = 32 - lump % 30;
      boolean exact = random.nextBoolean();
      for (int d = 0; d < 3; d++) {
        int corner = (lump * 0x9e3779b9 * (d + 1)) & -1 << bits - 1;
        positions[3 * i + d] = corner + (exact ? 0 : random.nextInt() >>> 32 - bits + 1);
      }
    }
    return positions;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31, 1000, 100_000})
  void sortsInMortonOrderToTheLastBit(int n) {
    int[] positions = lumps(n, n);
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> compare(positions, a, b));
    int[] expected = Arrays.stream(order).mapToInt(i -> i).toArray();
    try (DeviceArray array = memory().upload(positions);
        SortedPoints points = backend.particles().mortonSort(memory().upload(positions), n, 7, 1);
        DeviceArray sorted = backend.particles().gather(array, 3, points.row());
        DeviceArray places = backend.particles().inverse(points.row())) {
      assertArrayEquals(expected, memory().toInts(points.row()));
      int[] place = memory().toInts(places);
      for (int i = 0; i < n; i++) {
        assertEquals(i, place[expected[i]]);
      }
      int[] xyz = memory().toInts(sorted);
      int[] x = memory().toInts(points.x());
      int[] z = memory().toInts(points.z());
      for (int i = 0; i < n; i++) {
        assertEquals(positions[3 * expected[i]], x[i]);
        assertEquals(positions[3 * expected[i] + 2], z[i]);
        assertEquals(positions[3 * expected[i] + 1], xyz[3 * i + 1]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 33, 100_000})
  void ordersRowsAsUnsignedNumbers(int n) {
    SplittableRandom random = new SplittableRandom(n);
    int[] rows = random.ints(n).toArray();
    for (int i = 2; i < n; i += 3) {
      rows[i] = rows[i - 2];
    }
    int[] expected =
        IntStream.range(0, n)
            .boxed()
            .sorted((a, b) -> Integer.compareUnsigned(rows[a], rows[b]))
            .mapToInt(i -> i)
            .toArray();
    try (DeviceArray array = memory().upload(rows);
        DeviceArray order = backend.particles().order(array)) {
      assertArrayEquals(expected, memory().toInts(order));
      assertArrayEquals(rows, memory().toInts(array));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0, 0", "1000, 1000", "100000, 777"})
  void samplesKeysAtRegularRows(int n, int samples) {
    int[] positions = lumps(n, 3);
    long[] expected = new long[samples];
    for (int s = 0; s < samples; s++) {
      expected[s] = MortonKeys.of(positions, (int) ((s + 0.5) * n / samples));
    }
    Arrays.sort(expected);
    try (DeviceArray array = memory().upload(positions)) {
      assertArrayEquals(expected, backend.particles().sampleKeys(array, n, samples));
    }
  }

  /** Splitters among points, one that shares out coincident points, and two that are the same. */
  @ParameterizedTest
  @CsvSource({"0, 7", "1, 7", "100000, 7", "100000, 2", "100000, 32", "100000, 33", "5000, 300"})
  void partsRowsByTheirPieceOfSpace(int n, int pieces) {
    int[] positions = lumps(n, 7);
    long[] keys = MortonKeys.of(positions);
    long[] sample = n == 0 ? new long[] {5, 9} : keys;
    Splitters splitters = MortonKeys.splitters(sample, pieces);
    int[] piece = new int[n];
    Arrays.setAll(piece, i -> splitters.pieceOf(keys[i], (double) i / n));
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> piece[a] - piece[b]);
    try (DeviceArray array = memory().upload(positions);
        Partition partition = backend.particles().partition(array, n, splitters)) {
      assertArrayEquals(
          Arrays.stream(order).mapToInt(i -> i).toArray(), memory().toInts(partition.rows()));
      long[] start = new long[pieces + 1];
      for (int p = 1; p <= pieces; p++) {
        int limit = p;
        start[p] = Arrays.stream(piece).filter(x -> x < limit).count();
      }
      assertArrayEquals(start, partition.start());
    }
  }

  /** Compares the places of two rows. */
  private static int places(int[] p, int a, int b) {
    int order = Long.compare(key(p, a, 0), key(p, b, 0));
    return order != 0 ? order : Long.compare(key(p, a, 16), key(p, b, 16));
  }

  private static long key(int[] p, int row, int skip) {
    return Morton.key(p[3 * row], p[3 * row + 1], p[3 * row + 2], skip, 16);
  }

  private static int compare(int[] p, int a, int b) {
    int order = places(p, a, b);
    return order != 0 ? order : Integer.compare(a, b);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 33, 1000, 100_000})
  void leavesAreSmallTightAndCoverEverything(int n) {
    int max = 20;
    int[] positions = lumps(n, 3 * n);
    try (DeviceArray array = memory().upload(positions);
        SortedPoints points = backend.particles().mortonSort(array, n, 9, max);
        TreeLevel leaves = backend.tree().leaves(points, max);
        TreeLevel parents = backend.tree().coarsen(leaves, 8)) {
      int[][] xyz = {
        memory().toInts(points.x()), memory().toInts(points.y()), memory().toInts(points.z())
      };
      int[] nodes = memory().toInts(leaves.nodes());
      int next = 0;
      for (int at = 0; at < nodes.length; at += TreeLevel.NODE_INTS) {
        assertEquals(next, nodes[at + TreeLevel.FIRST]);
        int end = next + nodes[at + TreeLevel.SIZE];
        boolean coincident = true;
        for (int d = 0; d < 3; d++) {
          int low = Arrays.stream(xyz[d], next, end).min().orElseThrow();
          int high = Arrays.stream(xyz[d], next, end).max().orElseThrow();
          assertEquals(low, nodes[at + d]);
          assertEquals(high, nodes[at + TreeLevel.UPPER + d]);
          coincident &= low == high;
        }
        assertTrue(end - next <= max || coincident, end - next + " points in a leaf");
        next = end;
      }
      assertEquals(n, next);
      int[] above = memory().toInts(parents.nodes());
      int child = 0;
      for (int at = 0; at < above.length; at += TreeLevel.NODE_INTS) {
        assertEquals(child, above[at + TreeLevel.FIRST]);
        int end = child + above[at + TreeLevel.SIZE];
        assertTrue(end > child && end <= child + 8);
        for (int d = 0; d < 3; d++) {
          int low = Integer.MAX_VALUE;
          int high = Integer.MIN_VALUE;
          for (int c = child; c < end; c++) {
            low = Math.min(low, nodes[c * TreeLevel.NODE_INTS + d]);
            high = Math.max(high, nodes[c * TreeLevel.NODE_INTS + TreeLevel.UPPER + d]);
          }
          assertEquals(low, above[at + d]);
          assertEquals(high, above[at + TreeLevel.UPPER + d]);
        }
        child = end;
      }
      assertEquals(leaves.count(), child);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void coordinatesOnTheDeviceBecomeFixedPoint(boolean periodic) {
    Box box =
        periodic
            ? Box.periodic(10, 3, 0)
            : Box.open(new double[] {-1, 5, 2}, new double[] {4, 6, 2});
    FixedPoint map = FixedPoint.of(box);
    double[] xyz = new SplittableRandom(8).doubles(3000, -30, 30).toArray();
    xyz[7] = 1e30 * (periodic ? 0 : 1);
    float[] rounded = new float[xyz.length];
    IntStream.range(0, xyz.length).forEach(i -> rounded[i] = (float) xyz[i]);
    try (DeviceArray doubles = memory().upload(xyz);
        DeviceArray floats = memory().upload(rounded);
        DeviceArray fromDoubles = backend.particles().quantise(map, doubles);
        DeviceArray fromFloats = backend.particles().quantise(map, floats)) {
      int[] expected =
          IntStream.range(0, xyz.length).map(i -> map.toNearest(xyz[i], i % 3)).toArray();
      assertArrayEquals(expected, memory().toInts(fromDoubles));
      Arrays.setAll(expected, i -> map.toNearest(rounded[i], i % 3));
      assertArrayEquals(expected, memory().toInts(fromFloats));
    }
  }
}
