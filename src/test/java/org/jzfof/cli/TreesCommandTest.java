package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.contract.MpiJob;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.trees.EvolvingMock;

/** {@code jzfof trees}: what it writes, says and refuses. */
class TreesCommandTest {
  @TempDir Path dir;

  private Path in;
  private Path links;
  private Path out;

  @BeforeEach
  void link() throws IOException {
    in = Files.createDirectory(dir.resolve("in"));
    links = dir.resolve("links");
    out = dir.resolve("out");
    var series = EvolvingMock.series(4, 20, 1);
    for (int n = 0; n < series.size(); n++) {
      EvolvingMock.writeSubhaloes(in, n, series.get(n));
    }
    Jzfof.run("link", in, "-o", links, "-q").succeeded();
  }

  private Outcome trees(Object... more) {
    return Jzfof.run(List.of("trees", in, "--links", links, "-o", out), more);
  }

  private Path prog(int n) {
    return links.resolve("subhalo_prog_00" + n + ".hdf5");
  }

  @Test
  void mainBranchesAreTheSameInBothFormats() throws IOException {
    trees("--branches", "hdf5").printed("4, linked by subhaloes", "main branches");
    trees("--branches", "csv").succeeded();
    trees("--branches", "csv").succeeded(); // replaces its own text
    CatalogueFile table = CatalogueFile.of(out.resolve("main_branches.hdf5"));
    List<String> lines = Files.readAllLines(out.resolve("main_branches.csv"));
    List<String> names = List.of(lines.get(2).split(","));
    for (String name : List.of("SnapNum", "SubhaloNr", "TreeID", "SubhaloLen", "SubhaloMass")) {
      int column = names.indexOf(name);
      double[] values =
          lines.stream()
              .skip(3)
              .mapToDouble(line -> Double.parseDouble(line.split(",")[column]))
              .toArray();
      assertArrayEquals(table.doubles("/BranchHalos/" + name), values, 0, name);
    }
    long[] ids = table.longs("/BranchHalos/SubhaloIDMostbound");
    String id = lines.get(3).split(",")[names.indexOf("SubhaloIDMostbound")];
    assertEquals(Long.toUnsignedString(ids[0]), id);
    assertTrue(names.containsAll(List.of("Branch", "Redshift", "SubhaloPos_2", "GroupNr")));
    Files.writeString(out.resolve("main_branches.csv"), "of somebody else");
    trees("--branches", "csv").failed(4, "main_branches.csv was not written by jzfof");
    trees("--branches", "csv", "--overwrite").succeeded();
  }

  @Test
  void linksThatAreNotThereAreAskedFor() throws IOException {
    Files.delete(prog(2));
    trees().failed(3, "subhalo_prog_002.hdf5", "run jzfof link", "--links");
    assertFalse(Files.exists(out.resolve("trees.hdf5")));
    Jzfof.run("trees", in, "--links", dir, "-o", out).failed(3, "subhalo_desc_000.hdf5");
  }

  @Test
  void linksOfOthersAreRefused() throws IOException {
    trees("--by", "group").failed(3, "links by subhalo", "--by subhalo");
    Hdf5Edit.value(prog(1), "/Subhalo/ProgSubhaloNr", 1000, 2);
    trees().failed(3, "row 2 of", "links to 1000", "run jzfof link again");
    Files.copy(prog(3), dir.resolve("copy"));
    Jzfof.run("link", in, "-o", links, "-q").succeeded();
    Files.write(prog(3), new byte[100]);
    trees().failed(3, "subhalo_prog_003.hdf5");
    Jzfof.run("link", in, "-o", links, "-q", "--overwrite").succeeded();
    trees().succeeded();
    for (Path file :
        List.of(in.resolve("fof_subhalo_tab_003.hdf5"), in.resolve("snapshot_003.hdf5"))) {
      Files.delete(file);
    }
    EvolvingMock.writeSubhaloes(in, 3, EvolvingMock.series(1, 50, 77).get(0));
    trees("--overwrite").failed(3, "was made of other catalogues", "run jzfof link again");
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("subhalo_treelink_002.hdf5"), "of somebody else");
    trees().failed(4, "subhalo_treelink_002.hdf5 was not written by jzfof");
    assertFalse(Files.exists(out.resolve("trees.hdf5")));
    trees("--overwrite").succeeded();
    trees("--branches", "tree").failed(2, "--branches");
  }

  @Test
  void damagedSubhaloesAreRefused() {
    Hdf5Edit.value(in.resolve("fof_subhalo_tab_001.hdf5"), "/Subhalo/SubhaloGroupNr", 500, 3);
    trees().failed(3, "SubhaloGroupNr of subhalo 3", "is 500");
  }

  @Test
  void ofSeveralProcessesOneDoesTheWork() throws Exception {
    MpiJob.assumeMpi();
    trees("-q").succeeded();
    Path other = dir.resolve("other");
    MpiJob.Outcome job =
        MpiJob.run(
            dir,
            2,
            Main.class,
            List.of("trees", in, "--links", links, "-o", other).stream()
                .map(Object::toString)
                .toArray(String[]::new));
    assertEquals(0, job.code(), job.output());
    for (String name : List.of("TreeID", "TreeMainProgenitor")) {
      assertArrayEquals(
          CatalogueFile.of(out.resolve("trees.hdf5")).longs("/TreeHalos/" + name),
          CatalogueFile.of(other.resolve("trees.hdf5")).longs("/TreeHalos/" + name));
    }
  }
}
