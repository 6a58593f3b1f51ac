package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof pairs --weights}: sums of products, and weights that are refused. */
class PairWeightsTest {
  private static final int SIDE = PairLattice.SIDE;
  private static final int COUNT = PairLattice.COUNT;

  @TempDir Path dir;

  private PairLattice lattice;

  @BeforeEach
  void write() {
    lattice = new PairLattice(dir);
    lattice.write();
  }

  /** Weights of 1 and 2 in a checkerboard: nearest neighbours have different ones. */
  private static double[] checkerboard() {
    double[] weights = new double[COUNT];
    Arrays.setAll(weights, i -> 1 + ((i & 7) + (i >> 3 & 7) + (i >> 6) & 1));
    return weights;
  }

  /** The point itself, its 6 neighbours of the other weight, and 12 of its own. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "5"})
  void productsOfWeights(int ranks) {
    lattice.write("/PartType1/Weight", checkerboard());
    CatalogueFile found = lattice.counted("--bins 0:1.5:3 --weights Weight --ranks " + ranks);
    double squares = COUNT * 2.5;
    double[] weighted = {squares, 0, 6 * COUNT * 2 + 12 * squares};
    assertArrayEquals(PairLattice.times(COUNT, 1, 0, 18), found.longs("/Pairs/Count"));
    assertArrayEquals(weighted, found.doubles("/Pairs/WeightedCount"));
    assertArrayEquals(
        new double[] {2.5, 0, weighted[2] / (18 * COUNT)}, found.doubles("/Pairs/WeightAvg"));
    assertEquals(COUNT * 1.5, found.attribute("/Header", "SourceWeight"));
    assertEquals(squares, found.attribute("/Header", "SquaredWeight"));
    double volume = 4 * Math.PI / 3 * (Math.pow(1.5, 3) - 1) / (SIDE * SIDE * SIDE);
    double expected = (Math.pow(COUNT * 1.5, 2) - squares) * volume;
    double[] xi = found.doubles("/Correlation/xi");
    assertEquals(-1, xi[0]);
    assertEquals(weighted[2] / expected - 1, xi[2], 1e-12);
    assertEquals((1 + xi[2]) / Math.sqrt(9 * COUNT), found.doubles("/Correlation/error")[2], 1e-12);
  }

  /** One mass of a whole type, and one of each particle: 4 of the 8 stars around have mass 2. */
  @Test
  void massesOfTwoKinds() {
    lattice.write("/PartType1/Weight", checkerboard());
    CatalogueFile found =
        lattice.counted("--bins 0:0.9:3 --other-types 4 --weights mass --ranks 2");
    assertArrayEquals(PairLattice.times(COUNT, 0, 0, 8), found.longs("/Pairs/Count"));
    assertArrayEquals(
        new double[] {0, 0, COUNT * 8 * 3 * 1.5}, found.doubles("/Pairs/WeightedCount"));
    double volume = 4 * Math.PI / 3 * (Math.pow(0.9, 3) - Math.pow(0.6, 3));
    assertEquals(8 / volume - 1, found.doubles("/Correlation/xi")[2], 1e-9);
    assertEquals(COUNT * 1.5, found.attribute("/Header", "QueryWeight"));
    assertTrue(
        lattice.pairs("--bins 0:0.9:3 --weights mass").succeeded().out().contains("weights"));
  }

  @Test
  void equalWeightsLeaveCorrelation() {
    for (String mode : List.of("", " --mode rppi --pimax 3", " --mode smu --mu-bins 3")) {
      double[] xi = lattice.counted("--bins 0:3:4" + mode).doubles("/Correlation/xi");
      double[] covariance =
          lattice.counted("--bins 0:3:4 --jackknife 2" + mode).doubles("/Jackknife/xi_covariance");
      CatalogueFile found = lattice.counted("--bins 0:3:4 --weights mass --jackknife 2" + mode);
      assertArrayEquals(covariance, found.doubles("/Jackknife/xi_covariance"), 1e-12);
      assertArrayEquals(xi, found.doubles("/Correlation/xi"), 1e-12);
      assertArrayEquals(
          Arrays.stream(found.longs("/Pairs/Count")).mapToDouble(n -> 9 * n).toArray(),
          found.doubles("/Pairs/WeightedCount"));
    }
  }

