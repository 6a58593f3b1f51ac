package org.jzfof.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The range of the values of a column. */
class ValueRangeTest {
  private static final float[] SPECIAL = {
    0, -0f, Float.MIN_VALUE, -Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, 1, -1
  };

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void largestAndSmallestRows(int width) {
    SplittableRandom random = new SplittableRandom(width);
    for (int trial = 0; trial < 500; trial++) {
      int count = random.nextInt(8);
      float[] floats = new float[width * count + 2]; // more than counts
      double[] doubles = new double[floats.length];
      for (int i = 0; i < floats.length; i++) {
        floats[i] =
            random.nextInt(3) == 0
                ? SPECIAL[random.nextInt(SPECIAL.length)]
                : (float) (random.nextDouble() - 0.5) * random.nextInt(3);
        doubles[i] = floats[i];
      }
      double largest = 0;
      double smallest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        double row = 0;
        for (int k = 0; k < width; k++) {
          row = Math.max(row, Math.abs(floats[width * i + k]));
        }
        largest = Math.max(largest, row);
        smallest = row == 0 ? smallest : Math.min(smallest, row);
      }
      ValueRange ofFloats = new ValueRange(width, true);
      ValueRange ofDoubles = new ValueRange(width, true);
      assertEquals(ValueRange.ALL_VALID, ofFloats.add(floats, count));
      assertEquals(ValueRange.ALL_VALID, ofDoubles.add(doubles, count));
      assertEquals(largest, ofFloats.largest());
      assertEquals(smallest, ofFloats.smallest());
      assertEquals(largest, ofDoubles.largest());
      assertEquals(smallest, ofDoubles.smallest());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theFirstRowThatCannotBe(int width) {
    for (float fault : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      for (int at = 0; at < 4 * width; at++) {
        float[] values = new float[4 * width];
        values[at] = fault;
        values[values.length - 1] = Float.NaN;
        assertEquals(at / width, new ValueRange(width, true).add(values, 4));
      }
    }
    float[] negative = new float[2 * width];
    negative[2 * width - 1] = -1;
    assertEquals(1, new ValueRange(width, false).add(negative, 2));
    assertEquals(ValueRange.ALL_VALID, new ValueRange(width, true).add(negative, 2));
  }
}
