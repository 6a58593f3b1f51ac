package org.jzfof.literature.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.CpuBackend;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.Box;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.btree.BTreeKernels;
import org.jzfof.literature.btree.BTreeShape;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.threads.Parallel;

/** The cells of a b-tree. */
class BTreeBuilderTest {
  /** A tree on the host. */
  private record Tree(int[] order, int[] cells, int[] nodes, double[] bounds) {
    static Tree of(double[] xyz, BTreeShape shape, int threads) {
      return Parallel.with(threads, () -> of(xyz, shape));
    }

    private static Tree of(double[] xyz, BTreeShape shape) {
      try (CpuBackend backend = new CpuBackend()) {
        CpuMemory memory = (CpuMemory) backend.memory();
        int n = xyz.length / 3;
        Coordinates points = new Coordinates(n, memory.upload(xyz));
        int[] rows = IntStream.range(0, n).toArray();
        DistinctPoints places =
            new DistinctPoints(
                Box.open(new double[3], new double[] {1, 1, 1}),
                points,
                n,
                points.xyz(),
                memory.upload(rows),
                null,
                false,
                new double[3]);
        try (BTreeKernels.Cells cells =
            backend.methodKernels().bTree().orElseThrow().build(places, shape)) {
          return new Tree(
              memory.toInts(cells.order()),
              memory.toInts(cells.cells()),
              memory.toInts(cells.nodes()),
              memory.toDoubles(cells.bounds()));
        }
      }
    }

    /** Checks a cell and all below it; returns the largest leaf. */
    int check(int cell, BTreeShape shape, double[] xyz) {
      int first = cells[3 * cell];
      int end = cells[3 * cell + 1];
      int node = cells[3 * cell + 2];
      if (node < 0) {
        return end - first;
      }
      assertTrue(end - first > shape.bucket());
      int branches = nodes[2 * node];
      assertTrue(branches >= 2 && branches <= shape.maxBranches());
      int children = 1;
      for (int d = 0; d < 3; d++) {
        children *= bounds[6 * node + 3 + d] > 0 ? branches : 1;
      }
      int largest = 0;
      int at = first;
      for (int c = 0; c < children; c++) {
        int child = nodes[2 * node + 1] + c;
        assertEquals(at, cells[3 * child]);
        at = cells[3 * child + 1];
        largest = Math.max(largest, check(child, shape, xyz));
      }
      assertEquals(end, at);
      for (int p = first; p < end; p++) {
        for (int d = 0; d < 3; d++) {
          double width = bounds[6 * node + 3 + d];
          double x = xyz[3 * order[p] + d] - bounds[6 * node + d];
          assertTrue(x >= -1e-9 && x <= width + 1e-9, () -> x + " of " + width);
        }
      }
      return largest;
    }
  }

  /** Evenly in a cube, half of them in clumps of very different sizes. */
  private static double[] points(int n, boolean clumps) {
    SplittableRandom random = new SplittableRandom(n);
    double[] xyz = random.doubles(3L * n).toArray();
    for (int i = 0; clumps && i < xyz.length / 2; i++) {
      xyz[i] = 0.3 + i % 3 * 0.2 + (xyz[i] - 0.5) * Math.scalb(1.0, -(i / 3 % 40));
    }
    return xyz;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 5000, 70_000})
  void cellsHoldAllPlacesInBuckets(int n) {
    for (boolean clumps : new boolean[] {false, true}) {
      double[] xyz = points(n, clumps);
      for (BTreeShape shape : new BTreeShape[] {BTreeShape.B_TREE, BTreeShape.OCTREE}) {
        Tree tree = Tree.of(xyz, shape, 2);
        assertTrue(tree.check(0, shape, xyz) <= shape.bucket());
        int[] all = tree.order.clone();
        Arrays.sort(all);
        assertArrayEquals(IntStream.range(0, n).toArray(), all);
        Tree alone = Tree.of(xyz, shape, 1);
        assertArrayEquals(tree.order, alone.order);
        assertArrayEquals(tree.cells, alone.cells);
      }
    }
  }

  /** Equation 1 where places are even, and fewer children where many would be nearly empty. */
  @ParameterizedTest
  @ValueSource(ints = {6000, 100_000})
  void childrenOfTheRoot(int n) {
    int even = Tree.of(points(n, false), BTreeShape.B_TREE, 2).nodes[0];
    assertEquals((int) Math.ceil(Math.cbrt(n / 8.0)), even);
    double[] corner = points(n, false);
    for (int i = 0; i < corner.length - 3; i++) {
      corner[i] *= 0.3; // but for one
    }
    int fewer = Tree.of(corner, BTreeShape.B_TREE, 2).nodes[0];
    assertTrue(fewer < even, fewer + " of " + even);
    int halved = even;
    while (halved > fewer) {
      halved /= 2;
    }
    assertEquals(halved, fewer);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 5, -1e300})
  void placesThatCannotBeToldApart(double at) {
    double[] xyz = new double[3 * 20];
    for (int i = 0; i < 20; i++) {
      xyz[3 * i] = i == 19 ? at + 1e200 : at;
      xyz[3 * i + 1] = at;
      xyz[3 * i + 2] = at + i * Math.ulp(at);
    }
    Tree tree = Tree.of(xyz, BTreeShape.B_TREE, 1);
    assertEquals(20, tree.order.length); // it ends
  }
}
