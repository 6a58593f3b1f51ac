package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.filters.UnknownFilter;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run} on bad snapshots: one message, its exit code, nothing left behind. */
class BadInputTest {
  @TempDir Path dir;

  private final Particles some = Particles.uniform(1000, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
    out = dir.resolve("out");
  }

  private Outcome run(Object... more) {
    return Jzfof.run(List.of("run", file, "-o", out), more);
  }

  /** Asserts that the snapshot is refused, and that nothing is left. */
  private void assertRefused(List<?> options, String... parts) {
    run(options.toArray()).failed(ExitCodes.SNAPSHOT, parts);
    assertFalse(Files.exists(out), "the output folder was made");
  }

  private void assertRefused(String... parts) {
    assertRefused(List.of(), parts);
  }

  private CatalogueFile catalogue() {
    return CatalogueFile.in(out, "001");
  }

  @Test
  void noSuchFile() {
    assertRefused(file + " does not exist: name a snapshot file, any piece");
    file = dir.resolve("no/such/folder/snapshot_001");
    assertRefused(file + " does not exist");
    file = dir;
    assertRefused(
        "folder " + dir + " holds no .hdf5 or .h5 file and no binary snapshot: name the folder");
  }

  @Test
  void notHdf5() throws IOException {
    Files.writeString(file, "I am a text");
    assertRefused("cannot read " + file + ": not an HDF5 file", "give a snapshot in HDF5 format");
    Files.write(file, new byte[0]);
    assertRefused("cannot read " + file + ": not an HDF5 file");
  }

  @Test
  void aCatalogueIsNoSnapshot() {
    SnapshotFixtures.gadget4(file, 50, some);
    run().succeeded();
    file = out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    out = dir.resolve("second");
    assertRefused("and no snapshot: name the snapshot");
  }

  @Test
  void theSameSnapshotTwice() {
    SnapshotFixtures.gadget4(file, 50, some);
    run(file).failed(ExitCodes.USAGE, file + " is named twice: name it once");
  }

  /** Cut off anywhere, be it in the header or in the last byte. */
  @Test
  void truncatedHdf5() throws IOException {
    SnapshotFixtures.gadget4(file, 50, some);
    byte[] whole = Files.readAllBytes(file);
    for (int part = 1; part <= 20; part++) {
      Files.write(file, Arrays.copyOf(whole, Math.min(whole.length - 1, whole.length * part / 20)));
      assertRefused("cannot read " + file + ": truncated file", "copy or write it again");
    }
  }

  @Test
  void noParticleTypeOfThatNumber() {
    SnapshotFixtures.gadget4(file, 50, some.withType(0), some.withType(4));
    assertRefused(file + " has no PartType1: choose from PartType0 (1000), PartType4 (1000)");
    assertRefused(List.of("--types", "0,9"), "has no PartType9: choose from PartType0 (1000)");
  }

