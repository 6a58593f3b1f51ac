package org.jzfof.domain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Splitters cut all samples in order into pieces of equal size. */
class SplittersTest {
  /** Keys anywhere, few different ones, and the highest that there is. */
  @ParameterizedTest
  @CsvSource({
    "1000, 9223372036854775807, 4",
    "1000, 9223372036854775807, 33",
    "1000, 5, 4",
    "7, 3, 12",
    "1, 1, 2"
  })
  void cutAllSamplesInOrder(int samples, long keys, int pieces) {
    SplittableRandom random = new SplittableRandom(samples + pieces);
    long[] all = random.longs(samples, 0, keys).toArray();
    all[samples / 2] = Long.MAX_VALUE;
    Splitters splitters = MortonKeys.splitters(all, pieces);
    Arrays.sort(all);
    for (int p = 1; p < pieces; p++) {
      int at = samples * p / pieces;
      long key = all[at];
      assertEquals(key, splitters.key()[p - 1]);
      long before = Arrays.stream(all, 0, at).filter(k -> k == key).count();
      long same = Arrays.stream(all).filter(k -> k == key).count();
      assertEquals((double) before / same, splitters.fraction()[p - 1]);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "3"})
  void withoutSamplesTheLastPieceHasAll(int runs) {
    Splitters splitters = Splitters.of(new long[runs][0], 3);
    assertArrayEquals(new long[2], splitters.key());
    assertEquals(2, splitters.pieceOf(0, 0));
    assertEquals(2, splitters.pieceOf(Long.MAX_VALUE, 0.5));
  }
}
