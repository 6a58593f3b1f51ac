package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What a snapshot means where it says so in another way, not at all, or wrongly. */
class SnapshotMeaningTest {
  private static final double CRITICAL = 27.7536627; // 1e10 Msun/h / (Mpc/h)^3

  @TempDir Path dir;

  private final Particles some = Particles.uniform(4000, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
    out = dir.resolve("out");
  }

  private Outcome run(Object... more) {
    return Jzfof.run(
        List.of("run", file, "-o", out, "--linking-length", 0.8, "--min-length", 2, "--overwrite"),
        more);
  }

  private CatalogueFile catalogue() {
    return CatalogueFile.in(out, "001");
  }

  /** A halo with M ~ r in the middle of the box, of 3000 of the particles. */
  private Particles halo(double mass) {
    Particles p = Particles.uniform(4000, 50, 1).withMass(mass);
    for (int i = 0; i < 3000; i++) {
      double[] d = new double[3];
      double square = 0;
      for (int k = 0; k < 3; k++) {
        d[k] = p.positions()[3 * i + k] - 25;
        square += d[k] * d[k];
      }
      double r = 3.0 * (i + 0.5) / 3000 / Math.sqrt(square);
      for (int k = 0; k < 3; k++) {
        p.positions()[3 * i + k] = 25 + r * d[k];
      }
    }
    return p;
  }

  private double storedBoxMass() {
    return catalogue().attribute("/Parameters", "BoxMassOverOmega0");
  }

  private double massOf200c() {
    return catalogue().doubles("/Group/Group_M_Crit200")[0];
  }

