package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Box;
import org.jzfof.literature.Clover;
import org.jzfof.literature.Grid;
import org.jzfof.literature.KdTree;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.SearchWork;
import org.jzfof.pipeline.PointSets;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;
import org.jzfof.threads.ParallelLoops;

/** The work that searches count, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ByMethod({
  "tree",
  "kdtree",
  "clover",
  "clover-bitonic",
  "clover:hubs=1",
  "clover:hubs=3",
  "grid",
  "grid:points=1000",
  "scan"
})
@ExtendWith(ParallelLoops.class)
class SearchWorkTest {
  private static final Box PERIODIC = Box.periodic(10, 10, 10);
  private static final Box OPEN = Box.open(new double[3], new double[] {10, 10, 10});

  /** The methods in which a warp scans 32 points in a step. */
  private static final EnumSet<NeighbourMethod> BY_WARPS =
      EnumSet.of(NeighbourMethod.CLOVER, NeighbourMethod.CLOVER_BITONIC, NeighbourMethod.SCAN);

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

  private static double[] uniform(int n, int seed) {
    return PointSets.UNIFORM.points(n, new double[] {10, 10, 10}, new SplittableRandom(seed));
  }

  private Coordinates upload(double[] xyz, ElementType type) {
    return new Coordinates(xyz.length / 3, FloatArrays.upload(memory(), type, xyz));
  }

  /** Work on the host, with the number of cells of the index. */
  private record Counts(int[] cells, int[] points, long[] steps, long cellsOfIndex) {}

  private Counts counts(SearchWork work, ToLongFunction<DeviceMemory> cells) {
    return new Counts(
        memory().toInts(work.cells()),
        memory().toInts(work.points()),
        memory().toLongs(work.steps()),
        cells.applyAsLong(memory()));
  }

  private Counts count(double[] xyz, ElementType type, Box box, double[] queries, int k) {
    try (Coordinates points = upload(xyz, type);
        Coordinates places = queries == null ? null : upload(queries, type);
        NeighbourIndex index = kernels().index(points, box);
        SearchWork work = SearchWork.of(memory(), (queries == null ? xyz : queries).length / 3);
        Neighbours found = kernels().searchCounted(index, places, k, type, work)) {
      assertEquals(k, found.k());
      return counts(work, memory -> cells(index));
    }
  }

  private static long cells(NeighbourIndex index) {
    return index instanceof Clover clover
        ? clover.cells().count()
        : index instanceof Grid grid
            ? grid.cells().count()
            : index instanceof KdTree tree ? tree.nodes().count() : 0;
  }

  private static int[] same(int n, long value) {
    int[] all = new int[n];
    Arrays.fill(all, (int) value);
    return all;
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void countingChangesNoNeighbours(PointSets set) {
    SplittableRandom random = new SplittableRandom(700 + set.ordinal());
    for (int c = 0; c < 12; c++) {
      KnnCase next = KnnCase.random(set, c, method, random);
      double[] queries = next.queries(c, random);
      try (Coordinates points = upload(next.points(), next.type());
          Coordinates places = upload(queries, next.type());
          NeighbourIndex index = kernels().index(points, next.box())) {
        checkSame(index, null, next, points.count(), set + " " + c);
        checkSame(index, places, next, places.count(), set + " queries " + c);
      }
    }
  }

  private void checkSame(
      NeighbourIndex index, Coordinates places, KnnCase of, long queries, String name) {
    int k = of.k();
    ElementType distance = of.distance();
    try (Neighbours plain =
            places == null
                ? kernels().searchAll(index, k, distance)
                : kernels().search(index, places, null, k, distance);
        SearchWork work = SearchWork.of(memory(), queries);
        Neighbours counted = kernels().searchCounted(index, places, k, distance, work)) {
      assertArrayEquals(memory().toInts(plain.row()), memory().toInts(counted.row()), name);
      assertArrayEquals(
          FloatArrays.doubles(memory(), plain.distance()),
          FloatArrays.doubles(memory(), counted.distance()),
          name);
    }
  }

  /** A query that lacks neighbours cannot leave out a point or a cell. */
  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "F64"})
  void allPointsAreTestedForMoreNeighboursThanThereAre(ElementType type) {
    int n = 50;
    for (double[] queries : new double[][] {null, uniform(40, 2)}) {
      int m = queries == null ? n : 40;
      Counts work = count(uniform(n, 1), type, OPEN, queries, 60);
      assertArrayEquals(same(m, n), work.points);
      if (method.kind() == NeighbourMethod.TREE) {
        assertTrue(IntStream.of(work.cells).allMatch(leaves -> leaves >= 1));
      } else {
        assertArrayEquals(same(m, work.cellsOfIndex), work.cells);
      }
    }
  }

  /** What is one cell is scanned by every query, 32 points in a step. */
  @ParameterizedTest
  @ValueSource(ints = {1, 32, 33, 500})
  void allPointsOfOneCellAreTested(int n) {
    for (Box box : new Box[] {OPEN, PERIODIC}) {
      Counts work = count(uniform(n, 3), ElementType.F32, box, null, 5);
      if (work.cellsOfIndex == 1 && method.kind() != NeighbourMethod.KDTREE) {
        assertArrayEquals(same(n, n), work.points);
        assertArrayEquals(same(n, 1), work.cells);
        long steps = BY_WARPS.contains(method.kind()) ? (long) n * ((n + 31) / 32) : 0;
        assertEquals(steps, LongStream.of(work.steps).sum());
      }
    }
  }

  /** With one neighbour every step has the lanes that are nearer than all before. */
  @Test
  void lanesWithNearerPointsAreCounted() {
    if (method.kind() == NeighbourMethod.SCAN || method.optionName().equals("clover:hubs=1")) {
      int n = 20;
      Counts work = count(uniform(n, 4), ElementType.F64, OPEN, null, 1);
      long[] expected = new long[SearchWork.LANES + 1];
      expected[n] = n; // nothing is found before the only step
      assertArrayEquals(expected, work.steps);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 70})
  void countsFitEachOther(int k) {
    int n = 3000;
    for (double[] queries : new double[][] {null, uniform(500, 6)}) {
      Counts work = count(uniform(n, 5), ElementType.F32, PERIODIC, queries, k);
      assertTrue(IntStream.of(work.points).allMatch(points -> points >= k));
      assertTrue(IntStream.of(work.cells).allMatch(cells -> cells >= 1));
      long points = IntStream.of(work.points).asLongStream().sum();
      long cells = IntStream.of(work.cells).asLongStream().sum();
      long steps = LongStream.of(work.steps).sum();
      if (work.cellsOfIndex == 0 || work.cellsOfIndex > 3) { // few cells may all be near
        assertTrue(points < (long) work.points.length * n, points + " points");
      }
      if (BY_WARPS.contains(method.kind())) {
        // The last step of a cell may be a part of one.
        assertTrue(points <= 32 * steps && steps <= points / 32 + cells, steps + " steps");
        long nearer =
            IntStream.rangeClosed(0, SearchWork.LANES).mapToLong(i -> i * work.steps[i]).sum();
        assertTrue((long) work.points.length * k <= nearer && nearer <= points, nearer + " lanes");
      } else {
        assertEquals(0, steps);
      }
    }
  }

  @Test
  void searchesAddToTheCounts() {
    double[] xyz = uniform(1000, 7);
    try (Coordinates points = upload(xyz, ElementType.F32);
        NeighbourIndex index = kernels().index(points, PERIODIC);
        SearchWork once = SearchWork.of(memory(), 1000);
        SearchWork twice = SearchWork.of(memory(), 1000)) {
      for (SearchWork work : List.of(once, twice, twice)) {
        kernels().searchCounted(index, null, 8, ElementType.F32, work).close();
      }
      Counts single = counts(once, memory -> 0);
      Counts both = counts(twice, memory -> 0);
      assertArrayEquals(IntStream.of(single.cells).map(i -> 2 * i).toArray(), both.cells);
      assertArrayEquals(IntStream.of(single.points).map(i -> 2 * i).toArray(), both.points);
      assertArrayEquals(LongStream.of(single.steps).map(i -> 2 * i).toArray(), both.steps);
    }
  }

  @Test
  void partsOfBuildingAreTimed() {
    StageClock clock = new StageClock(memory(), new LocalCommunicator(), stage -> {});
    try (Coordinates points = upload(uniform(1000, 8), ElementType.F32)) {
      backend.methods().knn(method, clock).index(points, PERIODIC).close();
    }
    List<String> parts = clock.stages().stream().map(StageTiming::name).toList();
    assertEquals(
        BY_WARPS.contains(method.kind())
            ? List.of(
                "order of queries",
                "distinct points",
                "nearest hubs",
                "cells",
                "edges",
                "sort of edges")
            : List.of(),
        parts);
  }
}
