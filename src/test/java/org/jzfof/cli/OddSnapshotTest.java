package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What is odd about a snapshot is said once, in one line, and in the catalogue. */
class OddSnapshotTest {
  @TempDir Path dir;

  private final Particles some = Particles.uniform(10_000, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
    out = dir.resolve("out");
  }

  private Outcome run(Object... more) {
    return Jzfof.run(List.of("run", file, "-o", out, "--min-length", 2), more);
  }

  private static String stored(Path catalogue) {
    try (Hdf5File f = Hdf5File.open(catalogue)) {
      String all =
          f.hasAttribute("/Parameters", "Warnings") ? f.text("/Parameters", "Warnings") : "";
      return all.lines()
          .filter(line -> !line.contains(Outcome.BOX_MASS))
          .collect(Collectors.joining("\n"));
    }
  }

  private Path catalogue() {
    return out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
  }

  /** Asserts one warning with these parts on any number of ranks, the same in the catalogue. */
  private void assertWarned(List<?> options, String... parts) {
    String said = null;
    for (int ranks : new int[] {1, 3}) {
      Outcome outcome = run(Stream.concat(options.stream(), Stream.of("--ranks", ranks)).toArray());
      outcome.warned(parts);
      said = said == null ? outcome.err() : said;
      assertEquals(said, outcome.err(), ranks + " ranks");
      assertEquals(said, "jzfof: warning: " + stored(catalogue()) + System.lineSeparator());
    }
  }

  private void assertWarned(String... parts) {
    assertWarned(List.of(), parts);
  }

  @Test
  void nothingOdd() {
    SnapshotFixtures.gadget4(file, 50, some);
    run().succeeded();
    assertEquals("", stored(catalogue()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--files 3", "--format swift", "--format yt"})
  void everyFileOfEveryLayoutSaysSo(String layout) throws IOException {
    SnapshotFixtures.gadget(50, some.withVelocities((float[]) null)).write(file);
    run((Object[]) (layout + " --linking-length 0.5 --membership").split(" "))
        .warned("PartType1/Velocities is missing");
    try (Stream<Path> written = Files.list(out.resolve("groups_001"))) {
      List<Path> files = written.toList();
      assertEquals(layout.startsWith("--files") ? 4 : 2, files.size());
      for (Path written1 : files) {
        assertTrue(stored(written1).startsWith("PartType1/Velocities is missing"), "" + written1);
      }
    }
  }

  @Test
  void missingVelocities() {
    SnapshotFixtures.gadget4(file, 50, some.withVelocities((float[]) null));
    assertWarned("PartType1/Velocities is missing: GroupVel and GroupVelDisp are 0");
    for (String name : List.of("/Group/GroupVel", "/Group/GroupVelDisp")) {
      double[] values = CatalogueFile.of(catalogue()).doubles(name);
      assertArrayEquals(new double[values.length], values);
      try (Hdf5File f = Hdf5File.open(catalogue())) {
        String description = f.text(name, "description");
        assertTrue(description.startsWith("0: the snapshot lacks velocities"), description);
      }
    }
  }

  /** Nothing but errors: of one snapshot as of many. */
  @Test
  void quietRunsKeepTheirWarningsInTheCatalogue() {
    SnapshotFixtures.gadget4(file, 50, some.withVelocities((float[]) null));
    Path second = dir.resolve("snapshot_002.hdf5");
    SnapshotFixtures.gadget4(second, 50, some);
    assertEquals("", run("-q").succeeded().out());
    String said = stored(catalogue());
    assertFalse(said.isEmpty());
    assertEquals("", run(second, "-q").succeeded().out());
    assertEquals(said, stored(catalogue()));
    run(second).warned(file + ": " + said);
  }

  /** Zeros in place of what a job did not write any more. */
  @Test
  void blockOfEqualPositions() {
    Arrays.fill(some.positions(), 3 * 3000, 3 * 3341, 0);
    SnapshotFixtures.gadget4(file, 50, some);
    assertWarned(
        "about 384 of 10000 positions of PartType1 are equal",
        "from row 3008 of PartType1 in "
            + file
            + " on: 0.0, 0.0, 0.0; perhaps that part of the file");
  }

  /** Ranks meet inside the block. */
  @Test
  void blockOfEqualPositionsAnywhere() {
    Arrays.fill(some.positions(), 3 * 3300, 3 * 6700, 7);
    SnapshotFixtures.gadget4(50, some).chunked(512, Hdf5Chunks.Filter.GZIP).write(file);
    assertWarned("about 3392 of 10000 positions", "from row 3328 of", "7.0, 7.0, 7.0");
  }

  @Test
  void equalIds() {
    for (long id : new long[] {0, 7}) {
      long[] ids = new long[10_000];
      Arrays.fill(ids, id);
      SnapshotFixtures.gadget4(file, 50, some.withIds(ids));
      assertWarned(
          "all IDs of PartType1 are equal, from row 0 of PartType1 in", " on: " + id + ";");
    }
  }

  @Test
  void idsOfOthers() {
    long[] ids = some.ids().clone();
    double[] x = some.positions();
    for (int i = 0; i < 500; i++) {
      ids[i + 5000] = ids[i];
      System.arraycopy(x, 3 * i, x, 3 * (i + 5000), 3);
    }
    SnapshotFixtures.gadget4(file, 50, some.withIds(ids));
    assertWarned("at least 500 members have the ID of another member of their group, such as ");
    run("--no-ids").succeeded();
  }

  @Test
  void negativeIds() {
    long[] ids = some.ids().clone();
    ids[7000] = -5;
    ids[8000] = -6;
    SnapshotFixtures.gadget4(file, 50, some.withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.INT64));
    assertWarned(
        "2 IDs of PartType1 are negative, the first -5 in row 7000 of PartType1 in " + file,
        "listed as 2^64 - 5");
    SnapshotFixtures.gadget4(file, 50, some.withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.INT32));
    assertWarned(
        "2 IDs of PartType1 are negative as signed integers of 32 bits, the first -5 in row 7000",
        "read as unsigned ones, that one as 4294967291");
    SnapshotFixtures.gadget4(file, 50, some.withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT64));
    run().succeeded();
  }

