package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Files, tables and numbers of groups of a snapshot in group order. */
class ReorderedSnapshotTest {
  private static final double SIDE = 10;
  private static final int GROUPED = 90;
  private static final int COUNT = 100;

  @TempDir private Path dir;

  /** Three groups of 30, whose particles take turns in the file, and ten single ones. */
  private final Particles matter = Particles.at(clumps());

  private static double[] clumps() {
    double[] xyz = new double[3 * COUNT];
    for (int i = 0; i < COUNT; i++) {
      double at = i < GROUPED ? 1 + i % 3 + 1e-4 * i : 5 + 0.3 * (i - GROUPED);
      Arrays.fill(xyz, 3 * i, 3 * i + 3, at);
    }
    return xyz;
  }

  private static long[] idsInGroupOrder() {
    IntStream grouped =
        IntStream.range(0, GROUPED).map(i -> i / 30 + 3 * (i % 30)); // row of the snapshot
    return IntStream.concat(grouped, IntStream.range(GROUPED, COUNT))
        .mapToLong(i -> i + 1)
        .toArray();
  }

  private Outcome run(Path snapshot, Object... options) {
    return Jzfof.run(
        List.of("run", snapshot, "-o", dir.resolve("out"), "--linking-length", 0.01, "--reorder"),
        options);
  }

  private Path file(int k) {
    return dir.resolve("out/snapdir_005/snap_005." + k + ".hdf5");
  }

  private Path snapshot(SnapshotFixtures fixtures) {
    return fixtures.write(dir.resolve("snapshot_005.hdf5"));
  }