  /** Another unit, say: wrapped, the particles would make up nonsense that looks like groups. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void boxThatIsNotThatOfTheParticles(int ranks) {
    SnapshotFixtures.gadget4(file, 50, some);
    String message = "particles looked at lie more than 4 sides outside the periodic box of ";
    assertRefused(
        List.of("--box", "1", "--ranks", ranks), message + "1.0: they span", "give --box");
    run("--box", "11").warned("16 of 16 positions looked at lie outside the periodic box of 11.0");
    out = dir.resolve("second");
    SnapshotFixtures.gadget4(file, 0.05, some);
    assertRefused(List.of("--ranks", ranks), message + "0.05: they span");
  }

  /** All particles are looked at: here one alone, which is none of every 64th, leaves the level. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aSideOfZeroThoughTheParticlesAreNotInAPlane(int ranks) {
    for (int i = 0; i < 1000; i++) {
      some.positions()[3 * i] = 7;
    }
    SnapshotFixtures.gadget4(50, some).box(0, 50, 50).write(file);
    run("--ranks", ranks).succeeded();
    out = dir.resolve("second");
    some.positions()[3 * 513] = 7.5;
    SnapshotFixtures.gadget4(50, some).box(0, 50, 50).write(file);
    assertRefused(
        List.of("--ranks", ranks),
        "BoxSize is 0.0 x 50.0 x 50.0, but the particles span 7.0 to 7.5 in x: give the sides");
    Jzfof.run("knn", file, "-k", 2, "--ranks", ranks, "-o", out.resolve("n.hdf5"))
        .failed(ExitCodes.SNAPSHOT, "the particles span 7.0 to 7.5 in x");
  }

  @Test
  void timeAgainstRedshiftUnlessHeadersAreTrusted() {
    SnapshotFixtures.gadget4(50, some)
        .and(
            w -> {
              w.removeAttribute("/Header", "Time");
              w.attribute("/Header", "Time", Hdf5Type.FLOAT64, 0.5);
            })
        .write(file);
    String message = "Time of " + file + " is 0.5 and Redshift is 0.0";
    assertRefused(message, "--trust-headers");
    Path neighbours = out.resolve("n.hdf5");
    Jzfof.run("knn", file, "-k", 2, "-o", neighbours).failed(ExitCodes.SNAPSHOT, message);
    Jzfof.run("info", file).failed(ExitCodes.SNAPSHOT, message);
    run("--trust-headers", "-b", 0.8).succeeded();
    assertEquals(0.5, catalogue().attribute("/Header", "Time"));
    Jzfof.run("knn", file, "-k", 2, "-o", neighbours, "--trust-headers").succeeded();
    Jzfof.run("info", file, "--trust-headers").succeeded();
    Path picture = dir.resolve("p.png");
    Jzfof.run("plot", out.resolve("groups_001"), "-o", picture, "--snapshot", file)
        .failed(ExitCodes.SNAPSHOT, message);
    Jzfof.run(
            "plot", out.resolve("groups_001"), "-o", picture, "--snapshot", file, "--trust-headers")
        .succeeded();
  }

  @ParameterizedTest
  @ValueSource(longs = {999, 1200, 0x100000000L + 1000})
  void countsThatDisagreeWithTheData(long claimed) {
    SnapshotFixtures.gadget4(50, some).counts(1, claimed).write(file);
    assertRefused("PartType1/Coordinates in " + file + " has 1000 rows", "is " + claimed);
  }

  @Test
  void missingPiece() throws IOException {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some)
            .writeSplit(dir.resolve("snapshot_001"), 300, 300, 300, 100);
    Files.delete(files.get(2));
    file = files.get(0);
    assertRefused(files.get(2) + " is missing", "has 4 files", "put them all into one folder");
    file = dir.resolve("snapshot_001");
    assertRefused(files.get(2) + " is missing");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void positionThatIsNoNumber(double bad) {
    for (Hdf5Type stored : List.of(Hdf5Type.FLOAT32, Hdf5Type.FLOAT64)) {
      Particles particles = Particles.uniform(300_000, 50, 2).stored(stored, Hdf5Type.UINT64);
      particles.positions()[3 * 299_999] = bad;
      particles.positions()[3 * 270_000 + 1] = bad;
      particles.ids()[270_000] = -2;
      SnapshotFixtures.gadget4(file, 50, particles);
      String[] parts = {
        "the position of row 270000 of PartType1 in " + file + " (ID 18446744073709551614) is (",
        ", " + bad + ", ",
        "repair or remove the particle"
      };
      assertRefused(parts);
      assertRefused(List.of("--open", "--linking-length", 0.1), parts);
    }
  }

  @Test
  void positionThatIsNoNumberInAPiece() {
    some.positions()[3 * 650 + 2] = Double.NaN;
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("snapshot_001"), 300, 300, 400);
    file = files.get(1);
    assertRefused("row 50 of PartType1 in " + files.get(2) + " (ID 651)", ", NaN)");
  }

  @Test
  void missingBox() {
    SnapshotFixtures.gadget4(50, some).box().write(file);
    assertRefused("snapshot_001.hdf5 has no BoxSize: give --box L", "or --open");
    assertBothRemediesWork();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -50, Double.NaN, Double.POSITIVE_INFINITY})
  void boxWithoutAVolume(double side) {
    SnapshotFixtures.gadget4(50, some).box(side).write(file);
    assertRefused("BoxSize is " + (side == 0 ? "0" : side), "give --box L", "or --open");
    SnapshotFixtures.gadget4(50, some).box(50, 50, side).write(file);
    if (side != 0) { // a flat box is two-dimensional data
      assertRefused("BoxSize is 50.0 x 50.0 x " + side, "give --box L", "or --open");
    }
    assertBothRemediesWork();
  }

  private void assertBothRemediesWork() {
    run("--box", 50, "--min-length", 2).succeeded();
    int periodic = catalogue().groups();
    assertEquals(50, catalogue().attribute("/Header", "BoxSize"));
    run("--open", "--linking-length", 1, "--min-length", 2).succeeded();
    int open = catalogue().groups();
    assertTrue(periodic >= open && open > 0, periodic + " and " + open + " groups");
    out = dir.resolve("second");
    run("--open").failed(ExitCodes.USAGE, "-b needs", "give --linking-length, or --box L");
    assertFalse(Files.exists(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0.2"})
  void linkingLengthThatIsNoLength(String value) {
    SnapshotFixtures.gadget4(file, 50, some);
    String number = String.valueOf(Double.parseDouble(value));
    run("-b", value).failed(ExitCodes.USAGE, "b is " + number + ":", "such as -b 0.2");
    run("--linking-length", value)
        .failed(ExitCodes.USAGE, "the linking length is " + number + ":", "--linking-length 0.15");
    assertFalse(Files.exists(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-b 2", "--linking-length 1e10", "--linking-length 50 --open"})
  void linkingLengthThatLinksEverything(String options) {
    SnapshotFixtures.gadget4(file, 50, some);
    Outcome outcome = run((Object[]) options.split(" "));
    assertEquals(0, outcome.code(), outcome.err());
    List<String> warnings = outcome.err().lines().toList();
    assertTrue(warnings.stream().allMatch(w -> w.startsWith("jzfof: warning: ")), outcome.err());
    assertTrue(outcome.err().contains("the largest group holds 1000 of 1000"), outcome.err());
    assertArrayEquals(new long[] {1000}, catalogue().longs("/Group/GroupLen"));
  }

  /** What a snapshot without particles may look like. */
  private enum Empty {
    NO_PARTICLES {
      @Override
      void write(Path file) {
        SnapshotFixtures.gadget4(file, 50);
      }
    },
    EMPTY_GROUP {
      @Override
      void write(Path file) {
        SnapshotFixtures.gadget4(50, Particles.uniform(9, 50, 1).withType(0))
            .and(w -> w.group("/PartType1"))
            .write(file);
      }
    };

