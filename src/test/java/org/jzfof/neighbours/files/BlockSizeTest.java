package org.jzfof.neighbours.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.comm.ArrayParts;
import org.jzfof.threads.ParallelLoops;

/** Blocks of so many queries that several threads add up their numbers of neighbours. */
@ExtendWith(ParallelLoops.class)
class BlockSizeTest {
  private static final long[] COUNTS = new Random(3).longs(700_000, 0, 100).toArray();

  @Test
  void offsetsOfManyParts() {
    long[] start = ArrayParts.offsets(COUNTS);
    assertArrayEquals(ArrayParts.offsets(COUNTS.length, p -> COUNTS[p]), start);
  }

  @Test
  void blocksEndBeforeTheyHoldTooManyPairs() {
    long[] start = ArrayParts.offsets(COUNTS);
    for (long pairs : new long[] {1, 100, 40_000, 5_000_000, 20_000_000, 1L << 40}) {
      for (int from : new int[] {0, 12345, 650_000, COUNTS.length - 1}) {
        int end = new BlockSize(Integer.MAX_VALUE, pairs, 0).end(COUNTS, from, true);
        long held = start[end] - start[from] + end - from;
        long more = end == COUNTS.length ? Long.MAX_VALUE : held + COUNTS[end] + 1;
        assertTrue(held <= pairs || end == from + 1, pairs + " from " + from);
        assertTrue(more > pairs, pairs + " from " + from);
      }
    }
  }

  @Test
  void blocksHaveNoMoreQueriesThanRequested() {
    assertEquals(300_010, new BlockSize(300_000, 1L << 40, 0).end(COUNTS, 10, true));
    assertEquals(300_010, new BlockSize(300_000, 1, 0).end(COUNTS, 10, false));
  }
}
