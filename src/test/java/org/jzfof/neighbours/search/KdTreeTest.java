package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  private static final int[] SIZES = {1, 2, 5, 17, 33, 100, 257, 600};

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
    return (KdTree)
        backend.methods().knn(SearchMethod.of(NeighbourMethod.KDTREE)).index(points, box);
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
    SplittableRandom random = new SplittableRandom(400 + set.ordinal());
    for (int n : SIZES) {
      double[] side = {1, 2, 3};
      double[] xyz = set.points(n, side, random);
      try (Coordinates points = upload(xyz, ElementType.F64);
          KdTree tree = tree(points, Boxes.boundingBox(xyz))) {
        checkNodes(tree, xyz);
      }
    }
  }

  private void checkNodes(KdTree tree, double[] xyz) {
    int[] row = memory().toInts(tree.nodes().row());
    int[] next = tree.nodes().next() == null ? null : memory().toInts(tree.nodes().next());
    double[] at = FloatArrays.doubles(memory(), tree.nodes().xyz());
    int[] seen = new int[xyz.length / 3];
    for (int node = 0; node < row.length; node++) {
      for (int above = node; above > 0; ) {
        int parent = (above + 1) / 2 - 1;
        int d = LeftBalancedShape.level(parent) % 3;
        boolean left = above == 2 * parent + 1;
        double beyond = at[3 * node + d] - at[3 * parent + d];
        assertTrue(left ? beyond <= 0 : beyond >= 0, "node " + node + " below " + parent);
        above = parent;
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
  }
}
