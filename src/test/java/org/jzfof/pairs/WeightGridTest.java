package org.jzfof.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;

/** Weights as integers, and their sums. */
class WeightGridTest {
  @ParameterizedTest
  @ValueSource(doubles = {1, 3e38, 1e-38, 7.25, 0.999, Double.MAX_VALUE, Double.MIN_NORMAL})
  void float32WithinAFactorOf256IsExact(double largest) {
    WeightGrid grid = WeightGrid.of(largest);
    SplittableRandom random = new SplittableRandom(3);
    double power = Math.scalb(1.0, Math.getExponent(largest));
    for (int i = 0; i < 1000; i++) {
      double weight = (float) random.nextDouble(1.0 / 128, 2) * power; // at least 2^-8 of above
      long steps = Integer.toUnsignedLong(grid.steps(weight));
      assertEquals(weight, Math.scalb((double) steps, grid.exponent()));
      assertEquals(0, grid.rounding(weight));
    }
  }

  @Test
  void roundsToTheNearestStep() {
    WeightGrid grid = WeightGrid.of(1.5);
    assertEquals(-31, grid.exponent());
    assertEquals(0, grid.steps(0x1p-32));
    assertEquals(1, grid.steps(0x1.8p-32));
    assertEquals(1, grid.rounding(0x1p-32));
    assertEquals(-1, grid.steps(Math.nextDown(2.0)));
    assertTrue(grid.rounding(Math.nextDown(2.0)) < 0x1p-31);
    assertEquals(0, WeightGrid.of(0).steps(0));
    assertEquals(0, grid.rounding(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void totalsOfRanksAreBeyond64Bits(int ranks) {
    BigInteger largest = BigInteger.valueOf(0xffffffffL);
    for (WeightTotals totals : ThreadRanks.run(ranks, WeightGridTest::total)) {
      assertEquals(BigInteger.valueOf(3L * ranks).multiply(largest), totals.sum());
      assertEquals(BigInteger.valueOf(3L * ranks).multiply(largest.pow(2)), totals.squares());
      assertEquals(3 * ranks * 0xffffffffL * 0x1p-31, totals.weight());
    }
  }

  private static WeightTotals total(Communicator comm) {
    return WeightTotals.of(WeightGrid.of(1), new int[] {-1, -1, -1}, comm);
  }
}
