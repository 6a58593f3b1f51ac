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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Chunks.Filter;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.filters.UnknownFilter;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;

/** What a run writes beside, or instead of, a catalogue in Gadget's layout. */
class ProductsTest {
  private static final double SIDE = 10;

  @TempDir private Path dir;

  /** Ten groups of 30 particles, and 50 single ones that are far from everything. */
  private final Particles matter = Particles.at(clumps());

  private static double[] clumps() {
    double[] xyz = new double[3 * 350];
    for (int i = 0; i < 350; i++) {
      // Neighbours in the file belong to different groups.
      double at = i < 300 ? 0.5 + i % 10 : 0.2 * (i - 300);
      double offset = i < 300 ? 0.001 * (i / 10) : 0;
      xyz[3 * i] = at + offset;
      xyz[3 * i + 1] = i < 300 ? 2 : 7;
      xyz[3 * i + 2] = i < 300 ? 2 : i % 2 == 0 ? 7 : 9;
    }
    return xyz;
  }

  private Outcome run(Path snapshot, Object... options) {
    return Jzfof.run(
        List.of("run", snapshot, "-o", dir.resolve("out"), "--linking-length", 0.01), options);
  }

  private Path snapshot(SnapshotFixtures fixtures) {
    return fixtures.write(dir.resolve("in/snapshot_002.hdf5"));
  }

  private SnapshotFixtures box(Particles... particles) throws IOException {
    Files.createDirectories(dir.resolve("in"));
    return SnapshotFixtures.gadget4(SIDE, particles);
  }