  @Test
  void zeroMasses() {
    float[] masses = new float[10_000];
    SnapshotFixtures.gadget4(file, 50, some.withMasses(masses));
    assertWarned(
        "all masses of the members of groups are 0: GroupPos and GroupVel are those of one");
    Arrays.fill(masses, 0, 5000, 1);
    SnapshotFixtures.gadget4(file, 50, some.withMasses(masses));
    assertWarned(
        "about 4992 of 10000 masses of PartType1 are equal, from row 5056 of",
        ": 0.0; perhaps that");
  }

  @Test
  void velocitiesNeverWritten() {
    Arrays.fill(some.velocities(), 0, 3 * 2000, 0);
    SnapshotFixtures.gadget4(file, 50, some);
    assertWarned(
        "about 2048 of 10000 velocities of PartType1 are equal, from row 0", ": 0.0, 0.0,");
    Arrays.fill(some.velocities(), 0);
    SnapshotFixtures.gadget4(file, 50, some);
    run().succeeded();
  }

  /** Clustered as a simulation is: what lies outside is wrapped. */
  @Test
  void boxesThatAreNotTheirs() throws IOException {
    file = Path.of("examples/lcdm32/snapshot_001.hdf5").toAbsolutePath();
    assertWarned(
        List.of("--box", 24),
        "positions looked at lie outside the periodic box of 24",
        "wrapped onto each other");
    assertWarned(
        List.of("--box", 25 * 0.678),
        "lie outside the periodic box of 16.95",
        "the box is 0.678 times what");
    assertWarned(
        List.of("--box", 25 / 0.678),
        "the positions span only",
        "0.678 times the periodic box of 36.87");
    run("--box", 26).succeeded();
    run().succeeded();
  }

