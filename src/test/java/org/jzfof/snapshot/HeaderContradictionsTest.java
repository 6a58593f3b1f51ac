package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/** Headers that contradict each other or themselves are refused when a snapshot is opened. */
class HeaderContradictionsTest {
  private static final String HEADER = "/Header";

  @TempDir Path dir;

  private final Particles some = Particles.uniform(1000, 50, 1);

  private static Consumer<Hdf5Writer> set(String group, String name, double... values) {
    return w -> {
      w.removeAttribute(group, name);
      w.attribute(group, name, Hdf5Type.FLOAT64, values);
    };
  }

  private static Consumer<Hdf5Writer> remove(String group, String name) {
    return w -> w.removeAttribute(group, name);
  }

  private static void assertRefused(Path file, String... parts) {
    SnapshotException e = assertThrows(SnapshotException.class, () -> Snapshot.open(file));
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
    assertEquals(1, e.getMessage().lines().count(), "one line");
  }

  /** A snapshot of which the second piece is one of another. */
  private List<Path> mixed(SnapshotFixtures one, SnapshotFixtures other) throws IOException {
    List<Path> files = one.writeSplit(dir.resolve("s_1"), 500, 500);
    other.writeSplit(dir.resolve("t_1"), 500, 500);
    Files.delete(files.get(1));
    Files.move(dir.resolve("t_1.1.hdf5"), files.get(1));
    return files;
  }

  private SnapshotFixtures fixture() {
    return SnapshotFixtures.gadget4(50, some);
  }

  @ParameterizedTest
  @CsvSource({
    "/Header, Time, 0.5, Time, 1.0",
    "/Header, Redshift, 1, Redshift, 0.0",
    "/Header, BoxSize, 100, BoxSize, 50.0",
    "/Header, NumFilesPerSnapshot, 3, NumFilesPerSnapshot, 2.0",
    "/Parameters, Omega0, 0.25, the matter density, 0.308",
    "/Parameters, OmegaLambda, 0.75, the density of dark energy, 0.692",
    "/Parameters, HubbleParam, 0.7, the Hubble parameter, 0.678",
    "/Parameters, UnitLength_in_cm, 3e21, the unit of length in cm, 3.085678E24",
    "/Parameters, UnitMass_in_g, 2e33, the unit of mass in g, 1.989E43",
    "/Parameters, UnitVelocity_in_cm_per_s, 1, the unit of velocity in cm/s, 100000.0"
  })
  void piecesThatDiffer(String group, String attribute, double value, String name, String first)
      throws IOException {
    List<Path> files = mixed(fixture(), fixture().and(set(group, attribute, value)));
    assertRefused(
        files.get(0),
        "%s of %s is %s, and %s of %s is %s: they are not of one snapshot"
            .formatted(name, files.get(1), value, name, files.get(0), first),
        "--trust-headers");
    Snapshot trusted = Snapshot.open(files.get(0), HeaderChoice.of(true));
    assertEquals(1, trusted.header().time());
    assertArrayEquals(new double[] {50, 50, 50}, trusted.header().boxSize());
    assertEquals(0.308, trusted.header().cosmology().omegaMatter());
  }

  @Test
  void piecesWithOtherTotals() throws IOException {
    List<Path> files = mixed(fixture(), fixture().and(set(HEADER, "NumPart_Total", new double[6])));
    assertRefused(files.get(0), "NumPart_Total of " + files.get(1) + " is [0.0, 0.0,");
  }

  @Test
  void piecesWithOtherMasses() throws IOException {
    List<Path> files = mixed(fixture(), fixture().massTable(1, 99));
    assertRefused(
        files.get(0), "MassTable[1] of " + files.get(1) + " is 99.0, and MassTable[1] of ");
    assertEquals(
        1, Snapshot.open(files.get(0), HeaderChoice.of(true)).constantMass(1).getAsDouble());
  }