  private List<Path> content() throws IOException {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(p -> !p.startsWith(dir.resolve("in")) && !p.equals(dir)).sorted().toList();
    }
  }

  @Test
  void membershipInBothNumberings() throws IOException {
    Path in = snapshot(box(matter));
    Path file = dir.resolve("out/groups_002/membership_002.hdf5");
    long[] expected = new long[350];
    for (int i = 0; i < 350; i++) {
      expected[i] = i < 300 ? i % 10 : -1;
    }
    for (int ranks : new int[] {1, 4}) {
      run(in, "--membership", "--ranks", ranks).succeeded();
      assertArrayEquals(expected, CatalogueFile.of(file).longs("/PartType1/GroupNumber"));
      run(in, "--membership", "--ranks", ranks, "--format", "swift").succeeded();
      long[] swift = CatalogueFile.of(file).longs("/PartType1/FOFGroupIDs");
      assertArrayEquals(
          Arrays.stream(expected).map(n -> n < 0 ? Integer.MAX_VALUE : n + 1).toArray(), swift);
    }
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset ids = f.dataset("/PartType1/FOFGroupIDs")) {
      assertEquals("int64[350]", ids.info().describe());
      List<String> columns = List.of("FOFGroupIDs", "ParticleIDs");
      assertEquals(columns, f.children("/PartType1"), "no older numbering is left");
      double length = f.doubles("/Parameters", "LinkingLength")[0];
      assertEquals(0.01 / f.doubles("/Parameters", "HubbleParam")[0], length, 1e-15, "without h");
    }
    assertTrue(Files.exists(dir.resolve("out/groups_002/fof_output_0002.hdf5")));
  }

  /** SOAP finds the particles of a snapshot by their IDs. */
  @Test
  void membershipHasTheIdsOfTheSnapshot() throws IOException {
    Files.createDirectories(dir.resolve("in"));
    Particles gas = matter.withType(0).slice(0, 40).withIds(LongStream.range(1000, 1040).toArray());
    Path base = dir.resolve("in/snap_002");
    SnapshotFixtures.gadget4(SIDE, gas, matter).writeSplit(base, 0, 100, 0, 290);
    Path file = dir.resolve("out/groups_002/membership_002.hdf5");
    for (String format : List.of("gadget", "swift")) {
      int ranks = format.equals("swift") ? 3 : 1;
      run(base, "--attach", 0, "--membership", "--ranks", ranks, "--format", format).succeeded();
      CatalogueFile found = CatalogueFile.of(file);
      assertArrayEquals(gas.ids(), found.longs("/PartType0/ParticleIDs"));
      assertArrayEquals(matter.ids(), found.longs("/PartType1/ParticleIDs"));
      try (Hdf5File f = Hdf5File.open(file)) {
        assertEquals("int32[1]", f.attribute("/Header", "NumPartTypes").describe());
        assertArrayEquals(new long[] {6}, f.longs("/Header", "NumPartTypes"));
        assertArrayEquals(new long[] {1}, f.longs("/Header", "NumFilesPerSnapshot"));
      }
    }
    Path other = dir.resolve("other");
    Jzfof.run("run", base, "-o", other, "--linking-length", 0.01, "--membership", "--no-ids")
        .succeeded();
    try (Hdf5File f = Hdf5File.open(other.resolve("groups_002/membership_002.hdf5"))) {
      assertEquals(List.of("GroupNumber"), f.children("/PartType1"));
    }
  }

  @Test
  void nothingLinkedAndNothingAttached() throws IOException {
    Particles none = Particles.at();
    Particles gas = matter.withType(0);
    SnapshotFixtures fixtures =
        box(none, gas).and(w -> w.group("/PartType1")); // the type is there, its particles are not
    Path in = snapshot(fixtures);
    run(in, "--attach", 0, "--membership", "--reorder").succeeded();
    assertEquals(0, CatalogueFile.in(dir.resolve("out"), "002").groups());
    Path membership = dir.resolve("out/groups_002/membership_002.hdf5");
    long[] all = CatalogueFile.of(membership).longs("/PartType0/GroupNumber");
    assertTrue(all.length == 350 && Arrays.stream(all).allMatch(n -> n == -1));
    Path ordered = dir.resolve("out/snapdir_002/snap_002.0.hdf5");
    assertArrayEquals(gas.ids(), CatalogueFile.of(ordered).longs("/PartType0/ParticleIDs"));
  }

  @Test
  void aTypeWithoutParticlesIsAttached() throws IOException {
    SnapshotFixtures fixtures = box(matter).and(w -> w.group("/PartType4"));
    run(snapshot(fixtures), "--attach", 4, "--membership").warned("no particles of type 4");
    assertEquals(10, CatalogueFile.in(dir.resolve("out"), "002").groups());
  }

  @Test
  void aTypeOfWhichThisSnapshotHasNone() throws IOException {
    run(snapshot(box(matter)), "--attach", 5).warned("no particles of type 5");
    assertEquals(10, CatalogueFile.in(dir.resolve("out"), "002").groups());
  }

  @Test
  void aTypeThatNoSnapshotOfTheKindHas() throws IOException {
    run(snapshot(box(matter)), "--attach", 9)
        .failed(ExitCodes.SNAPSHOT, "has no PartType9: choose from PartType1 (350)");
    assertEquals(List.of(), content());
  }

  /** A bad particle of an attached type is named like one of a linked type. */
  @Test
  void aBadAttachedParticle() throws IOException {
    Particles gas = Particles.uniform(20, SIDE, 1).withType(0);
    gas.positions()[3 * 7] = Double.NaN;
    run(snapshot(box(matter, gas)), "--attach", 0)
        .failed(ExitCodes.SNAPSHOT, "row 7 of PartType0", "(ID 8)");
    assertEquals(List.of(), content());
  }

  /** Storage, attributes, soft links, and what is no column of particles. */
  @Test
  void reorderingKeepsEverythingElse() throws IOException {
    SnapshotFixtures fixtures =
        box(matter)
            .chunked(64, Filter.SHUFFLE, Filter.GZIP)
            .and(
                w -> {
                  w.group("/Config");
                  w.attribute("/Config", "PERIODIC", "");
                  w.attribute("/Config", "Option", "as it was");
                  w.softLink("/PartType1", "/DMParticles");
                  w.group("/Cells");
                });
    Path in = snapshot(fixtures);
    run(in, "--reorder").succeeded();
    Path file = dir.resolve("out/snapdir_002/snap_002.0.hdf5");
    CatalogueFile ordered = CatalogueFile.of(file);
    long[] ids = ordered.longs("/PartType1/ParticleIDs");
    for (int i = 0; i < 350; i++) {
      long expected = i < 300 ? i / 30 + 10 * (i % 30) + 1 : i + 1;
      assertEquals(expected, ids[i]);
    }
    assertEquals(CatalogueFile.of(in).names("/PartType1"), ordered.names("/PartType1"));
    assertArrayEquals(ids, ordered.longs("/DMParticles/ParticleIDs"));
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset coordinates = f.dataset("/PartType1/Coordinates")) {
      assertEquals("as it was", f.text("/Config", "Option"));
      assertEquals(2, coordinates.info().filters().size());
      assertEquals("float32[350, 3]", coordinates.info().describe());
      assertFalse(f.exists("/Cells"), "rows of cells do not hold any more");
    }
    // A second run finds the same groups, now one behind the other.
    Jzfof.run("run", file, "-o", dir.resolve("again"), "--linking-length", 0.01).succeeded();
    assertArrayEquals(
        CatalogueFile.in(dir.resolve("out"), "002").longs("/IDs/ID"),
        CatalogueFile.in(dir.resolve("again"), "002").longs("/IDs/ID"));
  }

  /** The particles beside them are whole. */
  @Test
  void linksToFilesThatAreGone() throws IOException {
    Path in = snapshot(box(matter));
    Hdf5Edit.externalLink(in, "/Elsewhere", "nosuch.hdf5", "/");
    Hdf5Edit.externalLink(in, "/PartType1/Potential", "nosuch.hdf5", "/Potential");
    run(in, "--reorder").succeeded();
    try (Hdf5File f = Hdf5File.open(dir.resolve("out/snapdir_002/snap_002.0.hdf5"))) {
      assertTrue(f.children("/").contains("Elsewhere"));
      assertTrue(f.isBrokenLink("/PartType1/Potential"), "it is as it was");
    }
  }

  @Test
  void aColumnThatCannotBeReadIsSaidFirst() throws IOException {
    Path in = snapshot(box(matter));
    Hdf5Edit.compressed(in, "/PartType1/Potential", 350);
    UnknownFilter.inPlaceOfGzip(in);
    run(in).succeeded();
    Path none = dir.resolve("none");
    Jzfof.run("run", in, "-o", none, "--linking-length", 0.01, "--reorder", "--dry-run")
        .failed(
            ExitCodes.SNAPSHOT,
            "PartType1/Potential in " + in + " is compressed with filter 32013",
            "HDF5_PLUGIN_PATH");
    assertFalse(Files.exists(none));
  }

  /** Files of Gadget-2 count in 32 bits, those of SWIFT in 64. */
  @Test
  void reorderedFilesOfOtherCodes() throws IOException {
    Files.createDirectories(dir.resolve("in"));
    Path base = dir.resolve("in/snap_002");
    SnapshotFixtures.gadget(SIDE, matter).writeSplit(base, 100, 0, 250);
    run(base, "--reorder").succeeded();
    Path file = dir.resolve("out/snapdir_002/snap_002.0.hdf5");
    try (Hdf5File f = Hdf5File.open(file)) {
      assertEquals("uint32[6]", f.attribute("/Header", "NumPart_ThisFile").describe());
      assertArrayEquals(new long[] {0, 350, 0, 0, 0, 0}, f.longs("/Header", "NumPart_ThisFile"));
      assertArrayEquals(new long[] {1}, f.longs("/Header", "NumFilesPerSnapshot"));
    }
    assertEquals(350, Snapshot.open(file).header().counts()[1]);
    Path swift = SnapshotFixtures.swift(SIDE, matter).write(dir.resolve("in/swift_002.hdf5"));
    run(swift, "--reorder", "--overwrite").succeeded();
    assertEquals(350, Snapshot.open(file).header().counts()[1]);
  }

  @Test
  void theSnapshotItselfIsNeverOverwritten() throws IOException {
    Path folder = Files.createDirectories(dir.resolve("snapdir_002"));
    Path in = box(matter).write(folder.resolve("snap_002.0.hdf5"));
    byte[] before = Files.readAllBytes(in);
    Jzfof.run("run", in, "-o", dir, "--reorder", "--linking-length", 0.01)
        .failed(ExitCodes.OUTPUT, "among the files of the snapshot", "choose another folder");
    assertArrayEquals(before, Files.readAllBytes(in));
    assertEquals(List.of(folder, in), content());
  }

  @Test
  void formatsThatNeedUnits() throws IOException {
    Files.createDirectories(dir.resolve("in"));
    Path in = snapshot(SnapshotFixtures.bare(SIDE, matter));
    for (String format : List.of("yt", "swift")) {
      run(in, "--format", format)
          .failed(ExitCodes.SNAPSHOT, "--format " + format + " needs units", "gadget");
    }
    assertEquals(List.of(), content());
  }
}
