package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.GhostPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.threads.ParallelLoops;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;

/**
 * Unions under contention: many pairs of leaves whose points are all linked, in random order, merge
 * all points into a few groups. The forest must be that of unions one by one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class UnionTest {
  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @ParameterizedTest(name = "{0} pairs of leaves of {2} points, {3} groups")
  @CsvSource({"1000000, 50000, 1, 8", "1000000, 300, 1, 1", "50000, 3999, 8, 3"})
  void manyUnionsOfFewRootsAreThoseOfOneThread(int pairs, int leaves, int size, int groups) {
    SplittableRandom random = new SplittableRandom(pairs + leaves);
    int[] pair = new int[2 * pairs];
    int[] expected = IntStream.range(0, 2 * leaves * size).toArray();
    for (int k = 0; k < pairs; k++) {
      int a = random.nextInt(leaves);
      int b = random.nextInt(leaves / groups) * groups + a % groups;
      pair[2 * k] = a;
      pair[2 * k + 1] = b;
      int first = a * size;
      for (int point = 0; point < size; point++) {
        unite(expected, first, (leaves + b) * size + point);
        unite(expected, first + point, (leaves + b) * size);
      }
    }
    for (int i = 0; i < expected.length; i++) {
      expected[i] = find(expected, i);
    }
    assertEquals(groups, IntStream.range(0, expected.length).filter(i -> expected[i] == i).count());
    assertArrayEquals(expected, linked(pair, leaves, size));
  }

  /** The contracted forest after links between leaves here and leaves of another rank. */
  private int[] linked(int[] pair, int leaves, int size) {
    DeviceMemory memory = backend.memory();
    LinkCriterion criterion =
        LinkCriterion.of(FixedPoint.of(Box.periodic(new double[] {1, 1, 1})), 0.01);
    int n = leaves * size;
    int[] x = IntStream.range(0, n).map(i -> i % size).toArray();
    try (SortedPoints points = points(x);
        GhostPoints others =
            new GhostPoints(
                n, memory.upload(x), memory.upload(x), memory.upload(x), memory.upload(x));
        TreeLevel level = new TreeLevel(leaves, memory.upload(nodes(leaves, size)));
        InteractionList list = new InteractionList(pair.length / 2, memory.upload(pair));
        DeviceArray pointers = memory.upload(IntStream.range(0, 2 * n).toArray())) {
      Tree tree = new Tree(List.of(level, level), backend.fofShape());
      backend.fof().linkGhosts(list, tree, points, level, others, criterion, pointers);
      backend.fof().contract(pointers);
      return memory.toInts(pointers);
    }
  }

  private SortedPoints points(int[] x) {
    DeviceMemory memory = backend.memory();
    return new SortedPoints(
        x.length, memory.upload(x), memory.upload(x), memory.upload(x), memory.upload(x));
  }

  private static int[] nodes(int leaves, int size) {
    int[] nodes = new int[leaves * TreeLevel.NODE_INTS];
    for (int leaf = 0; leaf < leaves; leaf++) {
      int at = leaf * TreeLevel.NODE_INTS;
      nodes[at + TreeLevel.FIRST] = leaf * size;
      for (int d = 0; d < 3; d++) {
        nodes[at + TreeLevel.UPPER + d] = size - 1;
      }
      nodes[at + TreeLevel.SIZE] = size;
    }
    return nodes;
  }

  private static int find(int[] parent, int i) {
    while (parent[i] != i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  /** The lower root stands for both groups. */
  private static void unite(int[] parent, int a, int b) {
    int rootA = find(parent, a);
    int rootB = find(parent, b);
    parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }
}
