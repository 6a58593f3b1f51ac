package org.jzfof.walk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OpenBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.fof.FofKernels;
import org.jzfof.tree.TreePlane;

/** Requests for remote nodes against obvious loops, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RemoteKernelsContract {
  private static final int NODES = 3000;

  private Backend backend;
  private DeviceMemory memory;
  private RemoteKernels kernels;

  @RegisterExtension final OpenBackend opening = new OpenBackend(this::openBackend);

  /** A new backend. */
  abstract Backend open();

  private Backend openBackend() {
    backend = open();
    memory = backend.memory();
    kernels = backend.remote();
    return backend;
  }

  /** Nodes of 0 to 40 children; every fifth is a point, every third one group. */
  private static int[] nodes() {
    SplittableRandom random = new SplittableRandom(5);
    int[] nodes = random.ints(8L * NODES).toArray();
    for (int i = 0; i < NODES; i++) {
      nodes[8 * i + TreePlane.FIRST] = random.nextInt(1 << 30);
      nodes[8 * i + TreePlane.SIZE] = random.nextInt(41) | (i % 3 == 0 ? TreePlane.ONE_GROUP : 0);
      if (i % 5 == 0) {
        System.arraycopy(nodes, 8 * i + TreePlane.LOWER, nodes, 8 * i + TreePlane.UPPER, 3);
      }
    }
    return nodes;
  }

  private static int[] increasing(int count, int below, int seed) {
    return new SplittableRandom(seed).ints(count, 0, below).sorted().distinct().toArray();
  }

  @Test
  void sourcesAreListedOnce() {
    SplittableRandom random = new SplittableRandom(1);
    int[] pairs = random.ints(10_000, 0, NODES).toArray();
    int[] expected =
        IntStream.range(0, 5000).map(k -> pairs[2 * k + 1]).sorted().distinct().toArray();
    try (InteractionList list = new InteractionList(5000, memory.upload(pairs));
        InteractionList none = new InteractionList(0, memory.upload(new int[0]));
        DeviceArray sources = kernels.sources(list, NODES);
        DeviceArray noSources = kernels.sources(none, NODES)) {
      assertArrayEquals(expected, memory.toInts(sources));
      assertEquals(0, noSources.length());
    }
  }

  @Test
  void lowerBoundsCountWhatIsBelow() {
    int[] sorted = increasing(500, NODES, 2);
    long[] bounds = {0, 1, 17, sorted[100], sorted[100] + 1, NODES, NODES};
    long[] expected =
        Arrays.stream(bounds).map(b -> Arrays.stream(sorted).filter(s -> s < b).count()).toArray();
    try (DeviceArray array = memory.upload(sorted);
        DeviceArray empty = memory.upload(new int[0])) {
      assertArrayEquals(expected, kernels.lowerBounds(array, bounds));
      assertArrayEquals(new long[bounds.length], kernels.lowerBounds(empty, bounds));
    }
  }

  @Test
  void rowsOfRangesFollowEachOther() {
    int[] nodes = nodes();
    int[] which = increasing(700, NODES, 3);
    for (boolean once : new boolean[] {false, true}) {
      int[] counts =
          Arrays.stream(which)
              .map(i -> once && i % 5 == 0 ? 1 : nodes[8 * i + TreePlane.SIZE] & 0xffff)
              .toArray();
      int[] start = IntStream.concat(IntStream.of(0), Arrays.stream(counts)).toArray();
      Arrays.parallelPrefix(start, Integer::sum);
      int[] rows =
          IntStream.range(0, which.length)
              .flatMap(w -> IntStream.range(0, counts[w]).map(k -> nodes[8 * which[w] + 3] + k))
              .toArray();
      try (TreePlane plane = new TreePlane(NODES, memory.upload(nodes));
          DeviceArray index = memory.upload(which);
          DeviceArray ranges = kernels.childRanges(plane, index, once);
          RangeRows listed = kernels.rows(ranges);
          TreePlane moved = kernels.withFirstChildren(plane, index, listed.start())) {
        assertArrayEquals(start, memory.toInts(listed.start()));
        assertArrayEquals(rows, memory.toInts(listed.rows()));
        int[] expected = nodes.clone();
        for (int w = 0; w < which.length; w++) {
          expected[8 * which[w] + TreePlane.FIRST] = start[w];
        }
        assertArrayEquals(expected, memory.toInts(moved.nodes()));
        assertArrayEquals(nodes, memory.toInts(plane.nodes()));
      }
    }
  }

  @Test
  void nothingAskedNothingListed() {
    try (DeviceArray none = memory.upload(new int[0]);
        RangeRows rows = kernels.rows(none)) {
      assertArrayEquals(new int[1], memory.toInts(rows.start()));
      assertEquals(0, rows.rows().length());
    }
  }

  @Test
  void remotePointsStandBehindThoseHere() {
    int[] leaves = nodes();
    int[] which = {0, 1, 3};
    FofKernels fof = backend.fof();
    try (TreePlane plane = new TreePlane(NODES, memory.upload(leaves));
        DeviceArray pointers = memory.upload(new int[] {0, 0, 2});
        DeviceArray index = memory.upload(which);
        DeviceArray first = memory.upload(new int[] {0, 2, 5, 7});
        DeviceArray all = fof.withRemote(pointers, plane, index, first)) {
      assertArrayEquals(new int[] {0, 0, 2, 3, 3, 5, 6, 7, 8, 8}, memory.toInts(all));
    }
  }

  /** Point 1 repeats point 0; so does point 2, but on another rank. Point 3 is in no group here. */
  @Test
  void crossingsAreListedOnceForEachRank() {
    FofKernels fof = backend.fof();
    try (DeviceArray pointers = memory.upload(new int[] {0, 1, 2, 0, 0, 0, 5, 1, 1});
        DeviceArray remote = memory.upload(new int[] {9, 9, 9, 9, 7, 8});
        DeviceArray crossings = fof.crossings(pointers, remote, new long[] {0, 2, 2, 6})) {
      assertArrayEquals(new int[] {0, 2, 4, 5}, memory.toInts(crossings));
    }
  }
}
