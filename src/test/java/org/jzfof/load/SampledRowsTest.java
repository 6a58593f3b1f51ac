package org.jzfof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampledRowsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 3",
    "0, 1, 3",
    "0, 64, 1",
    "0, 65, 3",
    "1, 63, 3",
    "1, 64, 3",
    "127, 1000, 1",
    "63, 200, 3"
  })
  void valuesAreThoseOfTheBlockAndTheSampledOnesAreFetchedOnce(long from, int count, int width) {
    AtomicIntegerArray asked = new AtomicIntegerArray(Math.max(1, width * count));
    IntToDoubleFunction values =
        i -> {
          asked.incrementAndGet(i);
          return 1000 * from + i;
        };
    IntToDoubleFunction sampled = SampledRows.of(from, count, width, values);
    for (int i = 0; i < width * count; i++) {
      assertEquals((from + i / width) % 64 == 0 ? 1 : 0, asked.get(i), "value " + i + " at first");
      assertEquals(1000 * from + i, sampled.applyAsDouble(i));
      assertEquals(1, asked.get(i), "value " + i);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 65", "1, 63", "1, 64", "127, 1000"})
  void integersAreKeptExactly(long from, int count) {
    IntToLongFunction sampled = SampledRows.of(from, count, i -> Long.MAX_VALUE - i);
    for (int i = 0; i < count; i++) {
      assertEquals(Long.MAX_VALUE - i, sampled.applyAsLong(i));
    }
  }
}
