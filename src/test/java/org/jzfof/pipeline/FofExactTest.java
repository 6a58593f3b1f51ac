package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.domain.Box;
import org.jzfof.threads.ParallelLoops;

/** Whole label arrays against brute force, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class FofExactTest {
  private static final int CONFIGURATIONS_PER_SET = 90;
  private static final int[] SIZES = {1, 2, 3, 17, 33, 100, 257, 600, 1500};

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void equalsBruteForceOnRandomConfigurations(PointSets set) {
    SplittableRandom random = new SplittableRandom(set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET); c++) {
      int n = SIZES[c % SIZES.length];
      double[] side = Boxes.sides(c, random);
      double[] xyz = set.points(n, side, random);
      Box box = c % 2 == 0 ? Box.periodic(side) : Boxes.boundingBox(xyz);
      double ell = linkingLength(set, c, n, side, random);
      int[] expected = BruteForce.labels(xyz, box, ell);
      assertArrayEquals(
          expected,
          new FofRun(backend, box, xyz).labels(ell),
          () -> set + " n " + n + " box " + box.describe() + " ell " + ell);
    }
  }

  /** From far below the mean separation to beyond the box; on the spacing of the lattice. */
  private static double linkingLength(
      PointSets set, int c, int n, double[] side, SplittableRandom random) {
    if (set == PointSets.LATTICE && side[0] == 1) {
      int m = Integer.highestOneBit(2 * (int) Math.ceil(Math.cbrt(n)));
      return (1 + c % 3) / (double) m;
    }
    double separation = Math.cbrt(side[0] * side[1] * side[2] / n);
    return separation * Math.pow(10, -3 + 4 * random.nextDouble());
  }

  /**
   * Pairs whose distance is the linking length but for parts of 2^-12 to 2^-22, within regions of
   * so many linking lengths; the widest go around the box.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64, 4096})
  void pairsAtTheLinkingLength(int lengths) {
    double ell = 0x1p-10;
    for (double[] side : new double[][] {{1, 1, 1}, {1, 0.7, 0.3}}) {
      SplittableRandom random = new SplittableRandom(lengths);
      double[] xyz = new double[3 * 2 * 640];
      double[] corner = new double[3];
      for (int pair = 0; pair < 640; pair++) {
        double[] direction = random.doubles(3, -1, 1).toArray();
        double norm = Math.sqrt(Arrays.stream(direction).map(v -> v * v).sum());
        double distance = ell * (1 + random.nextInt(-1, 2) * Math.pow(2, -random.nextInt(12, 23)));
        for (int d = 0; d < 3; d++) {
          corner[d] = pair % 16 == 0 ? 0.3 * side[d] * random.nextDouble() : corner[d];
          double cell = 0x1p-32 * side[d];
          double place = corner[d] + lengths * ell * side[d] * random.nextDouble();
          xyz[6 * pair + d] = cell * Math.rint(place / cell);
          xyz[6 * pair + 3 + d] = cell * Math.rint((place + direction[d] / norm * distance) / cell);
        }
      }
      Box box = Box.periodic(side);
      assertArrayEquals(
          BruteForce.labels(xyz, box, ell), new FofRun(backend, box, xyz).labels(ell));
    }
  }

  /** Two stragglers whose links lead through a clump that is one small node. */
  @Test
  void linksThroughSmallClumpInAnOpenBox() {
    SplittableRandom random = new SplittableRandom(7);
    double[] xyz = new double[3 * 450];
    System.arraycopy(new double[] {.001, .001, .001, .001, .999, .999}, 0, xyz, 0, 6);
    for (int i = 6; i < 150; i++) {
      xyz[i] = 0.50001 + 0.001 * random.nextDouble();
    }
    for (int i = 150; i < xyz.length; i++) {
      xyz[i] = 100 + 900 * random.nextDouble();
    }
    Box box = Boxes.boundingBox(xyz);
    int[] label = new FofRun(backend, box, xyz).labels(1);
    assertEquals(50, Arrays.stream(label).filter(l -> l == 0).count());
    assertArrayEquals(BruteForce.labels(xyz, box, 1), label);
  }

  @Test
  void millionCoincidentPointsAndTwoDenseClumpsJustTooFarApart() {
    int n = 1_200_000;
    SplittableRandom random = new SplittableRandom(3);
    double[] xyz = new double[3 * n];
    for (int i = 0; i < n; i++) {
      int clump = i % 3;
      for (int d = 0; d < 3; d++) {
        double inside = clump == 2 ? 0 : 0.005 * random.nextDouble();
        xyz[3 * i + d] = (d == 0 ? 0.2 + 0.01501 * clump : 0.5) + inside;
      }
    }
    int[] label = new FofRun(backend, Box.periodic(1, 1, 1), xyz).labels(0.01);
    for (int i = 0; i < n; i++) {
      assertEquals(i % 3, label[i]);
    }
  }
}
