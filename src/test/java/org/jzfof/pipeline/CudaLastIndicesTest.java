package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.MemoryException;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostKernels;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.GroupLinks;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.LinkWalk;
import org.jzfof.fof.SpanningGroups;
import org.jzfof.groups.GroupSelection;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.SharedGroups;
import org.jzfof.tree.DualTreeWalk;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;

/** As many points as can be numbered: 2^32 - 1. */
@Tag("huge")
@NeedsGpu
class CudaLastIndicesTest {
  private static final long MOST = (1L << 32) - 1;
  private static final long HALF = 1L << 31;

  // Cells of the line that are empty.
  private static final long FIRST_GAP = HALF + 1000;
  private static final long SECOND_GAP = HALF + 2_000_003;
  private static final long THIRD_GAP = (1L << 32) - 7;

  private static LargeGpu gpu;
  private static Backend backend;
  private static DeviceMemory memory;

  @BeforeAll
  static void open() {
    gpu = LargeGpu.open();
    backend = gpu.backend();
    memory = gpu.memory();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  /**
   * A line of points through a periodic box, one in each cell but for three gaps, and three in the
   * last cell. The first group goes on behind the last gap, around the box.
   */
  private static SortedPoints line() {
    DeviceArray x = memory.allocate(ElementType.I32, MOST);
    try (DeviceArray cells = gpu.count(1L << 32)) {
      memory.copy(cells, HALF, x, 0, HALF);
      long at = HALF;
      long from = HALF;
      for (long gap : new long[] {FIRST_GAP, SECOND_GAP, THIRD_GAP, 1L << 32}) {
        memory.copy(cells, from - HALF, x, at, gap - from);
        at += gap - from;
        from = gap + 1;
      }
      assertEquals(MOST - 2, at);
    }
    memory.fill(x, MOST - 2, MOST, Integer.MAX_VALUE);
    return new SortedPoints(
        MOST, x, gpu.constant(MOST, 0), gpu.constant(MOST, 0), memory.upload(new int[0]));
  }

  private static DeviceArray linkedLine() {
    try (SortedPoints points = line()) {
      return link(points);
    }
  }

  private static DeviceArray link(SortedPoints points) {
    LinkCriterion criterion = LinkCriterion.of(FixedPoint.of(Box.periodic(1, 1, 1)), 0x1p-32);
    FofKernels fof = backend.fof();
    try (Tree tree = new TreeBuilder(backend.tree(), backend.fofShape()).build(points)) {
      DeviceArray pointers = fof.linkWithinParents(tree, points, criterion);
      try (InteractionList list = DualTreeWalk.run(tree, new LinkWalk(fof, criterion))) {
        fof.linkAcrossParents(list, tree, points, criterion, pointers);
      }
      fof.contract(pointers);
      return pointers;
    }
  }

  private static long[] pick(DeviceArray array, long... places) {
    return Unsigned.toLongs(memory.pick(array, 1, Unsigned.toInts(places)));
  }

  @Test
  void groupsOfTheLine() {
    long secondRoot = FIRST_GAP;
    long thirdRoot = SECOND_GAP - 1;
    long behind = THIRD_GAP - 2; // the first point behind the last gap
    long[] length = {
      FIRST_GAP + 8, SECOND_GAP - FIRST_GAP - 1, THIRD_GAP - SECOND_GAP - 1,
    };
    try (DeviceArray pointers = linkedLine()) {
      long[] some = {0, HALF, secondRoot - 1, secondRoot, thirdRoot - 1, thirdRoot, behind - 1};
      assertArrayEquals(
          new long[] {0, 0, 0, secondRoot, secondRoot, thirdRoot, thirdRoot}, pick(pointers, some));
      assertArrayEquals(new long[] {0, 0, 0}, pick(pointers, behind, MOST - 2, MOST - 1));
      try (DeviceArray lengths = backend.groups().lengths(pointers)) {
        assertArrayEquals(
            new long[] {length[0], length[1], length[2], 0},
            pick(lengths, 0, secondRoot, thirdRoot, MOST - 1));
        try (MemberList all = backend.groups().select(pointers, lengths, 2, new int[0])) {
          assertArrayEquals(
              new long[] {0, secondRoot, thirdRoot}, Unsigned.toLongs(memory.toInts(all.roots())));
          assertArrayEquals(
              new long[] {0, length[0], length[0] + length[1], MOST}, memory.toLongs(all.start()));
          long lastOfFirst = length[0] - 1;
          assertArrayEquals(
              new long[] {0, MOST - 1, secondRoot, behind - 1},
              pick(all.members(), 0, lastOfFirst, lastOfFirst + 1, MOST - 1));
        }
      }
      keepByWholeLength(pointers, secondRoot, length);
    }
  }

  /** The second group is part of the first one, as if that were on another rank. */
  private static void keepByWholeLength(DeviceArray pointers, long part, long[] length) {
    SpanningGroups outside = SpanningGroups.of(Map.of((int) part, GlobalIndex.of(0, 0)));
    try (MemberList kept =
        new GroupSelection(backend.groups(), memory)
            .select(
                new GroupLinks(pointers, outside, GroupLinks.NONE),
                SharedGroups.of(outside, new LocalCommunicator()),
                Integer.MAX_VALUE)) {
      assertArrayEquals(new long[] {0, part}, Unsigned.toLongs(memory.toInts(kept.roots())));
      assertArrayEquals(
          new long[] {0, length[0], length[0] + length[1]}, memory.toLongs(kept.start()));
      int[] roots = Unsigned.toInts(new long[] {part + 1, part, 0, 1});
      assertArrayEquals(new int[] {-1, 1, 0, -1}, backend.groups().numbersOf(kept, roots));
    }
  }

  /** The first three ghost points are one group; all numbers are then in use. */
  @Test
  void ghostPointsBehindThoseOfThisRank() {
    long n = MOST - 5;
    GhostKernels ghosts = backend.ghosts();
    try (DeviceArray pointers = gpu.count(n);
        DeviceArray first = memory.upload(new int[] {0, 0, 0, 3, 4});
        DeviceArray tooMany = memory.upload(new int[] {0, 0, 0, 3, 4, 5})) {
      assertThrows(MemoryException.class, () -> ghosts.withGhosts(pointers, tooMany).close());
      try (DeviceArray all = ghosts.withGhosts(pointers, first)) {
        assertArrayEquals(
            new long[] {n - 1, n, n, n, n + 3, n + 4},
            pick(all, LongStream.range(n - 1, MOST).toArray()));
        // n + 4 -> n + 3 -> n - 1 -> 3, and n -> 2^31 + 1.
        memory.put(
            all,
            Unsigned.toInts(new long[] {n + 4, n + 3, n - 1, n}),
            Unsigned.toInts(new long[] {n + 3, n - 1, 3, HALF + 1}));
        long[] last = LongStream.range(n - 1, MOST).toArray();
        long[] roots = {3, HALF + 1, HALF + 1, HALF + 1, 3, 3};
        assertArrayEquals(roots, Unsigned.toLongs(ghosts.roots(all, Unsigned.toInts(last))));
        backend.fof().contract(all);
        assertArrayEquals(roots, pick(all, last));
        try (DeviceArray there = memory.upload(new int[] {-9, -9, -9, -8, -7})) {
          assertArrayEquals(
              new int[] {0, (int) (HALF + 1), -9, 3, 3, -8, 4, 3, -7},
              ghosts.crossings(all, first, there));
        }
      }
    }
  }

  @Test
  void moreThanAJavaArrayHoldsIsRefused() {
    try (DeviceArray array = memory.allocate(ElementType.I32, HALF)) {
      assertThrows(MemoryException.class, () -> memory.toInts(array));
    }
  }
}