  /** Without a region, sums and xi are those of a box that never had its points. */
  @Test
  void weightsWithoutARegion() {
    lattice.write("/PartType1/Weight", checkerboard());
    CatalogueFile found =
        lattice.counted("--bins 0:1.5:3 --weights Weight --jackknife 2 --ranks 2");
    double squares = (COUNT - 64) * 2.5;
    double[] sums = found.doubles("/Jackknife/WeightedCount");
    long[] counts = found.longs("/Jackknife/Count");
    double[] xi = found.doubles("/Jackknife/xi");
    double[] alike = lattice.counted("--bins 0:1.5:3 --jackknife 2").doubles("/Jackknife/xi");
    for (int region = 0; region < 8; region++) {
      assertEquals(COUNT - 64, counts[3 * region]);
      assertEquals(squares, sums[3 * region]);
      assertEquals(sums[2], sums[3 * region + 2]);
      // Of the pairs left, those of nearest neighbours weigh 2, and the others 2.5 in the mean.
      long next = (COUNT * 6 - (2 * 64 * 6 - 2 * 3 * 4 * 4 * 3));
      assertEquals(2 * next + 2.5 * (counts[3 * region + 2] - next), sums[3 * region + 2]);
      double all = Math.pow((COUNT - 64) * 1.5, 2) - squares;
      double plain = (double) (COUNT - 64) * (COUNT - 65);
      assertEquals(
          (1 + alike[3 * region + 2]) * plain / counts[3 * region + 2],
          (1 + xi[3 * region + 2]) * all / sums[3 * region + 2],
          1e-9);
    }
  }

  @Test
  void smallWeightsThatSufferAreToldOf() {
    double[] weights = checkerboard();
    weights[7] = 1e6 / 3;
    lattice.write("/PartType1/Weight", weights);
    lattice.pairs("--bins 0:1:2 --weights Weight").succeeded();
    weights[8] = 1e-6;
    lattice.write("/PartType1/Weight", weights);
    lattice
        .pairs("--bins 0:1:2 --weights Weight")
        .warned("the smallest weights have relative rounding errors of up to 1.0");
  }

  @ParameterizedTest
  @CsvSource({"NaN", "-1", "Infinity"})
  void refusesWeightsThatAreNone(double bad) {
    double[] weights = checkerboard();
    weights[17] = bad;
    lattice.write("/PartType1/Weight", weights);
    String message = "the Weight of row 17 of PartType1 in " + lattice.file();
    lattice.pairs("--bins 0:1:2 --weights Weight").failed(3, message);
    lattice.pairs("--bins 0:1:2 --weights Weight --ranks 2").failed(3, message);
    assertFalse(Files.exists(lattice.out()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Absent | PartType1/Absent in",
        "Coordinates | but numbers of shape [512] are expected",
        "Weight --other-types 4 | PartType4/Weight in",
      })
  void refusesDatasetsWithoutWeights(String weights, String message) {
    lattice.write("/PartType1/Weight", checkerboard());
    lattice.pairs("--bins 0:1:2 --weights " + weights + " --dry-run").failed(3, message);
  }

  @Test
  void refusesParticlesWithoutMasses() {
    SnapshotFixtures.gadget4(
        lattice.file(),
        SIDE,
        Particles.at(1, 1, 1).withMass(3),
        Particles.at(2, 2, 2).withType(4).withMass(0));
    lattice
        .pairs("--bins 0:1:2 --weights mass --other-types 4")
        .failed(3, "PartType4/Masses is missing and MassTable[4] is 0");
  }
}
