package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Gas is bound in subhaloes by its velocity and its thermal energy. */
class ThermalEnergyTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final String ENERGIES = "/PartType0/InternalEnergy";
  private static final int BAD_SNAPSHOT = 3;

  @TempDir private Path dir;
  private SnapshotFixtures fixture;
  private int gas;

  /** The particles of the example, one of three as gas. */
  @BeforeEach
  void makeGas() {
    Particles all = Particles.of(EXAMPLE, 1);
    Particles cold = some(all, 0).withType(0);
    gas = cold.count();
    fixture = SnapshotFixtures.gadget4(25, cold, some(all, 1));
  }

  /** Of three particles the first, or the other two. */
  private static Particles some(Particles all, int which) {
    int[] rows = IntStream.range(0, all.count()).filter(i -> Math.min(1, i % 3) == which).toArray();
    float[] velocities = new float[3 * rows.length];
    for (int i = 0; i < velocities.length; i++) {
      velocities[i] = all.velocities()[3 * rows[i / 3] + i % 3];
    }
    return Particles.at(
            IntStream.range(0, 3 * rows.length)
                .mapToDouble(i -> all.positions()[3 * rows[i / 3] + i % 3])
                .toArray())
        .withIds(Arrays.stream(rows).mapToLong(i -> all.ids()[i]).toArray())
        .withVelocities(velocities)
        .withMass(all.mass());
  }

  private Outcome run(String name, Object... more) {
    Path file = fixture.write(dir.resolve("snapshot_001.hdf5"));
    List<Object> words = new ArrayList<>(List.of("run", file, "-o", dir.resolve(name)));
    words.addAll(List.of("--so", "none", "--subhaloes", "--softening", 0.02));
    return Jzfof.run(words, more);
  }

  private long[] lengths(String name) {
    return CatalogueFile.of(dir.resolve(name + "/groups_001/fof_subhalo_tab_001.0.hdf5"))
        .longs("/Subhalo/SubhaloLenType");
  }

  private static long gasIn(long[] lengths) {
    return IntStream.range(0, lengths.length)
        .filter(i -> i % 6 == 0)
        .mapToLong(i -> lengths[i])
        .sum();
  }

  @ParameterizedTest
  @CsvSource({"linked, 0;1, 1", "attached, 1, 3"})
  void hotGasIsNotBound(String name, String types, int ranks) {
    List<Object> how =
        new ArrayList<>(List.of("--types", types.replace(';', ','), "--ranks", ranks));
    if (!types.contains("0")) {
      how.addAll(List.of("--attach", 0));
    }
    Object[] words = how.toArray();
    run("silent", words).warned("InternalEnergy is missing: gas is bound");
    fixture.numbers(ENERGIES, new double[gas]);
    run("cold", words).succeeded();
    assertArrayEquals(lengths("silent"), lengths("cold"));
    assertTrue(gasIn(lengths("cold")) > 1000, "gas in subhaloes");
    double[] hot = new double[gas];
    Arrays.setAll(hot, i -> i % 2 == 0 ? 1e9 : 1e-3);
    fixture.numbers(ENERGIES, hot);
    run("half", words).succeeded();
    double left = (double) gasIn(lengths("half")) / gasIn(lengths("cold"));
    assertTrue(left > 0.4 && left < 0.6, "share " + left);
    Arrays.fill(hot, 1e9);
    fixture.numbers(ENERGIES, hot);
    run("hot", words).succeeded();
    assertEquals(0, gasIn(lengths("hot")));
    assertTrue(lengths("hot").length > 6, "subhaloes without gas");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void whatIsNoEnergyIsRefused(double odd) {
    double[] energies = new double[gas];
    energies[1234] = odd;
    fixture.numbers(ENERGIES, energies);
    Outcome outcome = run("out", "--types", "0,1");
    assertEquals(BAD_SNAPSHOT, outcome.code(), outcome.err());
    assertTrue(
        outcome.err().contains("the thermal energy of row 1234 of PartType0"), outcome.err());
    assertTrue(outcome.err().contains(" is " + odd), outcome.err());
  }

  @Test
  void withoutSubhaloesNobodyAsks() {
    Path file = fixture.write(dir.resolve("snapshot_001.hdf5"));
    Outcome outcome = Jzfof.run("run", file, "-o", dir, "--so", "none", "--types", "0,1");
    assertEquals("", outcome.succeeded().err());
  }
}
