package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.contract.MpiJob;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.trees.EvolvingMock;

/** {@code jzfof link}: what it writes, says and refuses. */
class LinkCommandTest {
  @TempDir Path dir;

  private Path groups;
  private Path subhaloes;
  private Path out;

  @BeforeEach
  void write() throws IOException {
    groups = Files.createDirectory(dir.resolve("groups"));
    subhaloes = Files.createDirectory(dir.resolve("subhaloes"));
    out = dir.resolve("out");
    var series = EvolvingMock.series(5, 20, 1);
    for (int n = 0; n < series.size(); n++) {
      EvolvingMock.writeGroups(groups, n, series.get(n));
      EvolvingMock.writeSubhaloes(subhaloes, n, series.get(n));
    }
  }

  private static Path of(Path folder, int number) {
    return folder.resolve("fof_subhalo_tab_%03d.hdf5".formatted(number));
  }

  private Outcome link(Object... words) {
    Object[] all = new Object[words.length + 3];
    all[0] = "link";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "-o";
    all[words.length + 2] = out;
    return Jzfof.run(all);
  }

  private boolean written(String name) {
    return Files.exists(out.resolve(name));
  }

  @Test
  void filesOfAllNeighboursAreWritten() {
    link(groups).printed("5, linked by groups", "listed in the catalogue", "003 - 004");
    for (int n = 0; n < 5; n++) {
      assertEquals(n < 4, written("subhalo_desc_00" + n + ".hdf5"));
      assertEquals(n > 0, written("subhalo_prog_00" + n + ".hdf5"));
    }
    link(subhaloes, "--overwrite").printed("linked by subhaloes", "in group order in");
    link(subhaloes, "--by", "group", "--overwrite").printed("linked by groups");
    link(subhaloes, "--by", "group").succeeded(); // its own files of the same catalogues
    assertEquals(8, out.toFile().list((folder, name) -> !name.startsWith(".")).length);
  }

  /** The folder of the runs holds a folder for each catalogue, of which the tenth is next to 9. */
  @Test
  void theFolderOfTheRunsStandsForItsCatalogues() throws IOException {
    Path runs = Files.createDirectory(dir.resolve("runs"));
    var series = EvolvingMock.series(3, 20, 1);
    int[] numbers = {998, 999, 1000};
    for (int n = 0; n < numbers.length; n++) {
      Path folder = Files.createDirectory(runs.resolve("groups_" + numbers[n]));
      EvolvingMock.writeGroups(folder, numbers[n], series.get(n));
    }
    Files.createDirectory(runs.resolve("groups_none"));
    Files.createDirectory(runs.resolve("snapdir_998"));
    link(runs).printed("3, linked by groups", "999 - 1000");
    Jzfof.run("trees", runs, "--links", out, "-o", out).printed("3, linked by groups");
    link(dir).failed(3, "folder " + dir + " holds no catalogue", "groups_NNN");
    Jzfof.run("compare", runs, runs)
        .failed(3, "holds no catalogue", "such as " + runs.resolve("groups_1000"));
  }

  @Test
  void aMissingSnapshotIsSaidAndBridgedOnlyOnDemand() {
    Object[] some = {of(groups, 0), of(groups, 1), of(groups, 3), of(groups, 4)};
    link(some).warned("snapshot 2 is missing between", "--skip 1");
    assertFalse(written("subhalo_desc_001.hdf5") || written("subhalo_prog_003.hdf5"));
    assertTrue(written("subhalo_desc_003.hdf5"));
    link(of(groups, 0), of(groups, 1), of(groups, 3), "--skip", 1).printed("001 - 003");
    CatalogueFile bridge = CatalogueFile.of(out.resolve("subhalo_desc_001.hdf5"));
    assertEquals(3, bridge.attribute("/Header", "LinkedSnapshot"));
    link(of(groups, 0), of(groups, 3), of(groups, 4), "--skip", 1, "--overwrite")
        .warned("snapshots 1 to 2 are missing between", "--skip 2");
    link(of(groups, 0), of(groups, 3)).failed(2, "no two of the 2 catalogues", "--skip");
  }

  @Test
  void allRanksOfSeveralProcessesDoTheSame() throws Exception {
    MpiJob.assumeMpi();
    link(subhaloes, "-q").succeeded();
    Path other = dir.resolve("other");
    MpiJob.Outcome job =
        MpiJob.run(dir, 3, Main.class, "link", subhaloes.toString(), "-q", "-o", other.toString());
    assertEquals(0, job.code(), job.output());
    for (String name : new String[] {"subhalo_desc_002.hdf5", "subhalo_prog_003.hdf5"}) {
      for (String dataset : CatalogueFile.of(out.resolve(name)).names("/Subhalo")) {
        long[] expected = CatalogueFile.of(out.resolve(name)).longs("/Subhalo/" + dataset);
        long[] found = CatalogueFile.of(other.resolve(name)).longs("/Subhalo/" + dataset);
        assertArrayEquals(expected, found, dataset);
      }
    }
  }

