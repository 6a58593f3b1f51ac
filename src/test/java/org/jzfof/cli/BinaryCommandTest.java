package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueContent;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.binary.BinaryFixture;
import org.jzfof.snapshot.header.SnapshotFiles;

/** Commands on binary snapshots: names, units, and the same results as from HDF5. */
class BinaryCommandTest {
  private static final double BOX = 50;
  private static final List<String> UNITS =
      List.of("--unit-length", "Mpc/h", "--unit-mass", "1e10 Msun/h", "--unit-velocity", "km/s");

  @TempDir Path dir;

  private final Particles dark = Particles.uniform(4000, BOX, 1).withMass(3);
  private Path out;

  @BeforeEach
  void name() {
    out = dir.resolve("out");
  }

  private static BinaryFixture fixture(int format, Particles... particles) {
    return new BinaryFixture(format, ByteOrder.BIG_ENDIAN, BOX, particles);
  }

  /** snapdir_004/snap_004.{0,1}. */
  private Path split(String number) throws IOException {
    Path folder = Files.createDirectory(dir.resolve("snapdir_" + number));
    long[] totals = {0, 4000, 0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
      fixture(2, dark.slice(2500 * k, 2500 + 1500 * k))
          .header(2, totals)
          .write(folder.resolve("snap_%s.%d".formatted(number, k)));
    }
    return folder;
  }

  private Outcome run(Object snapshot, Object... more) {
    return Jzfof.run(
        List.of("run", snapshot, "-o", out, "--linking-length", 2.4, "--so", "none", "--overwrite"),
        more);
  }

  @Test
  void namesOfFilesWithoutEnding() throws IOException {
    Path folder = split("004");
    Path base = folder.resolve("snap_004");
    run(folder, UNITS.toArray()).succeeded();
    Map<String, byte[]> expected = CatalogueContent.of(GadgetTables.file(out, "004"));
    for (Path name : List.of(base, folder.resolve("snap_004.0"), folder.resolve("snap_004.1"))) {
      assertEquals("004", SnapshotFiles.number(name));
      run(name, UNITS.toArray()).succeeded();
      Map<String, byte[]> actual = CatalogueContent.of(GadgetTables.file(out, "004"));
      expected.forEach((k, v) -> assertArrayEquals(v, actual.get(k), name + ": " + k));
    }
    Path catalogue = Files.createDirectory(dir.resolve("groups_004")).resolve("fof_tab_004.hdf5");
    assertEquals(base.resolveSibling("snap_004.0"), SnapshotFiles.snapshotOf(catalogue).get());
  }

  @Test
  void patternsNameEachSnapshotOnce() throws IOException {
    split("004");
    split("005");
    run(dir.resolve("snapdir_*/snap_*"), UNITS.toArray()).succeeded();
    for (String number : List.of("004", "005")) {
      assertTrue(CatalogueFile.of(GadgetTables.file(out, number)).groups() > 0);
    }
  }

  @Test
  void moreFilesThanTheHeaderSays() throws IOException {
    Path folder = split("004");
    fixture(2, dark).header(3, 0, 8000, 0, 0, 0, 0).write(folder.resolve("snap_004.2"));
    run(folder).failed(ExitCodes.SNAPSHOT, "NumFilesPerSnapshot of", "snap_004.2 is 3");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Path folder = split("004");
    Files.delete(folder.resolve("snap_004.1"));
    run(folder).failed(ExitCodes.SNAPSHOT, "snap_004.1 is missing", "has 2 files");
    Files.delete(folder.resolve("snap_004.0"));
    run(folder).failed(ExitCodes.SNAPSHOT, "holds no .hdf5 or .h5 file and no binary snapshot");
  }

  /** The piece of another snapshot under the name of one of this. */
  @Test
  void piecesThatDoNotAgree() throws IOException {
    Path folder = split("004");
    fixture(2, dark.slice(0, 1500))
        .header(3, 0, 4000, 0, 0, 0, 0)
        .write(folder.resolve("snap_004.1"));
    run(folder).failed(ExitCodes.SNAPSHOT, "NumFilesPerSnapshot of", "not of one snapshot");
    fixture(2, dark.slice(0, 1400))
        .header(2, 0, 4000, 0, 0, 0, 0)
        .write(folder.resolve("snap_004.1"));
    run(folder).failed(ExitCodes.SNAPSHOT, "NumPart_Total[1] of", "is 4000", "have 3900");
    fixture(2, dark.slice(2500, 4000))
        .without("ID  ")
        .header(2, 0, 4000, 0, 0, 0, 0)
        .write(folder.resolve("snap_004.1"));
    run(folder).failed(ExitCodes.SNAPSHOT, "PartType1/ParticleIDs is missing in", "snap_004.1");
  }