    abstract void write(Path file);
  }

  @ParameterizedTest
  @EnumSource(Empty.class)
  void noParticlesOfTheType(Empty kind) {
    kind.write(file);
    run().succeeded();
    assertEquals(0, catalogue().groups());
    assertEquals(0, catalogue().attribute("/Header", "Ngroups_Total"));
    assertEquals(0, catalogue().longs("/Group/GroupOffsetType").length);
    run("--open", "--linking-length", 1).succeeded();
    assertEquals(0, catalogue().groups());
  }

  @Test
  void missingMasses() {
    SnapshotFixtures.gadget4(file, 50, some.withMass(0));
    assertRefused("PartType1/Masses is missing and MassTable[1] is 0", "set MassTable");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -1})
  void massOrVelocityThatIsNone(float bad) {
    float[] masses = new float[1000];
    Arrays.fill(masses, 1);
    masses[617] = bad;
    SnapshotFixtures.gadget4(file, 50, some.withMasses(masses));
    assertRefused("the mass of row 617 of PartType1 in " + file + " (ID 618) is " + bad);
    float[] velocities = new float[3000];
    velocities[3 * 400 + 1] = bad;
    SnapshotFixtures.gadget4(file, 50, some.withVelocities(velocities));
    if (bad < 0) {
      run().succeeded();
    } else {
      assertRefused("the velocity of row 400 of PartType1 in " + file + " (ID 401) is " + bad);
    }
  }

  @Test
  void massesOfZeroGiveGroupsAtTheirFirstMember() {
    SnapshotFixtures.gadget4(file, 50, some.withMasses(new float[1000]));
    run("-b", 0.5, "--min-length", 2).warned("all masses of the members of groups are 0");
    assertTrue(Arrays.stream(catalogue().doubles("/Group/GroupPos")).allMatch(Double::isFinite));
  }

  @Test
  void boxWhoseVolumeOverflows() {
    SnapshotFixtures.gadget4(file, 50, some);
    run("--box", "1e300").failed(ExitCodes.USAGE, "the linking length is", "1.0E300");
    some.positions()[0] = 1.5e308;
    some.positions()[3] = -1.5e308;
    SnapshotFixtures.gadget4(file, 50, some.stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64));
    assertRefused(List.of("--open", "--linking-length", 1), "span -1.5E308 to 1.5E308");
  }

  @Test
  void unknownCompressionFilter() throws IOException {
    SnapshotFixtures.gadget4(50, some).chunked(100, Hdf5Chunks.Filter.GZIP).write(file);
    UnknownFilter.inPlaceOfGzip(file);
    assertRefused("filter 32013", "HDF5_PLUGIN_PATH");
  }

  @Test
  void missingIds() {
    SnapshotFixtures.gadget4(file, 50, some.withIds((long[]) null));
    assertRefused("PartType1/ParticleIDs is missing: give --no-ids");
    run("--no-ids", "--min-length", 1).warned("PartType1/ParticleIDs is missing: groups of equal");
    assertTrue(catalogue().groups() > 900);
    assertEquals(List.of(), catalogue().names("/IDs"));
    assertEquals(0, catalogue().attribute("/Header", "Nids_Total"));
  }

  @Test
  void missingVelocities() {
    SnapshotFixtures.gadget4(file, 50, some.withVelocities((float[]) null));
    run("--min-length", 1)
        .warned("PartType1/Velocities is missing: GroupVel and GroupVelDisp are 0");
    double[] velocity = catalogue().doubles("/Group/GroupVel");
    assertTrue(velocity.length > 2700);
    assertArrayEquals(new double[velocity.length], velocity);
  }
}