  /** Gas is linked by nobody, and stands beside. */
  private SnapshotFixtures gadget() {
    return SnapshotFixtures.gadget4(SIDE, matter, Particles.uniform(2, SIDE, 7).withType(0));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 1", "3, 4", "150, 1"})
  void severalFiles(int files, int ranks) throws IOException {
    Path in = snapshot(gadget());
    run(in, "--files", files, "--ranks", ranks).succeeded();
    long[] ids =
        IntStream.range(0, files)
            .mapToObj(this::file)
            .flatMapToLong(f -> Arrays.stream(ids(f, "/PartType1")))
            .toArray();
    assertArrayEquals(idsInGroupOrder(), ids);
    for (int k = 0; k < files; k++) {
      try (Hdf5File f = Hdf5File.open(file(k))) {
        long[] counts = f.longs("/Header", "NumPart_ThisFile");
        assertEquals(ids(file(k), "/PartType1").length, counts[1]);
        assertEquals(ids(file(k), "/PartType0").length, counts[0]);
        assertArrayEquals(
            new long[] {2, COUNT, 0, 0, 0, 0},
            f.longs("/Header", "NumPart_Total"),
            "over all files");
        assertEquals(files, f.longs("/Header", "NumFilesPerSnapshot")[0]);
      }
    }
    Jzfof.run("run", file(0), "-o", dir.resolve("again"), "--linking-length", 0.01).succeeded();
    assertArrayEquals(
        catalogueIds("out", files), CatalogueFile.in(dir.resolve("again"), "005").longs("/IDs/ID"));
  }

  /** The catalogue stays one file, and its readers find the particles in all files. */
  @ParameterizedTest
  @CsvSource({"swift, fof_output_0005.hdf5", "yt, halos_005.0.h5"})
  void severalFilesBesideACatalogueInOne(String format, String catalogue) throws IOException {
    Path in = snapshot(gadget());
    Object[] options = {"--files", 3, "--format", format};
    String printed = run(in, options).succeeded().out();
    assertTrue(printed.contains(catalogue + "\n"), printed);
    assertTrue(printed.contains(file(2).toString()), printed);
    long[] ids =
        IntStream.range(0, 3)
            .mapToObj(this::file)
            .flatMapToLong(f -> Arrays.stream(ids(f, "/PartType1")))
            .toArray();
    assertArrayEquals(idsInGroupOrder(), ids);
    try (Stream<Path> files = Files.list(dir.resolve("out/groups_005"))) {
      assertEquals(
          List.of(catalogue),
          files.map(f -> f.getFileName().toString()).filter(f -> !f.startsWith(".")).toList());
    }
    run(in, "--format", format).succeeded();
    try (Stream<Path> files = Files.list(dir.resolve("out/snapdir_005"))) {
      assertEquals(List.of(file(0)), files.toList());
    }
  }

  private long[] catalogueIds(String out, int files) {
    return IntStream.range(0, files)
        .mapToObj(k -> dir.resolve(out + "/groups_005/fof_subhalo_tab_005." + k + ".hdf5"))
        .flatMapToLong(f -> Arrays.stream(CatalogueFile.of(f).longs("/IDs/ID")))
        .toArray();
  }

  private static long[] ids(Path file, String type) {
    try (Hdf5File f = Hdf5File.open(file)) {
      return f.exists(type) ? CatalogueFile.of(file).longs(type + "/ParticleIDs") : new long[0];
    }
  }

  @Test
  void fewerFilesThanBefore() throws IOException {
    Path in = snapshot(gadget());
    run(in, "--files", 3).succeeded();
    run(in).succeeded();
    try (Stream<Path> files = Files.list(dir.resolve("out/snapdir_005"))) {
      assertEquals(List.of(file(0)), files.toList());
    }
    assertArrayEquals(idsInGroupOrder(), ids(file(0), "/PartType1"));
  }

  @ParameterizedTest
  @CsvSource({"GroupNumber, 0, -1, 32", "FOFGroupIDs, 1, 2147483647, 64", "HaloID, 1, 0, 64"})
  void groupOfEachParticle(String name, long first, long none, int bits) {
    Path in = snapshot(gadget());
    run(in, "--group-column", name, "--files", 3).succeeded();
    long[] expected =
        LongStream.range(0, COUNT).map(i -> i < GROUPED ? first + i / 30 : none).toArray();
    long[] numbers =
        IntStream.range(0, 3)
            .mapToObj(k -> CatalogueFile.of(file(k)))
            .flatMapToLong(f -> Arrays.stream(f.longs("/PartType1/" + name)))
            .toArray();
    assertArrayEquals(expected, numbers);
    try (Hdf5File f = Hdf5File.open(file(0));
        var gas = f.dataset("/PartType0/" + name)) {
      assertEquals("int" + bits + "[1]", gas.info().describe());
      long[] number = new long[1];
      gas.read(0, 1, number);
      assertArrayEquals(new long[] {none}, number, "gas is in no group");
    }
  }

  @Test
  void numbersOfAnotherFinderAreReplaced() {
    Path in = snapshot(SnapshotFixtures.swift(SIDE, matter));
    Hdf5Extras.wideDataset(in, "/PartType1/FOFGroupIDs", COUNT, 1);
    Hdf5Extras.addAttribute(in, "/PartType1", "NumberOfFields", 5);
    run(in, "--group-column", "fofgroupids").succeeded();
    long[] expected =
        LongStream.range(0, COUNT).map(i -> i < GROUPED ? 1 + i / 30 : Integer.MAX_VALUE).toArray();
    assertArrayEquals(expected, CatalogueFile.of(file(0)).longs("/PartType1/FOFGroupIDs"));
    assertEquals(fields(in), fields(file(0)), "one of the same name was there");
    try (Hdf5File f = Hdf5File.open(file(0))) {
      assertEquals("2147483647", f.text("/Parameters", "FOF:group_id_default"), "for pynbody");
    }
    run(in, "--group-column", "HaloID").succeeded();
    assertEquals(fields(in) + 1, fields(file(0)));
  }

  private static long fields(Path file) {
    try (Hdf5File f = Hdf5File.open(file)) {
      assertTrue(f.hasAttribute("/PartType1", "NumberOfFields"));
      return f.longs("/PartType1", "NumberOfFields")[0];
    }
  }

  /** Columns of HBT-HERONS and of swiftgalaxy in one snapshot, as in the membership file. */
  @Test
  void groupsAndSubhaloesOfEachParticle() {
    Path out = dir.resolve("subhaloes");
    String in = "examples/lcdm32/snapshot_001.hdf5";
    List<?> words = List.of("run", in, "-o", out, "--subhaloes", "--membership", "--reorder");
    Object[] columns = {"--group-column", "FOFGroupIDs,GroupNr_bound,SubhaloNumber"};
    Jzfof.run(Stream.concat(words.stream(), Stream.of("--ranks", 2)).toList(), columns).succeeded();
    CatalogueFile ordered = CatalogueFile.of(out.resolve("snapdir_001/snap_001.0.hdf5"));
    CatalogueFile membership = CatalogueFile.of(out.resolve("groups_001/membership_001.hdf5"));
    long[] ids = ordered.longs("/PartType1/ParticleIDs");
    long[] groups = ordered.longs("/PartType1/FOFGroupIDs");
    long[] subhaloes = ordered.longs("/PartType1/GroupNr_bound");
    assertArrayEquals(subhaloes, ordered.longs("/PartType1/SubhaloNumber"));
    long[] bound = membership.longs("/PartType1/SubhaloNumber");
    long[] grouped = membership.longs("/PartType1/GroupNumber");
    assertTrue(Arrays.stream(bound).max().orElseThrow() > 10, "there are subhaloes");
    Map<Long, Integer> rows = new HashMap<>();
    long[] unordered = membership.longs("/PartType1/ParticleIDs");
    IntStream.range(0, unordered.length).forEach(i -> rows.put(unordered[i], i));
    for (int i = 0; i < ids.length; i++) {
      int row = rows.get(ids[i]);
      assertEquals(bound[row], subhaloes[i]);
      assertEquals(grouped[row] < 0 ? Integer.MAX_VALUE : grouped[row] + 1, groups[i]);
    }
  }

  @Test
  void numbersOfSubhaloesThatAreNotLookedFor() {
    run(snapshot(gadget()), "--group-column", "GroupNr_bound")
        .failed(ExitCodes.USAGE, "--group-column is GroupNr_bound", "--subhaloes");
  }

  @Test
  void groupNumbersOfNoSnapshot() {
    Jzfof.run("run", snapshot(gadget()), "-o", dir.resolve("out"), "--group-column", "HaloID")
        .failed(ExitCodes.USAGE, "--group-column is HaloID", "--reorder");
  }

  /** swiftsimio and pynbody look for the rows of a region there. */
  @ParameterizedTest
  @CsvSource({"1", "3"})
  void cellsOfSwift(int files) {
    Path in = snapshot(SnapshotFixtures.swift(SIDE, matter));
    run(in, "--files", files).succeeded();
    for (int k = 0; k < files; k++) {
      CatalogueFile f = CatalogueFile.of(file(k));
      long[] counts = f.longs("/Cells/Counts/PartType1");
      assertEquals(COUNT, Arrays.stream(counts).sum());
      assertEquals(ids(file(k), "/PartType1").length, counts[k]);
      assertArrayEquals(LongStream.range(0, files).toArray(), f.longs("/Cells/Files/PartType1"));
      assertArrayEquals(new long[files], f.longs("/Cells/OffsetsInFile/PartType1"));
      double[] centres = new double[3 * files];
      Arrays.fill(centres, SIDE / 2);
      assertArrayEquals(centres, f.doubles("/Cells/Centres"));
      try (Hdf5File h = Hdf5File.open(file(k))) {
        assertArrayEquals(new double[] {SIDE, SIDE, SIDE}, h.doubles("/Cells/Meta-data", "size"));
        assertEquals(List.of("PartType1"), h.children("/Cells/Counts"));
      }
    }
  }

  @Test
  void noCellsWhereThereWereNone() {
    run(snapshot(gadget())).succeeded();
    try (Hdf5File f = Hdf5File.open(file(0))) {
      assertFalse(f.exists("/Cells"));
    }
  }
}
