package org.jzfof.snapshot.checks;

import java.math.BigDecimal;
import org.jzfof.comm.Communicator;
import org.jzfof.snapshot.file.ColumnBlock;

/**
 * A sum of up to 2^36 doubles without rounding, independent of the order and of the number of
 * ranks. The significands of doubles with equal exponents are added as integers, in two halves.
 */
public final class ExactSum {
  private static final int EXPONENTS = 2048;
  private static final int FRACTION_BITS = 52;
  private static final int HALF_BITS = 26;
  private static final int SMALLEST_EXPONENT = -1074;

  private final long[] sums = new long[2 * EXPONENTS];

  /** Adds a finite, non-negative value. */
  public void add(double value) {
    long bits = Double.doubleToRawLongBits(value) & Long.MAX_VALUE;
    int exponent = (int) (bits >>> FRACTION_BITS);
    long fraction = bits & (1L << FRACTION_BITS) - 1;
    long integer = exponent == 0 ? fraction : fraction | 1L << FRACTION_BITS;
    sums[2 * exponent] += integer & (1L << HALF_BITS) - 1;
    sums[2 * exponent + 1] += integer >>> HALF_BITS;
  }

  /** Adds the finite, non-negative values of a block of a column. */
  public void add(ColumnBlock block) {
    if (block.values() instanceof float[] values) {
      for (int i = 0; i < block.length(); i++) {
        add(values[i]);
      }
    } else {
      double[] values = block.doubles();
      for (int i = 0; i < block.length(); i++) {
        add(values[i]);
      }
    }
  }

  /** Adds another sum. */
  void add(ExactSum other) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
    }
  }

  /** Adds the sums of all ranks; every rank calls this method once. */
  public void addUp(Communicator comm) {
    comm.sum(sums);
  }

  /** The sum, rounded once. */
  public double value() {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != 0) {
        int exponent = SMALLEST_EXPONENT + Math.max(0, i / 2 - 1);
        BigDecimal unit = new BigDecimal(Math.scalb(1.0, exponent));
        BigDecimal half = i % 2 == 0 ? BigDecimal.ONE : BigDecimal.valueOf(1L << HALF_BITS);
        sum = sum.add(unit.multiply(half).multiply(BigDecimal.valueOf(sums[i])));
      }
    }
    return sum.doubleValue();
  }
}
