package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof pairs}: what it writes, and what it refuses. */
class PairsCommandTest {
  private static final int SIDE = PairLattice.SIDE;
  private static final int COUNT = PairLattice.COUNT;

  @TempDir Path dir;

  private PairLattice lattice;
  private Path file;
  private Path out;

  @BeforeEach
  void write() {
    lattice = new PairLattice(dir);
    file = lattice.file();
    out = lattice.out();
    lattice.write();
  }

  private Outcome pairs(String options) {
    return lattice.pairs(options);
  }

  private CatalogueFile counted(String options) {
    return lattice.counted(options);
  }

  /** Shells of 6, 12, 8, and 6 + 24 + 24 neighbours; the point itself in the first bin. */
  @ParameterizedTest
  @CsvSource({"1, ''", "2, ''", "3, ''", "5, ''", "1, --threads 1"})
  void shellsOfLattice(int ranks, String more) throws IOException {
    Path edges = dir.resolve("edges.txt");
    Files.writeString(edges, "# shells\n0\n1\n1.4142135623730951\n1.7320508075688772\n2\n2.5\n");
    CatalogueFile found = counted(("--bins " + edges + " --ranks " + ranks + " " + more).trim());
    assertArrayEquals(PairLattice.times(COUNT, 1, 6, 12, 8, 54), found.longs("/Pairs/Count"));
    assertArrayEquals(
        new double[] {0, 1, Math.sqrt(2), Math.sqrt(3), 2, 2.5}, found.doubles("/Pairs/Edges"));
  }

  @Test
  void correlationIsPairsOverThoseExpected() {
    CatalogueFile found = counted("--bins 0:3:3");
    long[] counts = found.longs("/Pairs/Count");
    double[] xi = found.doubles("/Correlation/xi");
    double[] error = found.doubles("/Correlation/error");
    double density = COUNT * (COUNT - 1.0) / (SIDE * SIDE * SIDE);
    for (int i = 0; i < 3; i++) {
      double volume = 4 * Math.PI / 3 * (Math.pow(i + 1, 3) - Math.pow(i, 3));
      double pairs = counts[i] - (i == 0 ? COUNT : 0);
      assertEquals(pairs / (density * volume) - 1, xi[i], 1e-12);
      assertEquals(pairs == 0 ? Double.NaN : (xi[i] + 1) / Math.sqrt(pairs / 2), error[i], 1e-12);
    }
  }

  @Test
  void crossPairsCountOnce() {
    CatalogueFile found = counted("--other-types 4 --bins 0:0.9:3");
    assertArrayEquals(PairLattice.times(COUNT, 0, 0, 8), found.longs("/Pairs/Count"));
    CatalogueFile several = counted("--other-types 4 --bins 0:0.9:3 --ranks 3");
    assertArrayEquals(PairLattice.times(COUNT, 0, 0, 8), several.longs("/Pairs/Count"));
    double volume = 4 * Math.PI / 3 * (Math.pow(0.9, 3) - Math.pow(0.6, 3));
    assertEquals(8 / volume - 1, found.doubles("/Correlation/xi")[2], 1e-9);
  }

  @Test
  void otherTypesBeyondTheOpenBoxOfTheFirst() {
    double[] near = {1, 1, 1, 2, 2, 2};
    double[] far = {1, 1, 3, 7, 7, 7};
    SnapshotFixtures.gadget4(file, SIDE, Particles.at(near), Particles.at(far).withType(4));
    CatalogueFile found = counted("--other-types 4 --open --bins 0:12:4");
    assertArrayEquals(new long[] {2, 0, 1, 1}, found.longs("/Pairs/Count"));
    assertFalse(found.names("/").contains("Correlation"));
  }

  /** Four neighbours across the line of sight at 1, in each of the levels along it. */
  @ParameterizedTest
  @CsvSource({"x", "y", "z"})
  void acrossAndAlongTheLineOfSight(String sight) {
    CatalogueFile found = counted("--mode rppi --pimax 3 --los " + sight + " --bins 0:1.2:2");
    assertArrayEquals(PairLattice.times(COUNT, 1, 2, 2, 4, 8, 8), found.longs("/Pairs/Count"));
    double[] xi = found.doubles("/Correlation/xi");
    double[] wp = found.doubles("/Correlation/wp");
    assertEquals(2 * (xi[3] + xi[4] + xi[5]), wp[1], 1e-12);
  }

