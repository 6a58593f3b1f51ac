package org.jzfof.neighbours.search;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.threads.ParallelLoops;

/** Neighbours within radii against brute force, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ByMethod({
  "tree",
  "kdtree",
  "kdtree:split=widest",
  "kdtree:walk=closest",
  "kdtree:split=widest:walk=closest",
  "btree",
  "btree:bucket=1:alpha=1:beta=0.05",
  "btree:bucket=50:alpha=0.1:beta=0.95",
  "octree"
})
@ExtendWith(ParallelLoops.class)
class RadiusTest {
  private static final int CONFIGURATIONS_PER_SET = 30;
  private static final int[] SIZES = {1, 2, 5, 17, 33, 100, 257, 600, 1500};

  private Backend backend;

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  private RadiusKernels kernels() {
    return backend.methods().radius(method);
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void equalsBruteForceOnRandomConfigurations(PointSets set) {
    SplittableRandom random = new SplittableRandom(300 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET, method); c++) {
      RadiusCase of = RadiusCase.random(set, SIZES[c % SIZES.length], c, random);
      ElementType type = of.type();
      check(of, of.points(), type, c, random, set + " " + c + " own");
      ElementType asking = random.nextInt(4) == 0 ? ElementType.F64 : type;
      if (c % 2 == 0) {
        check(of, of.places(asking, c, random), asking, c, random, set + " " + c + " places");
      }
    }
  }

  private void check(
      RadiusCase of,
      double[] places,
      ElementType type,
      int c,
      SplittableRandom random,
      String name) {
    double[] radius = of.radii(places, c, random);
    double[] ofPoints = null;
    if (c % 4 < 2 && method.kind().supports(NeighbourMethod.Search.SYMMETRIC)) {
      ofPoints = new double[of.count()];
      Arrays.setAll(ofPoints, i -> of.radius(of.points(), i, random));
    }
    check(of, places, type, radius, ofPoints, name);
  }

  private Coordinates upload(double[] xyz, ElementType type) {
    return new Coordinates(xyz.length / 3, FloatArrays.upload(memory(), type, xyz));
  }

  /**
   * @param ofPoints radii of the points, or null
   */
  private void check(
      RadiusCase of,
      double[] places,
      ElementType type,
      double[] radius,
      double[] ofPoints,
      String name) {
    try (Coordinates points = upload(of.points(), of.type());
        Coordinates asking = upload(places, type);
        DeviceArray radii = memory().upload(radius);
        DeviceArray radiiOfPoints = ofPoints == null ? null : memory().upload(ofPoints);
        NeighbourIndex index = kernels().index(points, of.box());
        PointRadii known = ofPoints == null ? null : kernels().radii(index, radiiOfPoints);
        DeviceArray counts = kernels().count(index, new BallQueries(asking, radii, known))) {
      long[] start = new long[radius.length + 1];
      long[] count = memory().toLongs(counts);
      for (int q = 0; q < count.length; q++) {
        start[q + 1] = start[q] + count[q];
      }
      if (places == of.points()) {
        try (DeviceArray own = kernels().count(index, new BallQueries(null, radii, known))) {
          assertArrayEquals(count, memory().toLongs(own), name + " " + of);
        }
      }
      try (NeighbourLists lists =
          kernels()
              .find(
                  index,
                  new BallQueries(asking, radii, known),
                  memory().upload(start),
                  start[radius.length],
                  of.distance())) {
        compare(of, places, radius, ofPoints, start, lists, name);
      }
    }
  }

  private void compare(
      RadiusCase of,
      double[] places,
      double[] radius,
      double[] ofPoints,
      long[] start,
      NeighbourLists lists,
      String name) {
    int[] row = memory().toInts(lists.row());
    double[] distance = FloatArrays.doubles(memory(), lists.distance());
    for (int q = 0; q < radius.length; q++) {
      String where = name + " " + of + " query " + q + " radius " + radius[q];
      int[] expected = of.within(places, q, radius[q], ofPoints);
      int from = (int) start[q];
      int to = (int) start[q + 1];
      assertArrayEquals(expected, Arrays.copyOfRange(row, from, to), where);
      assertArrayEquals(
          of.distances(places, q, expected), Arrays.copyOfRange(distance, from, to), where);
    }
  }

  /** Lists of any length, in a cloud of equal distances. */
  @Test
  void listsOfThousandsOfNeighbours() {
    SplittableRandom random = new SplittableRandom(21);
    double[] side = {1, 1, 1};
    double[] xyz = PointSets.COINCIDENT.points(5000, side, random);
    double[] places = Arrays.copyOf(xyz, 3 * 40);
    double[] radius = new double[40];
    Arrays.setAll(radius, i -> 0.04 * i);
    RadiusCase of = new RadiusCase(Box.periodic(side), xyz, ElementType.F64, ElementType.F32);
    check(of, places, ElementType.F64, radius, null, "thousands");
  }

  @Test
  void pointsOutsideThePeriodicBox() {
    SplittableRandom random = new SplittableRandom(22);
    double[] xyz = new double[3 * 500];
    Arrays.setAll(xyz, i -> (float) (random.nextDouble() + random.nextInt(-1000, 1000)));
    double[] radius = new double[500];
    Arrays.setAll(radius, i -> 0.2 * random.nextDouble());
    RadiusCase of = new RadiusCase(Box.periodic(1, 1, 1), xyz, ElementType.F32, ElementType.F64);
    check(of, xyz, ElementType.F32, radius, null, "outside");
  }

  /** Float32 coordinates near 0 are finer than any fixed point of the box. */
  @Test
  void clumpFinerThanFixedPoint() {
    SplittableRandom random = new SplittableRandom(23);
    double[] xyz = new double[3 * 600];
    Arrays.setAll(xyz, i -> (float) (i < 1500 ? 1e-9 * random.nextDouble() : random.nextDouble()));
    double[] radius = new double[600];
    Arrays.fill(radius, 5e-10);
    for (Box box : new Box[] {Box.periodic(1, 1, 1), Boxes.boundingBox(xyz)}) {
      RadiusCase of = new RadiusCase(box, xyz, ElementType.F32, ElementType.F64);
      check(of, xyz, ElementType.F32, radius, null, "fine clump");
    }
  }

  /** A radius that is exactly the spacing of a lattice holds the whole shell. */
  @Test
  void shellsOfLattice() {
    int m = 12;
    double[] xyz = new double[3 * m * m * m];
    for (int i = 0; i < m * m * m; i++) {
      xyz[3 * i] = i % m;
      xyz[3 * i + 1] = i / m % m;
      xyz[3 * i + 2] = i / m / m;
    }
    int[] within = {1, 7, 19, 27, 33};
    for (int shell = 0; shell < within.length; shell++) {
      double[] radius = new double[m * m * m];
      Arrays.fill(radius, Math.sqrt(shell));
      try (Coordinates points = upload(xyz, ElementType.F32);
          DeviceArray radii = memory().upload(radius);
          NeighbourIndex index = kernels().index(points, Box.periodic(m, m, m));
          DeviceArray counts = kernels().count(index, new BallQueries(null, radii, null))) {
        int expected = within[shell];
        assertArrayEquals(
            IntStream.range(0, radius.length).mapToLong(i -> expected).toArray(),
            memory().toLongs(counts));
      }
    }
  }

  @Test
  void nothingAskedAndNothingThere() {
    try (Coordinates none = upload(new double[0], ElementType.F32);
        Coordinates one = upload(new double[] {.1, .2, .3}, ElementType.F32);
        DeviceArray noRadius = memory().upload(new double[0]);
        DeviceArray radius = memory().upload(new double[] {1});
        NeighbourIndex empty = kernels().index(none, Box.periodic(1, 1, 1));
        NeighbourIndex index = kernels().index(one, Box.periodic(1, 1, 1));
        DeviceArray own = kernels().count(empty, new BallQueries(null, noRadius, null));
        DeviceArray noQuery = kernels().count(index, new BallQueries(none, noRadius, null));
        DeviceArray noPoint = kernels().count(empty, new BallQueries(one, radius, null));
        NeighbourLists lists =
            kernels()
                .find(
                    empty,
                    new BallQueries(one, radius, null),
                    memory().upload(new long[2]),
                    0,
                    ElementType.F32)) {
      assertEquals(0, own.length());
      assertEquals(0, noQuery.length());
      assertArrayEquals(new long[] {0}, memory().toLongs(noPoint));
      assertEquals(0, lists.row().length());
    }
  }
}
