package org.jzfof.cli.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeLimitTest {
  private Duration elapsed = Duration.ZERO;

  private TimeLimit limit(int seconds) {
    return new TimeLimit(Duration.ofSeconds(seconds), () -> elapsed);
  }

  @Test
  void firstSnapshotNeedsNoEstimate() {
    TimeLimit limit = limit(100);
    elapsed = Duration.ofSeconds(99);
    assertTrue(limit.fitsAnother());
    elapsed = Duration.ofSeconds(100);
    assertFalse(limit.fitsAnother());
  }

  /** 10 s and 2 s to write, with a margin of a quarter: 15 s. */
  @Test
  void longestOfTheLastThreeDecides() {
    TimeLimit limit = limit(100);
    limit.recordSearch(10);
    limit.recordWriting(2);
    limit.recordSearch(4);
    limit.recordSearch(4);
    elapsed = Duration.ofMillis(84_900);
    assertTrue(limit.fitsAnother());
    elapsed = Duration.ofMillis(85_100);
    assertFalse(limit.fitsAnother());
    limit.recordSearch(4); // the 10 s are long ago: now 7.5 s
    assertTrue(limit.fitsAnother());
    elapsed = Duration.ofMillis(92_600);
    assertFalse(limit.fitsAnother());
  }

  @Test
  void withoutLimitEverythingFits() {
    TimeLimit none = new TimeLimit(null, () -> Duration.ofDays(10_000));
    none.recordSearch(1e9);
    assertTrue(none.fitsAnother());
  }

  @ParameterizedTest
  @CsvSource({"45s,45", "90m,5400", "3h50m,13800", "1d2h3m4s,93784", "1d,86400", "100000s,100000"})
  void times(String text, long seconds) {
    assertEquals(Duration.ofSeconds(seconds), new TimeSpan().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "h", "3h50", "50m3h", "-3h", "0s", "3.5h", "9999999d"})
  void otherTextsAreNoTimes(String text) {
    assertThrows(TypeConversionException.class, () -> new TimeSpan().convert(text));
  }
}