  @Test
  void cataloguesThatDoNotBelongTogetherAreRefused() throws IOException {
    link(of(groups, 1), of(groups, 0)).failed(3, "000", "in order of time");
    link(of(groups, 1), of(subhaloes, 1)).failed(3, "both have the number 001");
    link(of(groups, 0), of(subhaloes, 1)).failed(2, "has no subhaloes", "--by group");
    link(groups, "--by", "subhalo").failed(2, "has no subhaloes");
    link(of(groups, 0)).failed(2, "name at least two");
    link(groups, "--skip", -1).failed(2, "--skip is -1");
    link(dir.resolve("nowhere")).failed(3, "nowhere");
    link(groups + "/none*").failed(2, "nothing matches");
    Path unnumbered = Files.copy(of(groups, 2), groups.resolve("fof_tab_last.hdf5"));
    link(of(groups, 1), unnumbered).failed(3, "no number");
    assertFalse(Files.exists(out));
  }

  @ParameterizedTest
  @CsvSource({
    "/Header, BoxSize, 26, BoxSize of",
    "/Parameters, Omega0, 0.3, Omega0 of",
    "/Parameters, HubbleParam, 0.7, HubbleParam of",
    "/Header, Time, 0.01, in order of time",
    "/Header, Ngroups_Total, 3, Ngroups_Total of"
  })
  void otherSimulationsAreRefused(String object, String name, double value, String message) {
    Hdf5Edit.attribute(of(groups, 2), object, name, value);
    link(groups).failed(3, message);
  }

  @Test
  void damagedCataloguesAreRefused() throws IOException {
    try (var channel = Files.newByteChannel(of(groups, 3), StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
    link(groups).failed(3, "fof_subhalo_tab_003.hdf5");
    Hdf5Edit.value(of(groups, 1), "/Group/GroupLen", 1000, 2);
    link(of(groups, 0), of(groups, 1)).failed(3, "fof_subhalo_tab_001.hdf5", "write it again");
    Hdf5Edit.value(of(subhaloes, 1), "/Subhalo/SubhaloLenType", 0, 2, 1);
    link(of(subhaloes, 0), of(subhaloes, 1))
        .failed(3, "subhalo 2 has SubhaloLen", "SubhaloLenType");
    Hdf5Edit.value(of(subhaloes, 2), "/Subhalo/SubhaloOffsetType", 1000000, 2, 1);
    link(of(subhaloes, 2), of(subhaloes, 3)).failed(3, "reach to row");
    assertEquals(0, out.toFile().list() == null ? 0 : out.toFile().list().length);
  }

  @Test
  void membersWithoutIdsAreRefused() throws IOException {
    Files.delete(subhaloes.resolve("snapshot_003.hdf5"));
    link(subhaloes).failed(3, "fof_subhalo_tab_003.hdf5 lists no IDs", "snapdir_003");
    Path example = Path.of("examples/lcdm32/snapshot_001.hdf5");
    Jzfof.run("run", example, "-o", dir.resolve("a"), "--no-ids", "-q").succeeded();
    Path copy = Files.createDirectories(dir.resolve("b")).resolve("fof_subhalo_tab_002.0.hdf5");
    Path own = dir.resolve("a/groups_001/fof_subhalo_tab_001.0.hdf5");
    Files.copy(own, copy);
    Hdf5Edit.attribute(copy, "/Header", "Time", 1.5);
    link(own, copy).failed(3, "fof_subhalo_tab_001.0.hdf5 lists no IDs", "--no-ids");
    Jzfof.run("run", example, "-o", dir.resolve("c"), "--format", "swift", "-q").succeeded();
    link(dir.resolve("c/groups_001")).failed(3, "in the layout of SWIFT", "--format gadget");
  }

  /** A split particle is two with one ID. */
  @Test
  void membersThatShareTheirIdAreLeftOut() {
    link(groups).succeeded();
    Path file = out.resolve("subhalo_desc_001.hdf5");
    long[] expected = CatalogueFile.of(file).longs("/Subhalo/DescSubhaloNr");
    for (int n = 1; n < 3; n++) {
      Hdf5Edit.value(of(groups, n), "/IDs/ID", 77, 0);
      Hdf5Edit.value(of(groups, n), "/IDs/ID", 77, 30);
    }
    link(groups, "--overwrite")
        .warned(
            "4 members, in 2 of 5 catalogues, share their ID",
            "ID 77 belongs to a member of group",
            "fof_subhalo_tab_001.hdf5");
    assertArrayEquals(expected, CatalogueFile.of(file).longs("/Subhalo/DescSubhaloNr"));
  }

  @Test
  void idsThatMostlyOccurTwiceAreRefused() {
    int members = CatalogueFile.of(of(groups, 1)).longs("/IDs/ID").length;
    for (int i = 0; i <= members / 2; i++) {
      Hdf5Edit.value(of(groups, 1), "/IDs/ID", 77, i);
    }
    link(groups)
        .failed(3, "ID 77 belongs to a member of group", "fof_subhalo_tab_001.hdf5", "unique ID");
  }

  @Test
  void strangersAreSaid() throws IOException {
    Path other = Files.createDirectory(dir.resolve("strangers"));
    Path stranger = EvolvingMock.writeGroups(other, 1, EvolvingMock.series(1, 9, 99).get(0));
    link(of(groups, 0), stranger).warned("no member of", "one simulation");
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Files.createDirectories(out);
    Path theirs = out.resolve("subhalo_prog_002.hdf5");
    Files.writeString(theirs, "of somebody else");
    link(groups).failed(4, "subhalo_prog_002.hdf5 was not written by jzfof", "--overwrite");
    assertEquals("of somebody else", Files.readString(theirs));
    assertFalse(written("subhalo_desc_000.hdf5"));
    link(groups, "--overwrite").succeeded();
    Files.delete(theirs);
    Files.createDirectory(theirs);
    link(groups).failed(4, "a folder has that name");
  }
}
