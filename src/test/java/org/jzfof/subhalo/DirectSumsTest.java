package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.so.Softening;

/** Sums of potentials against a loop over all pairs. */
class DirectSumsTest {
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 7),
          Box.periodic(1, 1, 0),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  /** In a small place, across the wall, in half a box, and in all of it. */
  @Test
  void sumsAreThoseOfAllPairs() {
    SplittableRandom random = new SplittableRandom(21);
    for (int c = 0; c < 96; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % 4));
      int bits = new int[] {20, 28, 30, 32}[c / 4 % 4];
      PointMasses sources = points(map, bits, new int[] {0, 1, 511, 513, 1200}[c % 5], random);
      PointMasses targets = points(map, bits, 1 + random.nextInt(600), random);
      double length = Math.pow(2, bits - 33 + random.nextInt(-6, 3));
      Softening softening = Softening.plummer(length * BOXES.get(c % 4).size()[0]);
      double scale = Math.scalb(1.0, 43 - Math.getExponent(10 * softening.largest()));
      int sign = random.nextBoolean() ? 1 : -1;
      long[] depth = random.longs(targets.count(), 0, 1 << 20).toArray();
      long[] expected = depth.clone();
      Arrays.setAll(
          expected, i -> expected[i] + sign * sum(map, softening, sources, targets, i, scale));
      new DirectSums(map, softening, Loops.SERIAL).add(sources, scale, sign, targets, depth);
      assertArrayEquals(expected, depth, "set " + c);
    }
  }

  private static PointMasses points(FixedPoint map, int bits, int n, SplittableRandom random) {
    int[][] place = new int[3][n];
    for (int d = 0; d < 3; d++) {
      for (int i = 0; i < n; i++) {
        int wall = map.periodic() ? Integer.MIN_VALUE : 0;
        int open = random.nextInt() >> Math.max(2, 32 - bits);
        int cells = map.periodic() ? random.nextInt() >> (32 - bits) : open;
        place[d][i] = map.cell()[d] == 0 ? 0 : wall + cells;
      }
    }
    double[] mass = random.doubles(n + 3, 0.01, 10).toArray();
    return new PointMasses(n, place[0], place[1], place[2], mass);
  }

  private static long sum(
      FixedPoint map,
      Softening softening,
      PointMasses sources,
      PointMasses targets,
      int i,
      double scale) {
    double[] cell = map.cell();
    return IntStream.range(0, sources.count())
        .mapToLong(
            j -> {
              double x = (sources.x()[j] - targets.x()[i]) * cell[0];
              double y = (sources.y()[j] - targets.y()[i]) * cell[1];
              double z = (sources.z()[j] - targets.z()[i]) * cell[2];
              double potential = softening.potential(Math.sqrt(x * x + y * y + z * z));
              return (long) Math.rint(sources.mass()[j] * potential * scale);
            })
        .sum();
  }
}