  /** At distance 1, two neighbours have mu = 1, and four have mu = 0. */
  @Test
  void distanceAndCosine() {
    CatalogueFile found = counted("--mode smu --mu-bins 2 --bins 1:1.5:2");
    assertArrayEquals(PairLattice.times(COUNT, 4, 2, 4, 8), found.longs("/Pairs/Count"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bins 0:5:3 | --bins ends at 5.0, but half of the periodic box along x is 4.0",
        "--bins 0:2:3 --mode rppi --pimax 5 | --pimax ends at 5.0, but half",
        "--bins 2:1:3 | --bins has an edge at",
        "--bins -1:1:3 | --bins has an edge at -1.0: give distances of at least 0",
        "--bins 0:1:3log | logarithmic bins begin above 0",
        "--bins 0:1:0 | has no bins: give at least 1",
        "--bins 0:NaN:2 | --bins has an edge at NaN",
        "--bins 0:1e999:2 | --bins has an edge at",
        "--bins 0:x:2 | 'x' is no number",
        "--bins absent.txt | is neither RMIN:RMAX:N nor a file that can be read",
        "--bins 0:1:99999 | make 99999 bins: make at most 4096",
        "--bins 0:1:2 --pimax 3 | --pimax is for --mode rppi",
        "--bins 0:1:2 --mode rppi | --mode rppi needs --pimax",
        "--bins 0:1:2 --mode smu --mu-bins 0 | --mu-bins is 0: give 1 to 4096",
        "--bins 0:1:2 --jackknife 1 | --jackknife is 1: give 2 to 32 regions",
        "--bins 0:1:2 --jackknife 0 | --jackknife is 0: give 2 to 32 regions",
        "--bins 0:1:4000 --jackknife 20 | --jackknife 20 makes 8000 regions, with 4000 bins each",
        "--bins 0:1:2 --open --jackknife 2 | --jackknife needs a periodic box",
        "--bins 0:1:2 --other-types 1 | --other-types has 1, which --types has as well",
      })
  void refuses(String options, String message) {
    pairs(options).failed(2, message);
    assertFalse(Files.exists(out));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | --bins has 0 edges",
        "'1' | --bins has 1 edges",
        "'0 1\n2 3' | leaves a gap after 1.0",
        "'0 1 2' | has 3 numbers",
        "'0\nx' | 'x' is no number",
      })
  void refusesFiles(String content, String message) throws IOException {
    Path edges = Files.writeString(dir.resolve("edges.txt"), content);
    pairs("--bins " + edges).failed(2, message);
  }

  @Test
  void binsOfTwoEdgesInAFile() throws IOException {
    Path edges = Files.writeString(dir.resolve("edges.txt"), "0.5 1.2 # first\n1.2, 1.5\n\n");
    assertArrayEquals(
        PairLattice.times(COUNT, 6, 12), counted("--bins " + edges).longs("/Pairs/Count"));
  }

  /** Each of the eight regions of the lattice is like the others: without it, xi is the same. */
  @Test
  void regionsOfLatticeAreAlike() {
    CatalogueFile found = counted("--bins 0.5:2.5:2 --jackknife 2 --ranks 2");
    long[] counts = found.longs("/Jackknife/Count");
    double[] xi = found.doubles("/Jackknife/xi");
    assertEquals(16, counts.length);
    for (int region = 0; region < 8; region++) {
      assertEquals(COUNT - 64, found.longs("/Jackknife/NumSources")[region]);
      assertEquals(counts[0], counts[2 * region]);
      assertEquals(xi[1], xi[2 * region + 1], 1e-12);
    }
    assertArrayEquals(new double[4], found.doubles("/Jackknife/xi_covariance"), 1e-12);
    // 512 points have 6 neighbours at 1; a face of 16 points is common to the region and the next.
    long touching = 2 * 64 * 6 - 2 * 3 * 4 * 4 * 3;
    CatalogueFile nearest = counted("--bins 0.9:1.1:1 --jackknife 2");
    assertEquals(COUNT * 6 - touching, nearest.longs("/Jackknife/Count")[0]);
  }

  /** The leave-one-out formula, from the xi of all regions in the file. */
  @Test
  void covarianceIsThatOfLeavingOut() {
    double[] places = new SplittableRandom(5).doubles(3 * 400, 0, SIDE).toArray();
    double[] stars = new SplittableRandom(6).doubles(3 * 300, 0, SIDE).toArray();
    SnapshotFixtures.gadget4(file, SIDE, Particles.at(places), Particles.at(stars).withType(4));
    for (String partners : List.of("", " --other-types 4")) {
      CatalogueFile found = counted("--mode rppi --pimax 2 --bins 0:3:2 --jackknife 3" + partners);
      for (String name : List.of("xi", "wp")) {
        double[] values = found.doubles("/Jackknife/" + name);
        double[] covariance = found.doubles("/Jackknife/" + name + "_covariance");
        int n = values.length / 27;
        for (int i = 0; i < n * n; i++) {
          double expected = 0;
          for (int r = 0; r < 27; r++) {
            double a = values[r * n + i / n] - mean(values, n, i / n);
            double b = values[r * n + i % n] - mean(values, n, i % n);
            expected += 26.0 / 27 * a * b;
          }
          assertEquals(expected, covariance[i], 1e-10, name + " " + i);
          assertTrue(covariance[i / n * (n + 1)] > 0);
        }
        // xi of all is about the mean of those without a region.
        double all = found.doubles("/Correlation/" + name)[1];
        assertEquals(all, mean(values, n, 1), 0.1 * Math.sqrt(covariance[n + 1]) + 0.01);
      }
    }
  }

  private static double mean(double[] values, int n, int i) {
    return IntStream.range(0, values.length / n).mapToDouble(r -> values[r * n + i]).sum()
        / (values.length / n);
  }

  @Test
  void noParticlesHaveNoPairs() {
    SnapshotFixtures.gadget4(file, SIDE, Particles.at(), Particles.at(1, 1, 1).withType(4));
    pairs("--types 4 --bins 0:1:2").succeeded();
    assertArrayEquals(new long[] {1, 0}, CatalogueFile.of(out).longs("/Pairs/Count"));
  }

  @Test
  void dryRunWritesNothing() {
    assertTrue(pairs("--bins 0:1:2 --dry-run").succeeded().out().contains("memory needed"));
    assertFalse(Files.exists(out));
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Files.writeString(out, "mine");
    pairs("--bins 0:1:2").failed(4, "--overwrite");
    assertEquals("mine", Files.readString(out));
    pairs("--bins 0:1:2 --overwrite").succeeded();
    pairs("--bins 0:1:3").succeeded();
  }
}
