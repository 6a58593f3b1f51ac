package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.ByMethod;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.particles.PositionLoader;
import org.jzfof.threads.ParallelLoops;

/** Whole rows of neighbours against brute force, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ByMethod({
  "tree",
  "kdtree",
  "kdtree:split=widest",
  "kdtree:walk=closest",
  "kdtree:split=widest:walk=closest",
  "clover",
  "clover-bitonic",
  "clover:hubs=3",
  "grid",
  "grid:points=20",
  "scan"
})
@ExtendWith(ParallelLoops.class)
class KnnTest {
  private static final int CONFIGURATIONS_PER_SET = 50;

  private Backend backend;

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  private KnnKernels kernels() {
    return backend.methods().knn(method);
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void equalsBruteForceOnRandomConfigurations(PointSets set) {
    SplittableRandom random = new SplittableRandom(200 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET, method); c++) {
      KnnCase next = KnnCase.random(set, c, method, random);
      checkOwn(next, set + " " + c);
      checkQueries(next, next.queries(c, random), random, set + " " + c);
    }
  }

  private Coordinates upload(double[] xyz, ElementType type) {
    return new Coordinates(xyz.length / 3, FloatArrays.upload(memory(), type, xyz));
  }

  private void checkOwn(KnnCase of, String name) {
    int n = of.points().length / 3;
    int[] asked = IntStream.range(0, n).filter(i -> n < 200 || i % 7 == 0).toArray();
    try (Coordinates points = upload(of.points(), of.type());
        NeighbourIndex index = kernels().index(points, of.box());
        Neighbours all = kernels().searchAll(index, of.k(), of.distance())) {
      checkRows(of, of.points(), asked, null, all, name);
      int[] order = memory().toInts(index.order());
      assertArrayEquals(
          IntStream.range(0, n).toArray(), IntStream.of(order).sorted().toArray(), name);
      int half = n / 2;
      try (Neighbours first = searchPoints(index, 0, half, of);
          Neighbours second = searchPoints(index, half, n, of)) {
        sameRows(all, first, Arrays.copyOfRange(order, 0, half), name);
        sameRows(all, second, Arrays.copyOfRange(order, half, n), name);
      }
      if (of.k() > 1) {
        checkWithout(all, n, name);
      }
    }
  }

  private Neighbours searchPoints(NeighbourIndex index, int from, int to, KnnCase of) {
    Neighbours found =
        Neighbours.allocate(memory(), to - from, of.k(), ElementType.I32, of.distance());
    kernels().searchPoints(index, from, to, found);
    return found;
  }

  private void checkQueries(KnnCase of, double[] queries, SplittableRandom random, String name) {
    int m = queries.length / 3;
    ElementType type = random.nextInt(4) == 0 ? ElementType.F64 : of.type();
    if (type == ElementType.F32) {
      Arrays.setAll(queries, i -> (float) queries[i]);
    }
    double[] reach = new double[m];
    Arrays.setAll(
        reach,
        i -> of.reach(queries, i, random.nextInt(4), random.nextInt(of.points().length / 3)));
    int[] asked = IntStream.range(0, m).toArray();
    try (Coordinates points = upload(of.points(), of.type());
        Coordinates places = upload(queries, type);
        DeviceArray within = memory().upload(reach);
        NeighbourIndex index = kernels().index(points, of.box());
        Neighbours free = kernels().search(index, places, null, of.k(), of.distance());
        Neighbours bounded = kernels().search(index, places, within, of.k(), of.distance())) {
      checkRows(of, queries, asked, null, free, name + " queries");
      checkRows(of, queries, asked, reach, bounded, name + " reach");
    }
  }

  private void checkRows(
      KnnCase of, double[] queries, int[] asked, double[] reach, Neighbours found, String name) {
    BruteForceNeighbours brute = new BruteForceNeighbours(of.points(), of.box());
    int[] row = memory().toInts(found.row());
    double[] distance = distances(found);
    for (int q : asked) {
      int[] expected = new int[of.k()];
      double[] expectedDistance = new double[of.k()];
      Arrays.fill(expected, Neighbours.NONE);
      Arrays.fill(expectedDistance, Double.POSITIVE_INFINITY);
      int[] nearest =
          brute.nearest(queries, q, reach == null ? Double.POSITIVE_INFINITY : reach[q], of.k());
      for (int j = 0; j < nearest.length; j++) {
        double d = brute.distance(queries, q, nearest[j]);
        expected[j] = nearest[j];
        expectedDistance[j] = of.distance() == ElementType.F32 ? (float) d : d;
      }
      String where = name + " " + of + " query " + q;
      assertArrayEquals(expected, Arrays.copyOfRange(row, q * of.k(), (q + 1) * of.k()), where);
      assertArrayEquals(
          expectedDistance, Arrays.copyOfRange(distance, q * of.k(), (q + 1) * of.k()), where);
    }
  }

  private double[] distances(Neighbours found) {
    return FloatArrays.doubles(memory(), found.distance());
  }

  /** Row i of {@code part} is row {@code of[i]} of {@code all}. */
  private void sameRows(Neighbours all, Neighbours part, int[] of, String name) {
    int k = all.k();
    int[] row = memory().toInts(all.row());
    double[] distance = distances(all);
    int[] partRow = memory().toInts(part.row());
    double[] partDistance = distances(part);
    assertEquals(of.length, part.count());
    for (int i = 0; i < of.length; i++) {
      for (int j = 0; j < k; j++) {
        assertEquals(row[of[i] * k + j], partRow[i * k + j], name);
        assertEquals(distance[of[i] * k + j], partDistance[i * k + j], name);
      }
    }
  }

  private void checkWithout(Neighbours all, int n, String name) {
    int k = all.k();
    int[] row = memory().toInts(all.row());
    double[] distance = distances(all);
    int[] expected = new int[n * (k - 1)];
    double[] expectedDistance = new double[n * (k - 1)];
    int[] left = IntStream.range(0, n).map(i -> i % 5 == 0 ? n : i).toArray();
    for (int i = 0; i < n; i++) {
      int at = i * (k - 1);
      for (int j = 0; j < k && at < (i + 1) * (k - 1); j++) {
        if (row[i * k + j] != left[i]) {
          expected[at] = row[i * k + j];
          expectedDistance[at++] = distance[i * k + j];
        }
      }
    }
    try (DeviceArray self = memory().upload(left);
        Neighbours rest = kernels().rows().removeNeighbour(all, self)) {
      assertEquals(k - 1, rest.k());
      assertArrayEquals(expected, memory().toInts(rest.row()), name);
      assertArrayEquals(expectedDistance, distances(rest), name);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 100})
  void latticeWhoseShellsAreCutByTheNumberOfNeighbours(int k) {
    int m = 16;
    double[] xyz = new double[3 * m * m * m];
    for (int i = 0; i < m * m * m; i++) {
      xyz[3 * i] = i % m;
      xyz[3 * i + 1] = i / m % m;
      xyz[3 * i + 2] = i / m / m;
    }
    checkOwn(
        new KnnCase(Box.periodic(m, m, m), xyz, k, ElementType.F32, ElementType.F32), "lattice");
    checkOwn(
        new KnnCase(Boxes.boundingBox(xyz), xyz, k, ElementType.F64, ElementType.F64), "lattice");
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, KnnKernels.MAX_K})
  void thousandsOfNeighbours(int k) {
    assumeTrue(k <= method.kind().maximumNeighbours(), () -> "more than " + method + " finds");
    SplittableRandom random = new SplittableRandom(k);
    double[] side = {1, 2, 3};
    double[] xyz = PointSets.CLUSTERED.points(6000, side, random);
    KnnCase of = new KnnCase(Box.periodic(side), xyz, k, ElementType.F64, ElementType.F64);
    double[] queries = Arrays.copyOf(PointSets.UNIFORM.points(20, side, random), 60);
    checkQueries(of, queries, random, "k " + k);
    checkOwn(
        new KnnCase(of.box(), Arrays.copyOf(xyz, 600), k, ElementType.F64, ElementType.F32),
        "k " + k);
  }

  /** Float32 coordinates near 0 are finer than any fixed point of the box. */
  @Test
  void clumpFinerThanFixedPoint() {
    SplittableRandom random = new SplittableRandom(11);
    double[] xyz = new double[3 * 400];
    Arrays.setAll(xyz, i -> (float) (i < 900 ? 1e-9 * random.nextDouble() : random.nextDouble()));
    checkOwn(
        new KnnCase(Box.periodic(1, 1, 1), xyz, 20, ElementType.F32, ElementType.F64),
        "fine clump");
    checkOwn(
        new KnnCase(Boxes.boundingBox(xyz), xyz, 20, ElementType.F32, ElementType.F64),
        "fine clump");
  }

  /** A fifth of the points are in clumps whose places differ in their last bits alone. */
  @Test
  void clumpsThatFewBitsDoNotTellApart() {
    SplittableRandom random = new SplittableRandom(18);
    double[] xyz = new double[3 * 4000];
    for (int i = 0; i < 4000; i++) {
      boolean inClump = i % 5 == 0;
      for (int d = 0; d < 3; d++) {
        double corner = (1 + (i / 5 % 20) * (7 + d) % 29) / 32.0;
        xyz[3 * i + d] =
            (float) (inClump ? corner + 3e-6 * random.nextDouble() : random.nextDouble());
      }
    }
    for (ElementType type : List.of(ElementType.F32, ElementType.F64)) {
      checkOwn(new KnnCase(Box.periodic(1, 1, 1), xyz, 12, type, ElementType.F64), "clumps");
    }
  }

  /** Points outside a periodic box are where they are wrapped to. */
  @Test
  void pointsOutsideThePeriodicBox() {
    SplittableRandom random = new SplittableRandom(12);
    double[] xyz = new double[3 * 500];
    Arrays.setAll(xyz, i -> (float) (random.nextDouble() + random.nextInt(-1000, 1000)));
    checkOwn(
        new KnnCase(Box.periodic(1, 1, 1), xyz, 16, ElementType.F32, ElementType.F64), "outside");
  }

  /** The far side of a periodic box is its near side; rounding puts points there. */
  @Test
  void pointsOnTheFarSide() {
    SplittableRandom random = new SplittableRandom(14);
    double[] xyz = new double[3 * 700];
    Arrays.setAll(
        xyz, i -> random.nextInt(4) == 0 ? 100 * random.nextInt(2) : 100 * random.nextDouble());
    for (ElementType type : new ElementType[] {ElementType.F32, ElementType.F64}) {
      if (type == ElementType.F32) {
        Arrays.setAll(xyz, i -> (float) xyz[i]);
      }
      KnnCase of = new KnnCase(Box.periodic(100, 100, 100), xyz, 16, type, ElementType.F64);
      checkOwn(of, "far side");
      checkQueries(of, Arrays.copyOf(xyz, 300), random, "far side");
    }
  }

  @Test
  void flatBoxIgnoresItsFlatDimension() {
    SplittableRandom random = new SplittableRandom(13);
    double[] xyz = PointSets.UNIFORM.points(300, new double[] {5, 5, 0}, random);
    checkOwn(new KnnCase(Box.periodic(5, 5, 0), xyz, 16, ElementType.F64, ElementType.F64), "flat");
  }

  @Test
  void nothingAskedAndNothingThere() {
    try (Coordinates none = upload(new double[0], ElementType.F32);
        Coordinates one = upload(new double[] {.1, .2, .3}, ElementType.F32);
        NeighbourIndex empty = kernels().index(none, Box.periodic(1, 1, 1));
        NeighbourIndex index = kernels().index(one, Box.periodic(1, 1, 1));
        Neighbours own = kernels().searchAll(empty, 3, ElementType.F32);
        Neighbours noQuery = kernels().search(index, none, null, 3, ElementType.F32);
        Neighbours noPoint = kernels().search(empty, one, null, 3, ElementType.F32)) {
      assertEquals(0, own.count());
      assertEquals(0, noQuery.count());
      assertArrayEquals(new int[] {-1, -1, -1}, memory().toInts(noPoint.row()));
      assertEquals(Double.POSITIVE_INFINITY, distances(noPoint)[2]);
    }
  }

  /** Only the first rows of a place can be among the neighbours of anything. */
  @Tag("large")
  @Test
  void manyPointsAtOnePlace() {
    int n = method.kind() == NeighbourMethod.TREE ? 1_100_000 : 110_000;
    int k = 16;
    SplittableRandom random = new SplittableRandom(14);
    double[] xyz = PointSets.UNIFORM.points(n, new double[] {1, 1, 1}, random);
    for (int i = 0; i < n; i++) {
      if (i % 11 != 0) {
        Arrays.fill(xyz, 3 * i, 3 * i + 3, 0.25);
      }
    }
    int[] expected = IntStream.range(0, n).filter(i -> i % 11 != 0).limit(k).toArray();
    try (Coordinates points = upload(xyz, ElementType.F32);
        NeighbourIndex index = kernels().index(points, Box.periodic(1, 1, 1));
        Neighbours all = kernels().searchAll(index, k, ElementType.F32)) {
      int[] row = memory().toInts(all.row());
      float[] distance = memory().toFloats(all.distance());
      for (int i = 0; i < n; i++) {
        if (i % 11 != 0) {
          assertEquals(0, distance[i * k + k - 1]);
          assertEquals(0, Arrays.compare(row, i * k, (i + 1) * k, expected, 0, k));
        } else {
          assertEquals(i, row[i * k]);
        }
      }
    }
  }

  /**
   * Every eleventh particle of a simulation: what is listed is what no other particle is nearer
   * than.
   */
  @Test
  void particlesOfSimulation() {
    Snapshot snapshot = Snapshot.open(Path.of("examples/lcdm32/snapshot_001.hdf5"));
    SnapshotRows rows = new SnapshotRows(snapshot, new int[] {1}, false);
    Box box = Box.periodic(25, 25, 25);
    try (Coordinates points =
            new PositionLoader(rows, box, backend.particles(), memory()).load(0, rows.rows());
        NeighbourIndex index = kernels().index(points, box);
        Neighbours few = kernels().searchAll(index, 16, ElementType.F64);
        Neighbours many = kernels().searchAll(index, 133, ElementType.F64)) {
      double[] xyz = FloatArrays.doubles(memory(), points.xyz());
      BruteForceNeighbours brute = new BruteForceNeighbours(xyz, box);
      int n = xyz.length / 3;
      assertEquals(32768, n);
      for (Neighbours found : List.of(few, many)) {
        int k = found.k();
        int[] row = memory().toInts(found.row());
        double[] distance = distances(found);
        IntStream.range(0, n / 11)
            .parallel()
            .map(i -> 11 * i)
            .forEach(
                q ->
                    assertEquals(
                        "",
                        brute.fault(
                            q,
                            Arrays.copyOfRange(row, q * k, (q + 1) * k),
                            Arrays.copyOfRange(distance, q * k, (q + 1) * k)),
                        "particle " + q));
      }
    }
  }
}
