package org.jzfof.device.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SortingNetworkTest {
  private static final int EXHAUSTIVE = 14;

  /** A network that sorts all sequences of zeros and ones sorts all sequences (Knuth). */
  @Test
  void sortsZerosAndOnes() {
    for (int n = 0; n <= EXHAUSTIVE; n++) {
      for (int bits = 0; bits < 1 << n; bits++) {
        assertSorts(zerosAndOnes(bits, n));
      }
    }
    Random random = new Random(7);
    for (int n = EXHAUSTIVE + 1; n <= SortingNetwork.MAX_KEYS; n++) {
      for (int i = 0; i < 1 << EXHAUSTIVE; i++) {
        assertSorts(zerosAndOnes(random.nextInt(), n));
      }
    }
  }

  @Test
  void sortsKeysAndLeavesThoseBehind() {
    Random random = new Random(8);
    for (int n = 0; n <= SortingNetwork.MAX_KEYS; n++) {
      for (int i = 0; i < 1000; i++) {
        assertSorts(random.longs(n, 0, i % 2 == 0 ? Long.MAX_VALUE : 1 + n).toArray());
      }
    }
    long[] keys = {3, 2, 1, 0};
    SortingNetwork.sort(keys, 3);
    assertArrayEquals(new long[] {1, 2, 3, 0}, keys);
  }

  private static long[] zerosAndOnes(int bits, int n) {
    long[] keys = new long[n];
    for (int i = 0; i < n; i++) {
      keys[i] = bits >>> i & 1;
    }
    return keys;
  }

  private static void assertSorts(long[] keys) {
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    long[] got = keys.clone();
    SortingNetwork.sort(got, got.length);
    assertArrayEquals(sorted, got, () -> Arrays.toString(keys));
  }
}