  /** The mass of the largest sphere of mean density 200 times a critical density. */
  private double expected(double critical, double mass) {
    double best = 0;
    for (int n = 1; n <= 3000; n++) {
      double r = 3.0 * (n - 0.5) / 3000;
      if (n * mass >= 200 * critical * 4 / 3 * Math.PI * r * r * r) {
        best = n * mass;
      }
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource({
    "kpc/h, 3.085678e21",
    "3.085678e24 cm/h, 3.085678e24",
    "MPC/H, 3.085678e24",
    "2 pc/h, 6.171356e18"
  })
  void unitsThatAreNotStatedAreGiven(String length, double cm) {
    SnapshotFixtures.bare(50, some).write(file);
    Outcome refused = run("--so", "200c");
    refused.failed(
        ExitCodes.SNAPSHOT, "Omega0 (--omega-m)", "(--hubble)", "the unit of mass (--unit-mass)");
    run(
            "--unit-length",
            length,
            "--unit-mass",
            "1e10 Msun/h",
            "--unit-velocity",
            "km/s",
            "--omega-m",
            0.3,
            "--omega-lambda",
            0.7,
            "--hubble",
            0.7,
            "--so",
            "200c",
            "--softening",
            0.1)
        .succeeded();
    assertEquals(cm, catalogue().attribute("/Parameters", "UnitLength_in_cm"), 1e-6 * cm);
    assertEquals(0.3, catalogue().attribute("/Header", "Omega0"));
    try (Hdf5File f = Hdf5File.open(out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5"))) {
      assertTrue(f.text("/Parameters", "JzfofOptions").contains("hubble=0.7"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"furlong", "kpc/hour", "-1 kpc", "1.2.3 kpc", "", "Msun", "0 kpc", "1e999 kpc"})
  void unitsThatAreNone(String unit) {
    SnapshotFixtures.bare(50, some).write(file);
    run("--unit-length=" + unit)
        .failed(ExitCodes.USAGE, "--unit-length is '" + unit + "'", "kpc/h");
  }

  @Test
  void whatIsGivenHoldsAndSaysSo() {
    SnapshotFixtures.gadget4(50, some).write(file);
    run("--unit-length", "kpc/h").warned("--unit-length kpc/h is used, although", "3.08568e+24");
    run("--unit-mass", "1.00001e10 Msun/h").succeeded(); // codes round the sun as well
    run("--hubble", 0.6).warned("--hubble 0.6 is used, although", "states 0.678");
    run("--unit-length", "Mpc").warned("although"); // h is taken out of the mass as well
    assertEquals(1.989e43, catalogue().attribute("/Parameters", "UnitMass_in_g"), 1e41);
    run("--unit-length", "kpc", "--unit-mass", "Msun/h").failed(ExitCodes.USAGE, "one has h");
  }

  @Test
  void aHubbleParameterInKilometresPerSecond() {
    SnapshotFixtures.gadget4(50, some)
        .and(
            w -> {
              w.removeAttribute("/Parameters", "HubbleParam");
              w.attribute("/Parameters", "HubbleParam", Hdf5Type.FLOAT64, 67.8);
            })
        .write(file);
    run().failed(ExitCodes.SNAPSHOT, "Hubble parameter", "is 67.8", "write 0.678");
    run("--hubble", 0.678).warned("--hubble 0.678 is used");
  }

  /** Each number that is nearly that of a common mistake is named. */
  @ParameterizedTest
  @CsvSource({
    "1, ''",
    "1.02, ''",
    "0.678, 'that is h, as if lengths or masses had another power of h'",
    "2.1754, 'that is 1/h^2, as if'",
    "1e9, 'that is 1e9, as if lengths were in Mpc, not kpc'",
    "1e-9, 'that is 1e-9, as if lengths were in kpc'",
    "1e10, 'that is 1e10, as if masses were in Msun, not 1e10 Msun'",
    "0.8435, 'that is 1 - Omega_b/Omega0, as if the particles of baryons were missing'",
    "0.5, 'are units, h and Omega0 right, and all particles there?'"
  })
  void theMassOfTheBox(double ratio, String cause) {
    double mass = ratio * 0.308 * CRITICAL * 125_000 / some.count();
    SnapshotFixtures.gadget4(50, some.withMass(mass)).write(file);
    for (int ranks : new int[] {1, 3}) {
      String said = run("--ranks", ranks).succeeded().boxMass();
      assertEquals(cause.isEmpty(), said.isEmpty(), said);
      assertTrue(said.contains(cause), said);
      assertEquals(ratio, storedBoxMass(), 1e-3 * ratio);
    }
  }

  @Test
  void theMassOfTheBoxIsTheSameOnAnyNumberOfRanks() {
    float[] masses = new float[some.count()];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = 100 + 17 * (float) Math.sin(i);
    }
    SnapshotFixtures.gadget4(50, some.withMasses(masses).withMass(0)).write(file);
    double[] stored = new double[4];
    for (int ranks = 1; ranks <= 3; ranks++) {
      run("--ranks", ranks).succeeded();
      stored[ranks] = storedBoxMass();
    }
    assertEquals(stored[1], stored[2]);
    assertEquals(stored[1], stored[3]);
  }

  /** Gas and stars count, and where they are not read the dark matter is what is left of it. */
  @Test
  void theMassOfTheBoxInSeveralTypes() {
    double all = 0.308 * CRITICAL * 125_000 / 4000;
    double baryons = 0.0482 / 0.308;
    Particles dark = some.withMass(all * (1 - baryons));
    float[] light = new float[4000];
    Arrays.fill(light, (float) (all * baryons));
    Particles gas = Particles.uniform(4000, 50, 2).withType(0).withMasses(light).withMass(0);
    SnapshotFixtures.gadget4(50, gas, dark).write(file);
    assertEquals("", run().succeeded().boxMass());
    assertEquals("", run("--so", "none").succeeded().boxMass());
    assertEquals(1, storedBoxMass(), 1e-3);
    run("--so", "none", "--types", 0).succeeded(); // of baryons alone nothing is known
    Particles other = Particles.uniform(4000, 50, 2).withType(2).withMass(all);
    SnapshotFixtures.gadget4(50, gas, dark, other).write(file);
    assertFalse(run().succeeded().boxMass().isEmpty());
  }

  @Test
  void theMassOfAnOpenBoxIsNotCompared() {
    SnapshotFixtures.gadget4(50, some.withMass(1e9)).write(file);
    assertFalse(run("--so", "none").succeeded().boxMass().isEmpty());
    assertTrue(run("--so", "none", "--open").succeeded().boxMass().isEmpty());
  }

  /** SWIFT's stated density counts, and differs from that of its parameters here. */
  @Test
  void spheresHaveTheStatedDensity() {
    double mass = 40;
    double units = 2e43 / Math.pow(3e24, 3);
    double density = 50 * units; // physical, at a = 0.25
    SnapshotFixtures.swift(50, halo(mass))
        .and(
            w ->
                w.attribute(
                    "/Cosmology",
                    "Critical density [internal units]",
                    Hdf5Type.FLOAT64,
                    density / units))
        .write(file);
    String said = run("--so", "200c", "--centre", "com", "--keep-units").err();
    assertTrue(said.contains("the snapshot states a critical density of 3.70370e-29"), said);
    double critical = 50 / 64.0;
    assertEquals(expected(critical, mass), massOf200c(), 0.02 * massOf200c());
  }

  @Test
  void aSampleOfTheParticles() throws IOException {
    Consumer<Hdf5Writer> sample =
        w -> {
          w.attribute("/Header", "OutputType", "SubSampled");
          w.attribute(
              "/Header",
              "SubSampleFractions",
              Hdf5Type.FLOAT32,
              new double[] {1, 0.1, 1, 1, 1, 1, 1});
        };
    SnapshotFixtures.swift(50, some).and(sample).write(file);
    Outcome outcome = run();
    outcome.warned("holds a sample of the particles", "whose masses are not scaled up");
    assertTrue(outcome.out().contains("none"), outcome.out());
    assertFalse(catalogue().names("/Group").contains("Group_M_Crit200"));
    Jzfof.run("info", file).printed("holds a sample of the particles");
  }

  /** The third side of the box of a run in two dimensions means nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 100})
  void aRunOfSwiftInTwoDimensions(double third) {
    Particles flat = Particles.uniform(4000, 50, 1);
    for (int i = 0; i < flat.count(); i++) {
      flat.positions()[3 * i + 2] = 0.5;
    }
    SnapshotFixtures.swift(50, flat)
        .box(50, 50, third)
        .and(w -> w.attribute("/Header", "Dimension", Hdf5Type.INT32, new long[] {2}))
        .write(file);
    Jzfof.run("run", file, "-o", out, "--so", "none", "--keep-units").succeeded();
    double length = catalogue().attribute("/Parameters", "LinkingLength");
    assertEquals(0.2 * 50 / Math.sqrt(4000), length, 1e-12);
  }

  /** The second names of velocities and masses, of all that reads them. */
  @Test
  void namesInTheSingular() {
    Particles own = some.withEqualMasses().withMass(0);
    SnapshotFixtures.gadget4(50, own).write(file);
    run("--reorder", "--membership").succeeded();
    double[] usual = catalogue().doubles("/Group/GroupVel");
    Hdf5Extras.rename(file, "/PartType1/Masses", "/PartType1/Mass");
    Hdf5Extras.rename(file, "/PartType1/Velocities", "/PartType1/Velocity");
    run("--reorder", "--membership").succeeded();
    assertArrayEquals(usual, catalogue().doubles("/Group/GroupVel"));
    Jzfof.run("knn", file, "-k", 2, "-o", dir.resolve("k.hdf5"), "--values", "distance,density")
        .succeeded();
    Hdf5Extras.rename(file, "/PartType1/Mass", "/PartType1/DynamicalMasses");
    out = dir.resolve("second");
    run("--so", "200c", "--softening", 0.1).succeeded();
  }

  /** The table of SWIFT-like initial conditions holds where particles have no masses. */
  @Test
  void massTableOfSwift() {
    SnapshotFixtures.swift(50, some).massTable(1, 20).write(file);
    Hdf5Extras.remove(file, "/PartType1/Masses");
    run().succeeded();
    double mass = catalogue().doubles("/Group/GroupMass")[0];
    long length = catalogue().longs("/Group/GroupLen")[0];
    assertEquals(length * 20 * 0.681, mass, 1, "in units per h");
    SnapshotFixtures.swift(50, some).massTable(1, 0).write(file);
    Hdf5Extras.remove(file, "/PartType1/Masses");
    run().failed(ExitCodes.SNAPSHOT, "PartType1/Masses is missing");
  }

  /** Of types without particles the table may hold anything. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -1, Double.POSITIVE_INFINITY})
  void massTableOfAnAbsentType(double entry) {
    SnapshotFixtures.gadget4(50, some).massTable(3, entry).write(file);
    run().succeeded();
    SnapshotFixtures.gadget4(50, some).massTable(1, entry).write(file);
    run().failed(ExitCodes.SNAPSHOT, "MassTable[1] of ");
  }

  /** A run without expansion in Gadget's header: neither matter nor dark energy, at a time of 1. */
  @Test
  void noExpansionAtATimeOfOne() {
    SnapshotFixtures.bare(50, some)
        .and(
            w -> {
              w.attribute("/Header", "Omega0", Hdf5Type.FLOAT64, 0);
              w.attribute("/Header", "OmegaLambda", Hdf5Type.FLOAT64, 0);
              w.attribute("/Header", "HubbleParam", Hdf5Type.FLOAT64, 1);
            })
        .write(file);
    assertTrue(run().succeeded().out().contains("does not say that its run has an expansion"));
    run("--so", "200c").failed(ExitCodes.SNAPSHOT, "--so needs the density of the universe");
  }

  /** Lengths below the resolution of coordinates would make of a potential that of one particle. */
  @Test
  void softeningThatIsTooShort() {
    SnapshotFixtures.gadget4(50, some).write(file);
    for (String what : List.of("--subhaloes", "--so=200c")) {
      run(what, "--softening", 1e-16)
          .failed(ExitCodes.USAGE, "--softening is 1.0E-16, but positions are rounded to 1.16");
      run(what, "--softening", 2e-8).succeeded();
    }
    SnapshotFixtures.gadget4(50, some)
        .and(
            w -> {
              w.attribute("/Parameters", "SofteningClassOfPartType1", Hdf5Type.INT32, 0);
              w.attribute("/Parameters", "SofteningComovingClass0", Hdf5Type.FLOAT64, 0);
            })
        .write(file);
    run("--so", "200c").warned("the snapshot states 0.0 as its softening: 1/40 of the mean");
  }
}
