package org.jzfof.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Pairs expected within a region, against their mean in a shell and against random pairs. */
class RegionVolumesTest {
  private static final double[] SIDE = {1, 0.8, 1.3};

  /** While r is below all sides, the mean over a sphere is a polynomial. */
  @Test
  void thinShellsOfSmallRadius() {
    for (double r : new double[] {0, 0.01, 0.2, 0.5, 0.79}) {
      double single = 1 / SIDE[0] + 1 / SIDE[1] + 1 / SIDE[2];
      double pairs = (SIDE[0] + SIDE[1] + SIDE[2]) / (SIDE[0] * SIDE[1] * SIDE[2]);
      double all = 1 / (SIDE[0] * SIDE[1] * SIDE[2]);
      double expected =
          1 - r / 2 * single + r * r * 2 / (3 * Math.PI) * pairs - r * r * r / (4 * Math.PI) * all;
      PairBins bins = DistanceBins.of(r, r + 1e-9);
      assertEquals(expected, new RegionVolumes(bins, SIDE).within(0), 1e-3, "r " + r);
    }
  }

  @Test
  void randomPairsOfEveryMode() {
    for (Separation separation : Separation.values()) {
      int parts = separation == Separation.R ? 1 : 2;
      PairBins bins = new PairBins(separation, new double[] {0.2, 0.9, 1.4}, parts, 1);
      double[] all = new double[bins.count()];
      double[] within = new double[bins.count()];
      SplittableRandom random = new SplittableRandom(41);
      for (int i = 0; i < 1_000_000; i++) {
        boolean inside = true;
        double[] apart = new double[3];
        for (int d = 0; d < 3; d++) {
          apart[d] = random.nextDouble(-2, 2);
          double second = random.nextDouble(SIDE[d]) + apart[d];
          inside &= second >= 0 && second < SIDE[d];
        }
        int count = count(bins, apart);
        if (count >= 0) {
          all[count]++;
          within[count] += inside ? 1 : 0;
        }
      }
      for (int i = 0; i < all.length; i++) {
        double expected = within[i] / all[i];
        double tolerance = 5 * Math.sqrt((expected + 1e-3) / all[i]) + 1e-3;
        String where = separation + " " + i;
        assertEquals(expected, new RegionVolumes(bins, SIDE).within(i), tolerance, where);
      }
    }
  }

  private static int count(PairBins bins, double[] apart) {
    double along = Math.abs(apart[1]);
    double square = apart[0] * apart[0] + apart[2] * apart[2];
    square += bins.separation() == Separation.RPPI ? 0 : along * along;
    double[] edges = bins.squares();
    for (int i = 0; i < bins.bins(); i++) {
      if (square >= edges[i] && square < edges[i + 1]) {
        int part = bins.part(square, along);
        return part < 0 ? -1 : i * bins.parts() + part;
      }
    }
    return -1;
  }
}
