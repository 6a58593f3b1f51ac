package org.jzfof.subhalo.members;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CellBoxTest {
  private static final long ROUND = 1L << 32;

  /** Boxes of any extent, across the wall or not, against all pairs of their sides. */
  @Test
  void gapsAreTheNearerWayAround() {
    SplittableRandom random = new SplittableRandom(8);
    int apart = 0;
    for (int c = 0; c < 3000; c++) {
      CellBox one = box(random);
      CellBox other = box(random);
      for (int d = 0; d < 3; d++) {
        long expected = gap(one, other, d);
        assertEquals(expected, one.gap(other, d));
        assertEquals(expected, other.gap(one, d));
        apart += expected > 0 ? 1 : 0;
      }
    }
    assertTrue(apart > 1000 && apart < 8000, apart + " apart");
  }

  private static CellBox box(SplittableRandom random) {
    int[] extent = new int[3];
    for (int d = 0; d < 3; d++) {
      extent[d] =
          random.nextInt(8) == 0 ? random.nextInt() : random.nextInt() >>> random.nextInt(31);
    }
    return new CellBox(random.ints(3).toArray(), extent);
  }

  private static long gap(CellBox one, CellBox other, int d) {
    long gap = Long.MAX_VALUE;
    for (int a : new int[] {one.low()[d], one.low()[d] + one.extent()[d]}) {
      for (int b : new int[] {other.low()[d], other.low()[d] + other.extent()[d]}) {
        long apart = Math.floorMod((long) a - b, ROUND);
        gap = Math.min(gap, Math.min(apart, ROUND - apart));
        boolean inside = has(one, b, d) || has(other, a, d);
        gap = inside ? 0 : gap;
      }
    }
    return gap;
  }

  private static boolean has(CellBox box, int coordinate, int d) {
    return Integer.compareUnsigned(coordinate - box.low()[d], box.extent()[d]) <= 0;
  }

  @Test
  void boxesTravelAsLongs() {
    CellBox box = box(new SplittableRandom(9));
    long[] values = new long[5];
    box.write(values, 1);
    assertArrayEquals(box.low(), CellBox.read(values, 1).low());
    assertArrayEquals(box.extent(), CellBox.read(values, 1).extent());
  }
}
