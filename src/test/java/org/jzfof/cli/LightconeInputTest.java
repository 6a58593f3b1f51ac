package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Files and options that are no light cone, or that a light cone does not allow. */
class LightconeInputTest {
  private static final Particles SOME = Particles.uniform(1000, 25, 1);

  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void cone() {
    file = LightconeFixture.gadget4(SOME, 0.9).write(dir.resolve("cone/conesnap_0000.hdf5"));
  }

  private Outcome run(Object... words) {
    return Jzfof.run(List.of("run", "-o", dir.resolve("out"), "--linking-length", 0.8), words);
  }

  @ParameterizedTest
  @CsvSource({"0", "-0.5", "1.0000002", "NaN", "50"})
  void aScaleFactorThatIsNone(float wrong) {
    double[] a = new double[SOME.count()];
    Arrays.fill(a, 0.9);
    a[17] = wrong;
    Path other = LightconeFixture.gadget4(SOME, a).write(dir.resolve("b/conesnap_0000.hdf5"));
    for (int ranks = 1; ranks <= 2; ranks++) {
      Outcome outcome = run("--lightcone", other, "--ranks", ranks);
      outcome.failed(
          ExitCodes.SNAPSHOT,
          "the scale factor of row 17 of PartType1 in " + other + " (ID 18) is ",
          "above 0 and at most 1");
    }
  }

  @Test
  void missingColumns() {
    LightconeFixture cone = LightconeFixture.gadget4(SOME, 0.9);
    Path without =
        cone.with(new LightconeFixture.Layout("/PartType1", "", true))
            .write(dir.resolve("b/conesnap_0001.hdf5"));
    run("--lightcone", without)
        .failed(
            ExitCodes.SNAPSHOT,
            "PartType1/Ascale or ExpansionFactors in " + without + " is missing",
            "--scale-factors");
    run("--lightcone", file, without).failed(ExitCodes.SNAPSHOT, without.toString(), "is missing");
    run("--lightcone", file, "--scale-factors", "a")
        .failed(ExitCodes.SNAPSHOT, "PartType1/a in " + file + " is missing");
    run("--lightcone", file, "--types", "0").failed(ExitCodes.SNAPSHOT, "has no PartType0");
  }

  /** Where the parameters do not tell the mass, nothing does. */
  @Test
  void noMass() {
    LightconeFixture cone = LightconeFixture.gadget4(SOME, 0.9);
    Path plain = cone.withoutGrid().write(dir.resolve("b/conesnap_0000.hdf5"));
    Path noGrid = cone.with("GridSize", Double.NaN).write(dir.resolve("c/conesnap_0000.hdf5"));
    for (Path without : List.of(plain, noGrid)) {
      run("--lightcone", without)
          .failed(ExitCodes.SNAPSHOT, "Masses is missing", "--particle-mass");
    }
    run("--lightcone", plain, "--particle-mass", "0").failed(ExitCodes.USAGE, "--particle-mass is");
    run("--lightcone", plain, "--particle-mass", "2").succeeded();
    run("--lightcone", file, "--particle-mass", "2", "--overwrite")
        .warned("--particle-mass 2.0 is not used");
  }