  /** Some codes write 0 there; what the piece with particles says is what holds. */
  @Test
  void aPieceWithoutParticlesOfATypeMaySayAnythingOfTheirMass() {
    Particles stars = some.withType(4).slice(0, 100).withMass(7);
    for (double without : new double[] {0, 3}) {
      List<Path> files =
          SnapshotFixtures.gadget4(50, some, stars).writeSplit(dir.resolve("s_1"), 500, 500);
      Particles none = stars.slice(0, 0).withMass(without);
      Particles half = some.slice(500, 1000);
      SnapshotFixtures.gadget4(50, half, none)
          .and(set(HEADER, "NumPart_Total", 0, 1000, 0, 0, 100, 0))
          .and(set(HEADER, "NumFilesPerSnapshot", 2))
          .write(files.get(1));
      Snapshot s = Snapshot.open(files.get(0));
      assertEquals(7, s.constantMass(4).getAsDouble());
      assertTrue(dir.resolve("s_1.0.hdf5").toFile().renameTo(dir.resolve("x.hdf5").toFile()));
      assertTrue(files.get(1).toFile().renameTo(files.get(0).toFile()));
      assertTrue(dir.resolve("x.hdf5").toFile().renameTo(files.get(1).toFile()));
      assertEquals(7, Snapshot.open(files.get(0)).constantMass(4).getAsDouble());
    }
  }

  @Test
  void onePieceThatTakesItselfForAll() {
    List<Path> files = fixture().writeSplit(dir.resolve("s_1"), 250, 250, 250, 250);
    SnapshotFixtures.gadget4(50, some.slice(0, 250)).write(files.get(0));
    assertRefused(files.get(0), "NumFilesPerSnapshot of " + files.get(1) + " is 4", "is 1: they");
    assertRefused(dir, "NumFilesPerSnapshot of " + files.get(1) + " is 4");
    assertEquals(250, Snapshot.open(files.get(0), HeaderChoice.of(true)).header().counts()[1]);
    fixture().writeSplit(dir.resolve("s_1"), 500, 500);
    assertRefused(files.get(0), "NumFilesPerSnapshot of " + files.get(2) + " is 4", "is 2: they");
    SnapshotFixtures.gadget4(50, some.slice(0, 250)).write(files.get(2));
    assertEquals(1000, Snapshot.open(files.get(0)).header().counts()[1]);
  }

  @Test
  void snapshotsOfOneFileMayBeNumberedLikePieces() {
    for (int k = 0; k < 3; k++) {
      fixture().write(dir.resolve("snap." + k + ".hdf5"));
    }
    for (int k = 0; k < 3; k++) {
      assertEquals(1, Snapshot.open(dir.resolve("snap." + k + ".hdf5")).header().pieces().size());
    }
  }

  @Test
  void numbersOfPiecesMayHaveLeadingZeros() {
    List<Path> files = fixture().writeSplit(dir.resolve("s_1"), 250, 250, 250, 250);
    List<Path> wide =
        IntStream.range(0, 4).mapToObj(k -> dir.resolve("s_1.00" + k + ".hdf5")).toList();
    for (int k = 0; k < 4; k++) {
      assertTrue(files.get(k).toFile().renameTo(wide.get(k).toFile()));
    }
    for (Path named : List.of(wide.get(2), dir, dir.resolve("s_1"))) {
      assertEquals(
          wide, Snapshot.open(named).header().pieces().stream().map(p -> p.file()).toList());
    }
  }

  private Path one(SnapshotFixtures fixture) {
    return fixture.write(dir.resolve("snapshot_001.hdf5"));
  }

  @ParameterizedTest
  @CsvSource({"0", "-0.5", "NaN", "Infinity"})
  void timeThatIsNoScaleFactor(double time) {
    for (boolean redshift : new boolean[] {true, false}) {
      SnapshotFixtures f = fixture().and(set(HEADER, "Time", time));
      Path file = one(redshift ? f : f.and(remove(HEADER, "Redshift")));
      String value = Double.isNaN(time) ? "missing or no number" : "" + time;
      assertRefused(file, "Time of " + file + " is " + value + ", and the run is cosmological");
      assertThrows(
          SnapshotException.class,
          () -> Snapshot.open(file, HeaderChoice.of(true)),
          "numbers are lost");
    }
  }

