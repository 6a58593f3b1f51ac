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
    assertEquals(10, far.place(0));
    assertEquals(29, far.place(19));
    assertEquals(35, far.place(20));
    assertEquals(49, far.place(34));
  }

  @Test
  void nothingChangesWhereNobodyIsLeftOut() {
    long[] start = {5, 10, 12};
    InterNodeRanks all = new InterNodeRanks(start, new int[0]);
    assertEquals(5, all.place(0));
    assertEquals(11, all.place(6));
  }
}