  @Test
  void mixedCones() {
    Path other =
        LightconeFixture.gadget4(SOME, 0.8).with("Omega0", 0.3).write(dir.resolve("b/cone.hdf5"));
    run("--lightcone", file, other)
        .failed(ExitCodes.SNAPSHOT, "the matter density of " + other + " is 0.3", "0.308");
    Path swift = LightconeFixture.swift(SOME, 0.8).write(dir.resolve("c/cone_0000.0.hdf5"));
    run("--lightcone", file, swift)
        .failed(ExitCodes.SNAPSHOT, swift + " is of SWIFT", "not of one light cone");
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 25, SOME);
    run("--lightcone", snapshot).failed(ExitCodes.SNAPSHOT, "Ascale", "leave --lightcone out");
    run("--lightcone", file, snapshot).failed(ExitCodes.SNAPSHOT, snapshot.toString());
  }

  @Test
  void theSameShellTwice() throws IOException {
    run("--lightcone", file, file).failed(ExitCodes.USAGE, file + " is named twice");
    run("--lightcone", file.getParent(), file).succeeded();
    Path copy = Files.copy(file, file.resolveSibling("conesnap_0001.hdf5"));
    run("--lightcone", file.getParent(), "--overwrite")
        .failed(ExitCodes.SNAPSHOT, file.toString(), copy.toString(), "begin with the same");
  }

  @Test
  void missingFiles() throws IOException {
    Path folder = Files.createDirectories(dir.resolve("empty"));
    run("--lightcone", folder).failed(ExitCodes.SNAPSHOT, "holds no .hdf5");
    LightconeFixture cone = LightconeFixture.gadget4(SOME, 0.9);
    LightconeFixture two =
        new LightconeFixture(
            cone.particles(), cone.scaleFactors(), cone.layout(), cone.numbers(), 2, true);
    Path first = two.every(2, 0).write(dir.resolve("cones/conedir_0003/conesnap_0003.0.hdf5"));
    run("--lightcone", first).failed(ExitCodes.SNAPSHOT, "conesnap_0003.1.hdf5 is missing");
    run("--lightcone", dir.resolve("cones")).failed(ExitCodes.SNAPSHOT, "conesnap_0003.1.hdf5");
    two.every(2, 1).write(first.resolveSibling("conesnap_0003.1.hdf5"));
    for (Path named : List.of(first, dir.resolve("cones"))) {
      Outcome outcome =
          Jzfof.run(
              "run",
              "--lightcone",
              named,
              "-o",
              dir.resolve("o"),
              "--linking-length",
              0.8,
              "--overwrite");
      assertTrue(outcome.succeeded().out().contains("1000 linked"), outcome.out());
    }
  }

  /** Neither is taken for the other without a word. */
  @Test
  void aConeWithoutTheOption() {
    run("--open", file).failed(ExitCodes.SNAPSHOT, file.toString(), "give --lightcone");
    Path column =
        SnapshotFixtures.gadget4(25, SOME)
            .numbers("/PartType1/Ascale", new double[SOME.count()])
            .write(dir.resolve("snapshot_002.hdf5"));
    run(column).failed(ExitCodes.SNAPSHOT, "light cone", "give --lightcone");
    Path swift = LightconeFixture.swift(SOME, 0.8).write(dir.resolve("c/cone_0000.hdf5"));
    run("--open", swift).failed(ExitCodes.SNAPSHOT, "give --lightcone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--reorder", "--format tng", "--format swift"})
  void whatNeedsOneTime(String words) {
    Object[] all =
        Stream.concat(Stream.of("--lightcone", file), Arrays.stream(words.split(" "))).toArray();
    run(all).failed(ExitCodes.USAGE, words.split(" ")[0], "scale factors of their own");
  }

  /** Energies over a power of the scale factor would need that of each particle. */
  @Test
  void comovingEnergies() {
    Path cone = dir.resolve("c/conesnap_0000.hdf5");
    Particles gas = Particles.uniform(50, 25, 2);
    LightconeFixture.gadget4(SOME, 0.9).and(0, LightconeFixture.gadget4(gas, 0.9), cone);
    try (Hdf5Writer w = Hdf5Writer.open(cone)) {
      w.dataset("/PartType0/InternalEnergies", Hdf5Type.FLOAT32, gas.count());
      w.write("/PartType0/InternalEnergies", 0, gas.count(), new double[gas.count()]);
      w.attribute("/PartType0/InternalEnergies", "a-scale exponent", Hdf5Type.FLOAT64, -2.0);
    }
    Object[] words = {"--lightcone", cone, "--types", 1, "--attach", 0};
    run(words).succeeded();
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--subhaloes", "--softening", 0.1));
    run(all.toArray()).failed(ExitCodes.SNAPSHOT, "InternalEnergies in ", "exponent -2.0", "leave");
  }

  @Test
  void optionsThatDoNotFit() {
    run("--lightcone", file, "--box", 25).failed(ExitCodes.USAGE, "--box is given");
    run("--lightcone", file, "--link").failed(ExitCodes.USAGE, "--link");
    run("--lightcone", file, "--nside", 100).failed(ExitCodes.USAGE, "--nside is 100", "power of");
    run("--lightcone", file, "--scale-factors", "a/b").failed(ExitCodes.USAGE, "--scale-factors");
    run(file, "--nside", 64).failed(ExitCodes.USAGE, "--nside", "add --lightcone");
    run(file, "--scale-factors", "a").failed(ExitCodes.USAGE, "add --lightcone");
    Jzfof.run("run", "--lightcone", file, "--linking-length-from", "number")
        .failed(ExitCodes.USAGE, "--linking-length-from is number", "give mass");
    Path swift = LightconeFixture.swift(SOME, 0.8).write(dir.resolve("c/cone_0000.hdf5"));
    Jzfof.run("run", "--lightcone", swift).failed(ExitCodes.SNAPSHOT, "Omega0", "--omega-m");
  }

  /** What reads catalogues of one time does not take those of a light cone for such. */
  @Test
  void theCatalogueIsOfNoSnapshot() throws IOException {
    run("--lightcone", file, "--min-length", 2).succeeded();
    Path groups = dir.resolve("out/groups_0000");
    Jzfof.run("info", groups).printed("a light cone");
    Jzfof.run("compare", groups, groups).succeeded();
    Jzfof.run("match", groups, groups, "-o", dir.resolve("m.hdf5"))
        .failed(ExitCodes.SNAPSHOT, "groups of a light cone");
    Path table = dir.resolve("groups.csv");
    Jzfof.run("export", groups, "-o", table).succeeded();
    assertTrue(Files.readString(table).contains("GroupRedshiftObserved"));
    Jzfof.run("export", groups, "--to", "rockstar", "-o", dir)
        .failed(ExitCodes.SNAPSHOT, "groups of a light cone");
    Jzfof.run("link", groups, groups, "-o", dir).failed(ExitCodes.SNAPSHOT, "of a light cone");
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 25, SOME);
    Jzfof.run("so", groups, snapshot, "-o", dir.resolve("so.hdf5"))
        .failed(ExitCodes.SNAPSHOT, "of a light cone");
  }
}