  @Test
  void unitsAreAssumedAndSaid() {
    Path file = fixture(1, dark).write(dir.resolve("snap_004"));
    run(file)
        .warned(
            file + " states no units, and kpc/h, 1e10 Msun/h, km/s are assumed", "--unit-length");
    Jzfof.run("info", file)
        .printed(
            "Gadget, binary format 1, big-endian",
            "length 3.085678e+21 cm/h, mass 1.989e+43 g/h, velocity 100000 cm/s",
            "kpc/h, 1e10 Msun/h, km/s are assumed");
    run(file, "--unit-length", "Mpc/h")
        .warned("states no units, and 1e10 Msun/h, km/s are assumed");
    run(file, UNITS.toArray()).succeeded();
    assertEquals(
        3.085678e24,
        CatalogueFile.of(GadgetTables.file(out, "004"))
            .attribute("/Parameters", "UnitLength_in_cm"),
        1e18);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void otherCommandsAgreeWithHdf5(int ranks) throws IOException {
    Path binary = split("004");
    Path hdf5 = dir.resolve("snapshot_004.hdf5");
    SnapshotFixtures.gadget(BOX, dark).write(hdf5);
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("knn", "-k", 5),
            List.of("neighbours", "--radius", 2),
            List.of("pairs", "--bins", "1:10:5"),
            List.of("cluster", "--eps", 2, "--min-points", 4))) {
      Map<String, byte[]> expected = result(command, hdf5, ranks);
      Map<String, byte[]> actual = result(command, binary, ranks);
      expected.keySet().removeIf(name -> name.endsWith(" attributes")); // with their origin
      assertTrue(expected.size() > 1, command + ": " + expected.keySet());
      expected.forEach((k, v) -> assertArrayEquals(v, actual.get(k), command + ": " + k));
    }
  }

  private Map<String, byte[]> result(List<Object> command, Path snapshot, int ranks) {
    Path file = dir.resolve("result.hdf5");
    Outcome outcome =
        Jzfof.run(command, snapshot, "-o", file, "--types", 1, "--ranks", ranks, "--overwrite");
    assertEquals(0, outcome.code(), outcome.err());
    return CatalogueContent.of(file);
  }

  /** The snapshot in group order is HDF5, with the values in their stored type. */
  @Test
  void theSnapshotInGroupOrder() throws IOException {
    Path binary = split("004");
    run(binary, "--reorder", "--group-column", "GroupNumber", "--ranks", 3);
    Path reordered = out.resolve("snapdir_004");
    Jzfof.run("info", reordered).printed("Gadget-2/3", "1 file", "4000 particles", "kpc/h");
    Path again = dir.resolve("again");
    Jzfof.run("run", reordered, "-o", again, "--linking-length", 2.4, "--so", "none");
    Map<String, byte[]> expected = CatalogueContent.of(GadgetTables.file(out, "004"));
    Map<String, byte[]> actual = CatalogueContent.of(GadgetTables.file(again, "004"));
    for (String name : List.of("/Group/GroupPos", "/Group/GroupVel", "/IDs/ID")) {
      assertArrayEquals(value(expected, name), value(actual, name), name);
    }
  }

  private static byte[] value(Map<String, byte[]> content, String name) {
    return content.entrySet().stream()
        .filter(e -> e.getKey().startsWith(name + " ") && !e.getKey().endsWith("attributes"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  @Test
  void damageIsOneLine() throws IOException {
    Path file = fixture(1, dark).write(dir.resolve("snap_004"));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 9));
    for (String command : List.of("run", "knn", "info", "pairs")) {
      Outcome outcome =
          command.equals("info")
              ? Jzfof.run(command, file)
              : command.equals("pairs")
                  ? Jzfof.run(command, file, "--bins", "1:10:5")
                  : Jzfof.run(command, file, "-o", out);
      outcome.failed(
          ExitCodes.SNAPSHOT, "block ID of " + file, "at byte 96280", "but the file ends at byte");
    }
  }
}
