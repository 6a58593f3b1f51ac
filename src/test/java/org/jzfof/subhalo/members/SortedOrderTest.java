package org.jzfof.subhalo.members;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SortedOrderTest {
  /** Signs, infinities, both zeros, and many equal ones. */
  @Test
  void numbersAreInOrder() {
    SplittableRandom random = new SplittableRandom(31);
    double[] odd = {0, -0.0, 1, -1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-320};
    for (int n : new int[] {0, 1, 2, 50, 3000, 70_000}) {
      double[] numbers =
          random
              .doubles(n, -1, 1)
              .map(x -> random.nextBoolean() ? odd[random.nextInt(odd.length)] : x)
              .toArray();
      long[] id = random.longs(n).toArray();
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(i -> numbers[i])
                      .thenComparing(i -> id[i], Long::compareUnsigned))
              .mapToInt(i -> i)
              .toArray();
      assertArrayEquals(expected, SortedOrder.increasing(numbers, i -> id[i]));
    }
  }

  @Test
  void unsignedNumbersAreInOrder() {
    SplittableRandom random = new SplittableRandom(32);
    long[] numbers = random.longs(500).map(x -> x >> random.nextInt(64)).toArray();
    long[] id = random.longs(500).toArray();
    int[] expected =
        IntStream.range(0, 500)
            .boxed()
            .sorted(
                Comparator.<Integer, Long>comparing(i -> numbers[i], Long::compareUnsigned)
                    .thenComparing(i -> id[i], Long::compareUnsigned))
            .mapToInt(i -> i)
            .toArray();
    assertArrayEquals(expected, SortedOrder.increasingUnsigned(numbers, i -> id[i]));
  }
}
