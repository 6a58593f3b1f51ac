package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.error.MemoryException;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.SpanningGroups;
import org.jzfof.groups.GroupTable;
import org.jzfof.groups.SharedGroups;
import org.jzfof.groups.SharedProperties;

/** Numbers of points and of groups that do not fit into a signed int. */
class LargeCountsTest {
  /** Roots from 0 almost to 2^32: as ints they are not increasing. */
  @Test
  void groupsThatSpanRanksHaveUnsignedRoots() {
    int[] roots = IntStream.range(0, 101).map(i -> i * 42_949_672).toArray();
    int owner = roots[100];
    Map<Integer, Long> outside =
        Map.of(
            roots[10],
            global(owner),
            roots[52],
            global(owner),
            roots[60],
            global(owner),
            roots[98],
            global(owner));
    SharedGroups shared = SharedGroups.of(SpanningGroups.of(outside), new LocalCommunicator());
    assertArrayEquals(new int[] {owner}, shared.owned());
    int[] numbers =
        Arrays.stream(ArrayParts.join(new int[][] {shared.parts(), shared.owned()}))
            .map(root -> Integer.divideUnsigned(root, 42_949_672))
            .toArray();
    SharedProperties properties = new SharedProperties(numbers, shared);
    assertArrayEquals(new int[] {10, 52, 60, 98, 100}, properties.spanning());
    assertArrayEquals(new int[] {4}, properties.owned());
    long[] ofGroup = {1, 2, 3, 4, 5};
    properties.copyToParts(ofGroup, 1);
    assertArrayEquals(new long[] {5, 5, 5, 5, 5}, ofGroup);
  }

  private static long global(int index) {
    return GlobalIndex.of(0, Integer.toUnsignedLong(index));
  }

  @Test
  void moreGroupsThanArraysHoldAreRefused() {
    GroupTable.requireRoom(93_368_853, 6);
    MemoryException e =
        assertThrows(MemoryException.class, () -> GroupTable.requireRoom(93_368_854, 6));
    assertEquals(
        "93368854 groups are more than one rank can have (93368853): use more ranks, or give a larger --min-length",
        e.getMessage());
  }
}
