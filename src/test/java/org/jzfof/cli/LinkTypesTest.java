package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Links by chosen types: two haloes that exchange their gas, and keep their dark matter. */
class LinkTypesTest {
  private static final double BOX = 10;
  private static final int DARK = 60;
  private static final int GAS = 100;
  private static final int MORE = 10; // of the first halo, which is the longer one

  @TempDir private Path dir;

  @BeforeEach
  void write() {
    for (int n = 0; n < 2; n++) {
      Random random = new Random(n);
      long[] dark = LongStream.range(0, 2 * DARK + MORE).toArray();
      long[] gas = new long[2 * GAS];
      int shift = n == 0 ? 0 : GAS;
      Arrays.setAll(gas, i -> 1000 + (i + shift) % gas.length);
      Path file =
          SnapshotFixtures.gadget4(
                  BOX,
                  clumps(random, GAS, GAS).withType(0).withIds(gas),
                  clumps(random, DARK + MORE, DARK).withType(1).withIds(dark))
              .numbers("/PartType0/InternalEnergy", new double[gas.length])
              .write(snapshot(n));
      double a = n == 0 ? 0.5 : 0.6;
      Hdf5Edit.attribute(file, "/Header", "Time", a);
      Hdf5Edit.attribute(file, "/Header", "Redshift", 1 / a - 1);
    }
  }

  private Path snapshot(int number) {
    return dir.resolve("snapshot_00%d.hdf5".formatted(number));
  }

  private static Particles clumps(Random random, int first, int second) {
    double[] at = new double[3 * (first + second)];
    float[] velocities = new float[at.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = (i / 3 < first ? 3 : 7) + 0.05 * random.nextGaussian();
      velocities[i] = (float) (0.1 * random.nextGaussian());
    }
    return Particles.at(at).withVelocities(velocities);
  }

  private Outcome run(String... more) {
    Object[] words = {
      "run",
      snapshot(0),
      snapshot(1),
      "-o",
      dir.resolve("out"),
      "--attach",
      "0",
      "--softening",
      "0.01",
      "-b",
      "0.5"
    };
    return Jzfof.run(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray());
  }

  private void ran(String... more) {
    Outcome outcome = run(more);
    assertEquals(ExitCodes.OK, outcome.code(), outcome.err());
  }

  private Outcome link(Object... more) {
    Object[] words = {"link", dir.resolve("out"), "-o", dir.resolve("links"), "--overwrite"};
    return Jzfof.run(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray());
  }

  private long[] descendants(String folder) {
    return CatalogueFile.of(dir.resolve(folder).resolve("subhalo_desc_000.hdf5"))
        .longs("/Subhalo/DescSubhaloNr");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void darkMatterAloneDecides(boolean subhaloes) {
    ran(subhaloes ? new String[] {"--subhaloes"} : new String[] {"--so", "none"});
    link("--by", "group").succeeded();
    assertArrayEquals(new long[] {1, 0}, descendants("links"), "most members are gas");
    link("--by", "group", "--types", "1").printed("types            1");
    assertArrayEquals(new long[] {0, 1}, descendants("links"));
    link("--by", "group", "--types", "0,1").succeeded();
    assertArrayEquals(new long[] {1, 0}, descendants("links"));
    if (subhaloes) {
      link("--types", "1", "--ranks", "3").succeeded();
      long[] all = descendants("links");
      assertEquals(0, all[0]);
      link("--types", "0").succeeded();
      assertEquals(1, descendants("links")[0]);
    }
  }

  @Test
  void ofABatch() {
    ran("--so", "none", "--link", "--link-types", "1");
    assertArrayEquals(new long[] {0, 1}, descendants("out"));
    run("--so", "none", "--link-types", "1")
        .failed(ExitCodes.USAGE, "--link-types is an option of --link");
    run("--so", "none", "--link", "--link-types", "1,1")
        .failed(ExitCodes.USAGE, "--link-types has 1 twice");
  }

  /** As of a code that splits gas particles and gives both halves the same ID. */
  @Test
  void aSplitParticleStopsNothing() {
    for (int i = 0; i < 3; i++) {
      Hdf5Edit.value(snapshot(1), "/PartType0/ParticleIDs", 1000, i);
    }
    ran("--so", "none");
    link()
        .warned("4 members, in 1 of 2 catalogues, share their ID", "each ID counts once in a halo");
    Outcome dark = link("--types", "1").succeeded();
    assertEquals("", dark.err());
    link("--types", "7").warned("no member of", "is one of");
    assertTrue(IntStream.of(0, 1).allMatch(i -> descendants("links")[i] == -1));
  }
}
