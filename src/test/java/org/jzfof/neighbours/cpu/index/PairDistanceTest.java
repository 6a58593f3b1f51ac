package org.jzfof.neighbours.cpu.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.domain.Box;

/** Differences around a periodic box against exact arithmetic. */
class PairDistanceTest {
  @ParameterizedTest
  @ValueSource(doubles = {1, 25, 0.3, 333.33, 1e-30, 7e20})
  void differencesInTheBoxAreRoundedOnce(double side) {
    PairDistance distance = new PairDistance(Box.periodic(side, side, side));
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      double a = place(random, side);
      double b = i % 3 == 0 ? nearHalf(random, side, a) : place(random, side);
      Supplier<String> what = () -> a + " and " + b;
      double expected = exact(a, b, side);
      assertEquals(expected, Math.abs(distance.nearestImage(a, b, 0)), what);
      assertEquals(expected, Math.abs(distance.nearestImage(b, a, 0)), what);
    }
  }

  /** Anywhere, on a face, or next to one. */
  private static double place(SplittableRandom random, double side) {
    double tiny = side * random.nextDouble() * Math.pow(2, -random.nextInt(1, 70));
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1 -> side;
      case 2 -> tiny;
      case 3 -> side - tiny;
      default -> random.nextDouble(side);
    };
  }

  private static double nearHalf(SplittableRandom random, double side, double a) {
    double b = a < side / 2 ? a + side / 2 : a - side / 2;
    int steps = random.nextInt(-3, 4);
    return Math.min(side, Math.max(0, b + steps * Math.ulp(b)));
  }

  private static double exact(double a, double b, double side) {
    BigDecimal difference = new BigDecimal(a).subtract(new BigDecimal(b));
    return IntStream.rangeClosed(-1, 1)
        .mapToObj(n -> difference.add(new BigDecimal(side).multiply(BigDecimal.valueOf(n))).abs())
        .min(BigDecimal::compareTo)
        .orElseThrow()
        .doubleValue();
  }
}
