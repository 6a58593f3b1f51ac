package org.jzfof.fof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.threads.ParallelLoops;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.TreeLevel;

/** What ranks send each other of their trees against obvious loops, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class GhostKernelsTest {
  private static final int NODES = 3000;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  private GhostKernels kernels() {
    return backend.ghosts();
  }

  /** Nodes of 0 to 40 children; every fifth is a point, every third one group. */
  private static int[] nodes() {
    SplittableRandom random = new SplittableRandom(5);
    int[] nodes = random.ints(8L * NODES).toArray();
    for (int i = 0; i < NODES; i++) {
      nodes[8 * i + TreeLevel.FIRST] = random.nextInt(1 << 30);
      nodes[8 * i + TreeLevel.SIZE] = random.nextInt(41) | (i % 3 == 0 ? TreeLevel.ONE_GROUP : 0);
      if (i % 5 == 0) {
        System.arraycopy(nodes, 8 * i + TreeLevel.LOWER, nodes, 8 * i + TreeLevel.UPPER, 3);
      }
    }
    return nodes;
  }

  private static int[] increasing(int count, int below, int seed) {
    return new SplittableRandom(seed).ints(count, 0, below).sorted().distinct().toArray();
  }

  @Test
  void receiversAreListedOnceForEachRank() {
    SplittableRandom random = new SplittableRandom(1);
    long[] start = {0, 40, 40, 1000, 1007};
    int[] pairs = new int[10_000];
    Arrays.setAll(pairs, i -> random.nextInt(i % 2 == 0 ? NODES : 1007));
    List<Integer> expected = new ArrayList<>();
    long[] pieces = new long[start.length];
    for (int r = 0; r + 1 < start.length; r++) {
      int rank = r;
      IntStream.range(0, 5000)
          .filter(k -> start[rank] <= pairs[2 * k + 1] && pairs[2 * k + 1] < start[rank + 1])
          .map(k -> pairs[2 * k])
          .sorted()
          .distinct()
          .forEach(expected::add);
      pieces[r + 1] = expected.size();
    }
    try (InteractionList list = new InteractionList(5000, memory().upload(pairs));
        InteractionList none = new InteractionList(0, memory().upload(new int[0]));
        Partition receivers = kernels().receivers(list, NODES, start);
        Partition nobody = kernels().receivers(none, NODES, new long[3])) {
      assertArrayEquals(pieces, receivers.start());
      assertArrayEquals(
          expected.stream().mapToInt(Integer::intValue).toArray(),
          memory().toInts(receivers.rows()));
      assertArrayEquals(new long[3], nobody.start());
      assertEquals(0, nobody.rows().length());
    }
  }

  @Test
  void rowsOfRangesFollowEachOther() {
    int[] nodes = nodes();
    int[] which = increasing(700, NODES, 3);
    for (boolean once : new boolean[] {false, true}) {
      int[] counts = Arrays.stream(which).map(i -> children(nodes, i, once)).toArray();
      int[] rows =
          IntStream.range(0, which.length)
              .flatMap(w -> IntStream.range(0, counts[w]).map(k -> nodes[8 * which[w] + 3] + k))
              .toArray();
      try (TreeLevel level = new TreeLevel(NODES, memory().upload(nodes));
          DeviceArray index = memory().upload(which);
          DeviceArray ranges = kernels().childRanges(level, index, once);
          RangeRows listed = kernels().rows(ranges)) {
        assertArrayEquals(starts(counts), memory().toInts(listed.start()));
        assertArrayEquals(rows, memory().toInts(listed.rows()));
      }
    }
  }

  private static int children(int[] nodes, int i, boolean once) {
    return once && i % 5 == 0 ? 1 : nodes[8 * i + TreeLevel.SIZE] & 0xffff;
  }

  private static int[] starts(int[] counts) {
    int[] start = IntStream.concat(IntStream.of(0), Arrays.stream(counts)).toArray();
    Arrays.parallelPrefix(start, Integer::sum);
    return start;
  }

  @Test
  void childrenOfAllNodesFollowEachOther() {
    for (boolean once : new boolean[] {false, true}) {
      int[] nodes = nodes();
      int[] start = starts(IntStream.range(0, NODES).map(i -> children(nodes, i, once)).toArray());
      try (TreeLevel level = new TreeLevel(NODES, memory().upload(nodes));
          TreeLevel none = new TreeLevel(0, memory().upload(new int[0]))) {
        kernels().renumberChildren(level, once);
        kernels().renumberChildren(none, once);
        for (int i = 0; i < NODES; i++) {
          nodes[8 * i + TreeLevel.FIRST] = start[i];
        }
        assertArrayEquals(nodes, memory().toInts(level.nodes()));
      }
    }
  }

  @Test
  void equalValuesAreFoundInTheirRange() {
    SplittableRandom random = new SplittableRandom(4);
    int[] values = random.ints(5000, -400, 400).toArray();
    long[] start = {0, 0, 3000, 3001, 5000};
    int[] expected = new int[values.length];
    for (int r = 0; r + 1 < start.length; r++) {
      for (int i = (int) start[r]; i < start[r + 1]; i++) {
        int first = (int) start[r];
        while (values[first] != values[i]) {
          first++;
        }
        expected[i] = first;
      }
    }
    try (DeviceArray array = memory().upload(values);
        DeviceArray first = kernels().firstEqual(array, start);
        DeviceArray empty = memory().upload(new int[0]);
        DeviceArray nothing = kernels().firstEqual(empty, new long[2])) {
      assertArrayEquals(expected, memory().toInts(first));
      assertEquals(0, nothing.length());
    }
  }

  @Test
  void nothingAskedNothingListed() {
    try (DeviceArray none = memory().upload(new int[0]);
        RangeRows rows = kernels().rows(none)) {
      assertArrayEquals(new int[1], memory().toInts(rows.start()));
      assertEquals(0, rows.rows().length());
    }
  }

  @Test
  void pointsTravelWithTheirRoots() {
    int[] x = {10, 11, 12, 13};
    int[] y = {-20, -21, -22, -23};
    int[] z = {30, 31, 32, 33};
    try (SortedPoints points =
            new SortedPoints(
                4,
                memory().upload(x),
                memory().upload(y),
                memory().upload(z),
                memory().upload(new int[4]));
        DeviceArray pointers = memory().upload(new int[] {0, 0, 1, 3});
        DeviceArray which = memory().upload(new int[] {2, 3, 0});
        DeviceArray packed = kernels().takePoints(points, pointers, which);
        GhostPoints ghosts = kernels().unpackPoints(packed)) {
      assertArrayEquals(new int[] {0, 3, 0}, kernels().roots(pointers, new int[] {2, 3, 1}));
      assertArrayEquals(
          new int[] {12, -22, 32, 0, 13, -23, 33, 3, 10, -20, 30, 0}, memory().toInts(packed));
      assertEquals(3, ghosts.count());
      assertArrayEquals(new int[] {12, 13, 10}, memory().toInts(ghosts.x()));
      assertArrayEquals(new int[] {-22, -23, -20}, memory().toInts(ghosts.y()));
      assertArrayEquals(new int[] {32, 33, 30}, memory().toInts(ghosts.z()));
      assertArrayEquals(new int[] {0, 3, 0}, memory().toInts(ghosts.root()));
    }
  }

  @Test
  void ghostPointsStandBehindThoseHere() {
    try (DeviceArray pointers = memory().upload(new int[] {0, 0, 2});
        DeviceArray first = memory().upload(new int[] {0, 0, 2, 3, 2});
        DeviceArray all = kernels().withGhosts(pointers, first)) {
      assertArrayEquals(new int[] {0, 0, 2, 3, 3, 5, 6, 5}, memory().toInts(all));
    }
  }

  /** Remote points 0 and 2 are one group there, 1 is another, 3 is in no group here. */
  @Test
  void crossingsAreListedOnceForEachRemoteGroup() {
    try (DeviceArray pointers = memory().upload(new int[] {0, 1, 0, 2, 1, 3, 6, 1});
        DeviceArray first = memory().upload(new int[] {0, 1, 0, 3, 4});
        DeviceArray ghosts = memory().upload(new int[] {9, 7, 9, 8, 9})) {
      assertArrayEquals(
          new int[] {0, 0, 9, 1, 1, 7, 4, 1, 9}, kernels().crossings(pointers, first, ghosts));
    }
  }

  /** Only the children of the nodes here are looked at; the other nodes stay. */
  @Test
  void onlyOneSideDescends() {
    SplittableRandom random = new SplittableRandom(8);
    int[] children = nodes();
    int[] others = nodes();
    for (int[] nodes : new int[][] {children, others}) {
      for (int i = 0; i < NODES; i++) {
        for (int d = 0; d < 3; d++) {
          nodes[8 * i + d] = random.nextInt(1 << 20);
          nodes[8 * i + TreeLevel.UPPER + d] = nodes[8 * i + d] + random.nextInt(1 << 16);
        }
      }
    }
    int[] parents = new int[8 * 250];
    for (int i = 0; i < 250; i++) {
      parents[8 * i + TreeLevel.FIRST] = 12 * i;
      parents[8 * i + TreeLevel.SIZE] = 12;
    }
    int[] pairs = random.ints(2 * 4000, 0, 250).toArray();
    LinkCriterion criterion = LinkCriterion.of(FixedPoint.of(Box.periodic(1, 1, 1)), 0x1p-15);
    try (TreeLevel above = new TreeLevel(250, memory().upload(parents));
        TreeLevel below = new TreeLevel(NODES, memory().upload(children));
        TreeLevel ghosts = new TreeLevel(NODES, memory().upload(others));
        InteractionList list = new InteractionList(4000, memory().upload(pairs));
        InteractionList found = backend.fof().descend(list, above, below, ghosts, criterion)) {
      int[] expected =
          IntStream.range(0, 4000)
              .boxed()
              .flatMapToInt(
                  k ->
                      IntStream.range(12 * pairs[2 * k], 12 * pairs[2 * k] + 12)
                          .filter(c -> near(children, c, others, pairs[2 * k + 1], criterion))
                          .flatMap(c -> IntStream.of(c, pairs[2 * k + 1])))
              .toArray();
      assertTrue(expected.length > 1000, expected.length + " numbers");
      assertArrayEquals(expected, memory().toInts(found.pairs()));
    }
  }

  private static boolean near(int[] a, int i, int[] b, int j, LinkCriterion criterion) {
    long[] gap = new long[3];
    for (int d = 0; d < 3; d++) {
      long up = (long) b[8 * j + d] - a[8 * i + TreeLevel.UPPER + d];
      long down = (long) a[8 * i + d] - b[8 * j + TreeLevel.UPPER + d];
      gap[d] = Math.max(0, Math.max(up, down));
    }
    return criterion.linksDistance(gap[0], gap[1], gap[2]);
  }
}
