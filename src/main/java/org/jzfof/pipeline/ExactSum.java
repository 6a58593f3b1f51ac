package org.jzfof.pipeline;

import java.math.BigDecimal;
import org.jzfof.comm.Communicator;

/**
 * A sum of up to 2^39 floats without rounding: the same for any order and any number of ranks. The
 * integer parts of floats with one exponent are added up as integers.
 */
final class ExactSum {
  private static final int EXPONENTS = 256;
  private static final int FRACTION_BITS = 23;
  private static final int SMALLEST_EXPONENT = -149;

  private final long[] sums = new long[EXPONENTS];

  /** Adds a finite value that is not negative. */
  void add(float value) {
    int bits = Float.floatToRawIntBits(value);
    int exponent = bits >>> FRACTION_BITS;
    int fraction = bits & (1 << FRACTION_BITS) - 1;
    sums[exponent] += exponent == 0 ? fraction : fraction | 1 << FRACTION_BITS;
  }

  /** Adds what all ranks have added; every rank calls it once. */
  void addUp(Communicator comm) {
    comm.sum(sums);
  }

  /** The sum, rounded once. */
  double value() {
    BigDecimal sum = BigDecimal.ZERO;
    for (int e = 0; e < EXPONENTS; e++) {
      double unit = Math.scalb(1.0, SMALLEST_EXPONENT + Math.max(0, e - 1));
      sum = sum.add(new BigDecimal(unit).multiply(BigDecimal.valueOf(sums[e])));
    }
    return sum.doubleValue();
  }
}