  @Test
  void boxAroundTheOrigin() {
    double[] x = some.positions();
    Arrays.setAll(x, i -> x[i] - 25);
    SnapshotFixtures.gadget4(file, 50, some);
    assertWarned(
        "lie outside the periodic box of 50",
        "they are wrapped into it, which changes no distance");
    run("--open", "--linking-length", 0.5).succeeded();
  }

  /** Everything in Mpc, but for the masses. */
  @Test
  void densityThatIsOffByTheHubbleParameter() {
    double h = 0.678;
    double critical = 27.7536627; // 1e10 Msun/h / (Mpc/h)^3
    double mass = 0.308 * critical * 50 * 50 * 50 / 10_000;
    SnapshotFixtures.gadget(50, some.withMass(mass)).write(file);
    assertEquals("", run("--resume").succeeded().boxMass());
    out = dir.resolve("second");
    SnapshotFixtures.gadget(50, some.withMass(mass * h * h * h)).write(file);
    Outcome shifted = run();
    assertTrue(shifted.boxMass().contains("is 0.3117 times"), shifted.boxMass());
    assertTrue(shifted.boxMass().contains("that is h^3, as if"), shifted.boxMass());
    SnapshotFixtures.gadget(50, some.withMass(mass / 2), some.withType(2).withMass(mass / 2))
        .write(file);
    assertEquals("", run().boxMass());
  }

  @Test
  void chunksNeverWritten() {
    SnapshotFixtures.gadget4(file, 50, some);
    String name = "/PartType1/Coordinates";
    float[] half = new float[3 * 5000];
    for (int i = 0; i < half.length; i++) {
      half[i] = (float) some.positions()[i];
    }
    Hdf5Extras.remove(file, name);
    Hdf5Extras.partlyWritten(file, name, 10_000, 1000, half);
    assertWarned(
        List.of("--linking-length", 0.01),
        "5 of 10 chunks of 1000 rows of PartType1/Coordinates in " + file + " were never written");
    SnapshotFixtures.gadget4(file, 50, some);
    Hdf5Extras.remove(file, "/PartType1/Velocities");
    Hdf5Extras.partlyWritten(file, "/PartType1/Velocities", 10_000, 0);
    assertWarned("all of PartType1/Velocities in " + file + " were never written");
  }

  @Test
  void chunksNeverWrittenInSomeFiles() {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some)
            .writeSplit(dir.resolve("snapshot_001"), 2000, 2500, 2500, 3000);
    file = files.get(0);
    for (int k : new int[] {1, 3}) {
      Hdf5Extras.remove(files.get(k), "/PartType1/Velocities");
      Hdf5Extras.partlyWritten(files.get(k), "/PartType1/Velocities", k == 1 ? 2500 : 3000, 0);
    }
    assertWarned("PartType1/Velocities in " + files.get(1) + " were never written", "in 2 files");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aPieceTwice(int ranks) throws IOException {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some)
            .writeSplit(dir.resolve("snapshot_001"), 2000, 2000, 3000, 3000);
    file = files.get(0);
    run().succeeded();
    out = dir.resolve("second");
    Files.copy(files.get(0), files.get(1), StandardCopyOption.REPLACE_EXISTING);
    run("--ranks", ranks)
        .failed(
            ExitCodes.SNAPSHOT,
            files.get(0)
                + " and "
                + files.get(1)
                + " begin with the same particles: one was copied");
    assertFalse(Files.exists(out));
  }

  @Test
  void massesBesideTheTable() {
    float[] masses = new float[10_000];
    Arrays.fill(masses, 1.5f);
    masses[3] = 2;
    SnapshotFixtures.gadget4(50, some.withMasses(masses)).massTable(1, 1).write(file);
    assertWarned(
        "MassTable[1] is 1.0 and is used, although PartType1/Masses in", "with 1.5 to 2.0");
    SnapshotFixtures.gadget4(file, 50, some.withEqualMasses());
    run().succeeded();
  }
}
