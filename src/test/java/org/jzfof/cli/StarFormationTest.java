package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Star formation rates of groups and subhaloes: sums over their gas. */
class StarFormationTest {
  private static final double BOX = 10;
  private static final int HALOES = 8;
  private static final int DARK = 240;
  private static final int GAS = 600; // a thread adds the rates of part of a halo

  /** IDs of gas begin here. */
  private static final long FIRST_GAS = 1_000_000;

  /** Of the parts of a halo. */
  private static final double[] WIDTH = {0.03, 0.25, 0.05};

  @TempDir private Path dir;

  private Path snapshot;
  private final double[] rates = new double[HALOES * GAS];

  @BeforeEach
  void write() {
    Random random = new Random(11);
    Arrays.setAll(rates, i -> i % 4 == 0 ? 0 : Math.exp(4 * random.nextGaussian()));
    Particles gas =
        haloes(GAS, random)
            .withType(0)
            .withIds(LongStream.range(FIRST_GAS, FIRST_GAS + rates.length).toArray());
    snapshot =
        SnapshotFixtures.gadget4(BOX, gas, haloes(DARK, random))
            .numbers("/PartType0/StarFormationRate", rates)
            .numbers("/PartType0/InternalEnergy", new double[rates.length])
            .write(dir.resolve("snapshot_001.hdf5"));
  }

  /** Two clumps in each halo, so that some have two subhaloes. */
  private static Particles haloes(int each, Random random) {
    double[] places = new double[3 * HALOES * each];
    float[] velocities = new float[places.length];
    for (int i = 0; i < HALOES * each; i++) {
      int halo = i / each;
      int part = i % 3; // two clumps, and a cloud around both
      for (int d = 0; d < 3; d++) {
        double centre = (halo >> d & 1) * BOX / 2 + 2 + (d == 0 ? 0.2 * part : 0);
        places[3 * i + d] = centre + WIDTH[part] * random.nextGaussian();
        velocities[3 * i + d] = (float) random.nextGaussian();
      }
    }
    return Particles.at(places).withVelocities(velocities);
  }

  private Path run(String name, String... options) {
    Path out = dir.resolve(name);
    String[] common = {
      "run", snapshot.toString(), "-o", out.toString(), "--attach", "0", "--subhaloes", "-b", "0.8"
    };
    String[] more = {"--softening", "0.01", "--properties", "sfr"};
    Jzfof.run(Stream.of(common, more, options).flatMap(Arrays::stream).toArray()).succeeded();
    return out.resolve("groups_001");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theyAreSumsOverMembers(int ranks) {
    Path out = run("gadget", "--ranks", Integer.toString(ranks));
    CatalogueFile file = CatalogueFile.of(out.resolve("fof_subhalo_tab_001.0.hdf5"));
    long[] ids = file.longs("/IDs/ID");
    long[] length = file.longs("/Group/GroupLen");
    double[] ofGroups = file.doubles("/Group/GroupSFR");
    double[] ofSubhaloes = file.doubles("/Subhalo/SubhaloSFR");
    long[] bound = file.longs("/Subhalo/SubhaloLen");
    long[] first = file.longs("/Group/GroupFirstSub");
    long[] number = file.longs("/Group/GroupNsubs");
    assertTrue(
        Arrays.stream(number).anyMatch(n -> n > 1),
        Arrays.toString(length) + Arrays.toString(bound));
    int at = 0;
    for (int g = 0; g < length.length; g++) {
      assertSum(sum(ids, at, at + (int) length[g]), ofGroups[g]);
      int member = at;
      for (int s = (int) first[g]; s < first[g] + number[g]; s++) {
        assertSum(sum(ids, member, member + (int) bound[s]), ofSubhaloes[s]);
        member += (int) bound[s];
      }
      at += (int) length[g];
    }
    assertTrue(Arrays.stream(ofGroups).sum() > 0.9 * Arrays.stream(rates).sum());
  }

  private double sum(long[] ids, int from, int to) {
    return IntStream.range(from, to)
        .filter(i -> ids[i] >= FIRST_GAS)
        .mapToDouble(i -> rates[(int) (ids[i] - FIRST_GAS)])
        .sum();
  }

  private static void assertSum(double expected, double actual) {
    assertEquals(expected, actual, 2e-7 * expected);
  }

  @Test
  void anyRanksHaveTheSameBits() {
    CatalogueFile one = CatalogueFile.of(run("one").resolve("fof_subhalo_tab_001.0.hdf5"));
    Path of4 = run("four", "--ranks", "4");
    CatalogueFile four = CatalogueFile.of(of4.resolve("fof_subhalo_tab_001.0.hdf5"));
    for (String path : new String[] {"/Group/GroupSFR", "/Subhalo/SubhaloSFR"}) {
      assertArrayEquals(one.doubles(path), four.doubles(path), path);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tng", "swift", "yt"})
  void inAnyLayoutTheyAreRead(String format) {
    StoredCatalogue gadget = StoredCatalogue.open(run("gadget"));
    StoredCatalogue other = StoredCatalogue.open(run(format, "--format", format));
    assertClose(
        gadget.groupTable().doubles(GroupColumns.STAR_FORMATION_RATE),
        other.groupTable().doubles(GroupColumns.STAR_FORMATION_RATE));
    assertClose(
        gadget.subhaloTable().doubles(SubhaloColumns.STAR_FORMATION_RATE),
        other.subhaloTable().doubles(SubhaloColumns.STAR_FORMATION_RATE));
  }

  private static void assertClose(double[] expected, double[] actual) {
    assertTrue(Arrays.stream(expected).filter(rate -> rate > 0).count() > 5);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 1e-6 * expected[i], "row " + i);
    }
  }

  @Test
  void withoutGasNothingIsWritten() {
    Path out = dir.resolve("none");
    String[] all = {"--properties", "all", "--softening", "0.01"};
    Jzfof.run(
            Stream.concat(Stream.of("run", snapshot, "-o", out, "--subhaloes"), Stream.of(all))
                .toArray())
        .succeeded();
    Path file = out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    assertFalse(CatalogueFile.of(file).isDataset("/Group/GroupSFR"));
    assertFalse(CatalogueFile.of(file).isDataset("/Subhalo/SubhaloSFR"));
  }
}
