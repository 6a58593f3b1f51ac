package org.jzfof.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class ArrayPartsTest {
  @Test
  void numbersAreConsecutiveInEachPart() {
    long[] first = {7, 100, 0, 3};
    long[] start = ArrayParts.offsets(new long[] {2, 0, 3, 1});
    assertArrayEquals(
        new int[] {7, 8, 0, 1, 2, 3}, ArrayParts.consecutive(start, part -> first[part]));
    assertArrayEquals(new int[0], ArrayParts.consecutive(new long[1], part -> 1));
  }

  @Test
  void numbersAddUp() {
    int[] few = {5};
    long[] more = {1, -2, 3L << 40, 0};
    ArrayParts.prefixSum(new int[0]);
    ArrayParts.prefixSum(few);
    ArrayParts.prefixSum(more);
    assertArrayEquals(new int[] {5}, few);
    assertArrayEquals(new long[] {1, -1, (3L << 40) - 1, (3L << 40) - 1}, more);
  }
}
