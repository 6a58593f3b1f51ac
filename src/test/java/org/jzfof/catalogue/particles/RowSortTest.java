package org.jzfof.catalogue.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.threads.Parallel;

class RowSortTest {
  private static final int KEYS = 5;

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void rowsOfAKeyStayInTheirOrder(int threads) {
    Random random = new Random(1);
    RowSort sort = new RowSort(KEYS, 100_000);
    for (int count : new int[] {100_000, 0, 1, 16_384, 16_385, 70_001}) {
      int[] key = random.ints(count, -1, KEYS - 1).toArray(); // none has the last key
      Parallel.with(threads, () -> sort.sort(key, count));
      for (int k = 0; k < KEYS; k++) {
        int of = k;
        int[] expected = IntStream.range(0, count).filter(i -> key[i] == of).toArray();
        assertArrayEquals(
            expected, Arrays.copyOfRange(sort.rows(), sort.start(k), sort.end(k)), "key " + k);
      }
      assertEquals(Arrays.stream(key).filter(k -> k >= 0).count(), sort.end(KEYS - 1));
    }
  }
}
