package org.jzfof.neighbours.search;

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
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Box;
import org.jzfof.literature.KdTree;
import org.jzfof.literature.LeftBalancedShape;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.PointSets;
import org.jzfof.threads.ParallelLoops;

/** The k-d tree itself, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class KdTreeTest {
  private static final int[] SIZES = {1, 2, 3, 4, 5, 17, 33, 100, 257, 600, 5000};

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  private Coordinates upload(double[] xyz, ElementType type) {
    return new Coordinates(xyz.length / 3, FloatArrays.upload(memory(), type, xyz));
  }

  private KdTree tree(Coordinates points, Box box) {
    return tree(SearchMethod.of(NeighbourMethod.KDTREE), points, box);
  }

  private KdTree tree(SearchMethod method, Coordinates points, Box box) {
    return (KdTree) backend.methods().knn(method).index(points, box);
  }

  /** The ten points of section 5 of Wald 2022, in two dimensions, and where they end. */
  @Test
  void exampleOfThePaper() {
    double[] x = {10, 46, 68, 40, 25, 15, 44, 45, 62, 53};
    double[] y = {15, 63, 21, 33, 54, 43, 58, 40, 69, 67};
    int[] inOrder = {46, 15, 53, 40, 44, 68, 62, 10, 45, 25};
    double[] xyz = new double[30];
    for (int i = 0; i < 10; i++) {
      xyz[3 * i] = x[i];
      xyz[3 * i + 1] = y[i];
    }
    for (ElementType type : new ElementType[] {ElementType.F32, ElementType.F64}) {
      try (Coordinates points = upload(xyz, type);
          KdTree tree = tree(points, Box.periodic(100, 100, 0))) {
        int[] row = memory().toInts(tree.nodes().row());
        double[] nodes = FloatArrays.doubles(memory(), tree.nodes().xyz());
        for (int i = 0; i < 10; i++) {
          assertEquals(inOrder[i], nodes[3 * i], "node " + i);
          assertEquals(inOrder[i], x[row[i]], "node " + i);
        }
      }
    }
  }

  /** No point is on the wrong side of a node above it, and each is in a list once. */
  @ParameterizedTest
  @EnumSource(PointSets.class)
  void nodesDivideThePoints(PointSets set) {
    for (String method : new String[] {"kdtree", "kdtree:split=widest"}) {
      SplittableRandom random = new SplittableRandom(400 + set.ordinal());
      for (int n : SIZES) {
        double[] side = {1, 2, 3};
        double[] xyz = set.points(n, side, random);
        try (Coordinates points = upload(xyz, ElementType.F64);
            KdTree tree = tree(SearchMethod.parse(method), points, Boxes.boundingBox(xyz))) {
          checkNodes(tree, xyz);
        }
      }
    }
  }

  /**
   * Splits of F32 points in a periodic box, of which one dimension may be flat: the positions of
   * every second point differ from those of another in that dimension alone.
   */
  @ParameterizedTest
  @EnumSource(PointSets.class)
  void widestDimensionIsNeverFlat(PointSets set) {
    SplittableRandom random = new SplittableRandom(500 + set.ordinal());
    for (int n : SIZES) {
      for (int flat = -1; flat < 3; flat++) {
        double[] side = {1, 2, 3};
        double[] xyz = set.points(n, side, random);
        if (flat >= 0) {
          side[flat] = 0;
          for (int i = 3; i < xyz.length; i++) {
            xyz[i] = i / 3 % 2 == 1 && i % 3 != flat ? xyz[i - 3] : xyz[i];
          }
        }
        Arrays.setAll(xyz, i -> (float) xyz[i]);
        try (Coordinates points = upload(xyz, ElementType.F32);
            KdTree tree =
                tree(SearchMethod.parse("kdtree:split=widest"), points, Box.periodic(side))) {
          checkNodes(tree, xyz);
        }
      }
    }
  }

  /** The same points give the same tree, also where coordinates are equal. */
  @Test
  void treesOfOneSetAreTheSame() {
    SplittableRandom random = new SplittableRandom(6);
    double[] xyz = new double[3 * 3000];
    Arrays.setAll(xyz, i -> random.nextInt(9)); // few of 729 places are left free
    for (String method : new String[] {"kdtree", "kdtree:split=widest"}) {
      try (Coordinates points = upload(xyz, ElementType.F32);
          KdTree tree = tree(SearchMethod.parse(method), points, Boxes.boundingBox(xyz));
          KdTree again = tree(SearchMethod.parse(method), points, Boxes.boundingBox(xyz))) {
        checkNodes(tree, xyz);
        assertArrayEquals(
            memory().toInts(tree.nodes().row()), memory().toInts(again.nodes().row()), method);
      }
    }
  }

  /** Dimension in which a node splits its sub-tree. */
  private static int split(KdTree tree, int[] splits, int node) {
    return splits == null
        ? tree.dimensions()[LeftBalancedShape.level(node) % tree.dimensions().length]
        : splits[node];
  }

  /** U8 dimensions of all nodes; null if they take turns. */
  private int[] splits(KdTree tree) {
    if (tree.splits() == null) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocateDirect((int) tree.splits().length());
    memory().read(tree.splits(), 0, bytes);
    return IntStream.range(0, bytes.capacity()).map(bytes::get).toArray();
  }

  private void checkNodes(KdTree tree, double[] xyz) {
    int[] row = memory().toInts(tree.nodes().row());
    int[] splits = splits(tree);
    int[] next = tree.nodes().next() == null ? null : memory().toInts(tree.nodes().next());
    double[] at = FloatArrays.doubles(memory(), tree.nodes().xyz());
    int[] seen = new int[xyz.length / 3];
    for (int node = 0; node < row.length; node++) {
      double[] lower = tree.box().lower().clone();
      double[] upper = new double[3];
      Arrays.setAll(upper, d -> lower[d] + tree.box().size()[d]);
      for (int above = node; above > 0; ) {
        int parent = (above + 1) / 2 - 1;
        int d = split(tree, splits, parent);
        boolean left = above == 2 * parent + 1;
        double plane = at[3 * parent + d];
        double beyond = at[3 * node + d] - plane;
        assertTrue(left ? beyond <= 0 : beyond >= 0, "node " + node + " below " + parent);
        lower[d] = left ? lower[d] : Math.max(lower[d], plane);
        upper[d] = left ? Math.min(upper[d], plane) : upper[d];
        above = parent;
      }
      if (splits != null && 2 * node + 1 < row.length) {
        for (int d : tree.dimensions()) {
          double width = upper[splits[node]] - lower[splits[node]];
          assertTrue(width >= upper[d] - lower[d], "node " + node + " splits " + splits[node]);
        }
        int chosen = splits[node];
        assertTrue(IntStream.of(tree.dimensions()).anyMatch(d -> d == chosen), "flat " + chosen);
      }
      for (int r = row[node]; r != Neighbours.NONE; r = next == null ? Neighbours.NONE : next[r]) {
        seen[r]++;
        for (int d = 0; d < 3; d++) {
          assertEquals(at[3 * node + d], xyz[3 * r + d]);
        }
        assertTrue(next == null || next[r] == Neighbours.NONE || next[r] > r, "rows increase");
      }
    }
    assertArrayEquals(IntStream.generate(() -> 1).limit(seen.length).toArray(), seen);
    int[] order = memory().toInts(tree.order());
    assertArrayEquals(
        IntStream.range(0, order.length).toArray(), IntStream.of(order).sorted().toArray());
  }
}
