package org.jzfof.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class InterNodeRanksTest {
  @Test
  void rangesOfOtherRanksAreCutOut() {
    long[] start = {0, 10, 10, 30, 35, 50};
    InterNodeRanks far = new InterNodeRanks(start, new int[] {0, 3});
    assertArrayEquals(new long[] {0, 0, 0, 20, 20, 35}, far.packed());
    assertEquals(10, far.offset(0));
    assertEquals(29, far.offset(19));
    assertEquals(35, far.offset(20));
    assertEquals(49, far.offset(34));
  }

  @Test
  void nothingChangesWhereNobodyIsLeftOut() {
    long[] start = {5, 10, 12};
    InterNodeRanks all = new InterNodeRanks(start, new int[0]);
    assertEquals(5, all.offset(0));
    assertEquals(11, all.offset(6));
  }
}
