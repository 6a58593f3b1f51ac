package org.jzfof.groups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sums of 128 bits against integers of any length. */
class ExactSumsTest {
  private static final int ROUNDS = 100_000;

  private static BigInteger integer(long low, long high) {
    return BigInteger.valueOf(high)
        .shiftLeft(Long.SIZE)
        .add(new BigInteger(Long.toUnsignedString(low)));
  }

  @Test
  void nearestDouble() {
    SplittableRandom random = new SplittableRandom(1);
    long[] edges = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53, (1L << 53) + 1, 1L << 10};
    for (int i = 0; i < ROUNDS; i++) {
      long low = i % 3 == 0 ? edges[i / 3 % edges.length] : random.nextLong();
      long high = i % 2 == 0 ? edges[random.nextInt(edges.length)] : random.nextLong();
      high >>= 1 + random.nextInt(Long.SIZE - 1);
      BigInteger exact = integer(low, high);
      assertEquals(exact.doubleValue(), ExactSums.toDouble(low, high), exact::toString);
    }
  }

  /** Halfway between two doubles, and a bit more or less. */
  @Test
  void tiesGoToTheEvenOne() {
    for (int shift = 0; shift < 70; shift++) {
      for (long leading :
          new long[] {1L << 53 | 1, 1L << 53 | 3, -(1L << 53 | 1), -(1L << 53 | 3)}) {
        for (int more = -1; more <= 1; more++) {
          BigInteger exact = BigInteger.valueOf(leading).shiftLeft(shift);
          exact = exact.add(BigInteger.valueOf(more));
          long high = exact.shiftRight(Long.SIZE).longValue();
          assertEquals(
              exact.doubleValue(), ExactSums.toDouble(exact.longValue(), high), exact::toString);
        }
      }
    }
  }

  @Test
  void everyNumberIsRoundedOnceAndTheOrderIsOfNoConsequence() {
    SplittableRandom random = new SplittableRandom(2);
    double[] numbers = new double[5000];
    BigInteger exact = BigInteger.ZERO;
    for (int i = 0; i < numbers.length; i++) {
      double size = Math.scalb(1.0, -random.nextInt(100));
      numbers[i] = i < 4 ? i % 2 * 2 - 1 : size * (2 * random.nextDouble() - 1);
      double units = Math.rint(Math.scalb(numbers[i], 86));
      exact = exact.add(new BigDecimal(units).toBigInteger());
    }
    long[] expected = {exact.longValue(), exact.shiftRight(Long.SIZE).longValue()};
    assertArrayEquals(expected, sum(numbers, 1, 5000));
    assertArrayEquals(expected, sum(numbers, 3, 7));
    assertArrayEquals(expected, sum(numbers, 4999, 1));
  }

  /** The sum in steps over the numbers, so many at a time. */
  private static long[] sum(double[] numbers, int step, int together) {
    long[] row = new long[2 * ExactSums.LONGS];
    for (int done = 0; done < numbers.length; done += together) {
      ExactSums.Slices slices = new ExactSums.Slices();
      for (int i = done; i < Math.min(numbers.length, done + together); i++) {
        slices.add(numbers[(int) ((long) i * step % numbers.length)]);
      }
      slices.addTo(row, 2);
    }
    long[] sum = new long[2];
    ExactSums.addRow(sum, 0, row, 2, 2);
    return sum;
  }
}