  @Test
  void missingScaleFactorsOfEveryFamily() {
    Path file = one(fixture().and(remove(HEADER, "Time")));
    assertRefused(file, "Time of " + file + " is missing or no number");
    one(SnapshotFixtures.discoDj(50, some).and(remove(HEADER, "Time")));
    assertRefused(file, "Time of " + file + " is missing or no number");
    one(SnapshotFixtures.swift(50, some).and(remove(HEADER, "Scale-factor")));
    assertRefused(file, "Scale-factor of " + file + " is missing or no number");
    one(SnapshotFixtures.pkdgrav(50, some).and(remove(HEADER, "Redshift")));
    assertRefused(file, "Redshift of " + file + " is missing or no number");
  }

  @Test
  void severalTimes() {
    Path file = one(fixture().and(set(HEADER, "Time", 1, 0.5)));
    assertRefused(file, "Time of " + file + " is [1.0, 0.5]: one number is expected");
  }

  @Test
  void timeAgainstRedshift() {
    Path file = one(fixture().and(set(HEADER, "Time", 0.5)));
    assertRefused(
        file,
        "Time of " + file + " is 0.5 and Redshift is 0.0, which belongs to a scale factor of 1.00",
        "--trust-headers");
    assertEquals(0.5, Snapshot.open(file, HeaderChoice.of(true)).header().scaleFactor());
    one(SnapshotFixtures.swift(50, some).and(set(HEADER, "Redshift", 2)));
    assertRefused(file, "Scale-factor of " + file + " is 0.25 and Redshift is 2.0");
    one(SnapshotFixtures.gadget(50, some).and(set(HEADER, "Redshift", 0.9995)));
    assertEquals(0.5, Snapshot.open(file).header().scaleFactor());
  }

  /** Gadget-2 does not say whether a run is cosmological: Time and Redshift tell it. */
  @ParameterizedTest
  @CsvSource({
    "0.5, , 0.3, false",
    "0.5, 0, 0.3, false",
    "0.5, 2, 0.3, false",
    "2, 2, 0.3, false",
    "0.5, 1, 0.3, true",
    "0.5, 0, 0, true",
    "0.5, , 0, true",
    "3, 0, 0.3, true",
    "0, 0, 0.3, true",
    "1, , 0.3, true"
  })
  void gadget2WithoutAWordOnExpansion(double time, Double redshift, double omega, boolean clear) {
    SnapshotFixtures f =
        SnapshotFixtures.gadget(50, some)
            .and(set(HEADER, "Time", time))
            .and(set(HEADER, "Omega0", omega));
    Path file =
        one(
            redshift == null
                ? f.and(remove(HEADER, "Redshift"))
                : f.and(set(HEADER, "Redshift", redshift)));
    if (clear) {
      boolean comoving = redshift != null && redshift == 1;
      assertEquals(comoving ? 0.5 : 1, Snapshot.open(file).header().scaleFactor());
    } else {
      assertRefused(file, "Time of " + file + " is " + time, "no ComovingIntegrationOn says");
      assertEquals(1, Snapshot.open(file, HeaderChoice.of(true)).header().scaleFactor());
    }
  }

  @Test
  void theExpansionFactorGoesBeforeTime() {
    SnapshotFixtures eagle =
        SnapshotFixtures.gadget(50, some)
            .and(set(HEADER, "Time", 0.0131))
            .and(w -> w.attribute(HEADER, "ExpansionFactor", Hdf5Type.FLOAT64, 0.5));
    assertEquals(0.5, Snapshot.open(one(eagle)).header().scaleFactor());
  }
}
