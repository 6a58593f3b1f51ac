package org.jzfof.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  @Test
  void aHundredCountsAreTheirOwnQuantiles() {
    Distribution counts = Distribution.of(IntStream.rangeClosed(1, 100).toArray());
    assertEquals(50.5, counts.mean());
    assertEquals(1, counts.quantile(0));
    for (int percent = 1; percent <= 100; percent++) {
      assertEquals(percent, counts.quantile(percent));
    }
    assertEquals(1, counts.width());
    assertEquals(101, counts.histogram().length);
    assertEquals(0, counts.histogram()[0]);
    assertEquals(100, LongStream.of(counts.histogram()).skip(1).filter(c -> c == 1).count());
  }

  /** So many of the counts are at most the quantile, and fewer are below it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 99, 100, 101, 5000})
  void quantilesHaveTheirShareBelow(int n) {
    int[] values = new SplittableRandom(n).ints(n, 0, 40).toArray();
    Distribution counts = Distribution.of(values.clone());
    for (int percent = 0; percent <= 100; percent++) {
      long quantile = counts.quantile(percent);
      assertTrue(100L * IntStream.of(values).filter(v -> v <= quantile).count() >= percent * n);
      assertTrue(
          percent == 0
              ? quantile == IntStream.of(values).min().orElseThrow()
              : 100L * IntStream.of(values).filter(v -> v < quantile).count() < percent * n);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 99, 100, 101, 5000})
  void occurrencesHaveTheDistributionOfTheirCounts(int n) {
    int[] values = new SplittableRandom(n).ints(n, 0, 33).map(v -> v % 7 == 3 ? 32 : v).toArray();
    long[] occurrences = new long[33];
    Arrays.stream(values).forEach(v -> occurrences[v]++);
    Distribution expected = Distribution.of(values);
    Distribution counts = Distribution.ofOccurrences(occurrences);
    assertEquals(expected.mean(), counts.mean(), 1e-12);
    assertArrayEquals(expected.quantiles(), counts.quantiles());
    assertArrayEquals(
        expected.histogram(), Arrays.copyOf(counts.histogram(), expected.histogram().length));
    assertEquals(33, counts.histogram().length);
  }

  @Test
  void largeCountsShareBins() {
    Distribution counts = Distribution.of(new int[] {5, 1_000_000, 0, 977, 976});
    assertEquals(977, counts.width()); // 1 + 1000000 / 1024
    assertEquals(1_000_000 / 977 + 1, counts.histogram().length);
    assertEquals(3, counts.histogram()[0]);
    assertEquals(1, counts.histogram()[1]);
    assertEquals(1, counts.histogram()[1_000_000 / 977]);
    assertEquals(1_000_000, counts.quantile(100));
  }
}
