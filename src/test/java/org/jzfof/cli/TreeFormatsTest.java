package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.trees.EvolvingMock;

/** {@code jzfof trees --format}: where files go, what stays in them, and what is refused. */
class TreeFormatsTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir Path dir;

  private Path mock(boolean subhaloes) throws IOException {
    Path in = Files.createDirectories(dir.resolve("sim/output"));
    var series = EvolvingMock.series(3, 20, 1);
    for (int n = 0; n < series.size(); n++) {
      if (subhaloes) {
        EvolvingMock.writeSubhaloes(in, n, series.get(n));
      } else {
        EvolvingMock.writeGroups(in, n, series.get(n));
      }
    }
    Jzfof.run("link", in, "-o", dir, "-q").succeeded();
    return in;
  }

  private Outcome trees(Path in, String format, Object... more) {
    return Jzfof.run(
        List.of("trees", in, "--links", dir, "-o", in, "--format", format, "-q"), more);
  }

  private Path offsets(int n) {
    return dir.resolve("sim/postprocessing/offsets/offsets_00%d.hdf5".formatted(n));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sublink", "lhalotree", "lhalotree-binary"})
  void groupsHaveNoSuchTrees(String format) throws IOException {
    Path in = mock(false);
    trees(in, format).failed(2, "--format " + format + " has trees of subhaloes", "--subhaloes");
    assertFalse(Files.exists(dir.resolve("sim/postprocessing")));
  }

  @Test
  void whatIsWrongIsNamed() throws IOException {
    Path in = mock(true);
    trees(in, "sublink", "--by", "group").failed(2, "without --by group");
    trees(in, "subtree")
        .failed(2, "--format is subtree: give one of gadget, sublink, lhalotree, lhalotree-binary");
    trees(in, "lhalotree", "--branches", "csv").failed(2, "--branches", "--format lhalotree");
    Jzfof.run("trees", in, "--links", dir, "--format", "sublink")
        .failed(2, "beside the folder of -o, which is '.'", "-o SIMULATION/output");
    Jzfof.run("trees", in, "--links", in, "-o", in, "--format", "sublink")
        .failed(3, "subhalo_desc_000.hdf5", "run jzfof link");
    Hdf5Edit.remove(in.resolve("fof_subhalo_tab_001.hdf5"), "/Subhalo/SubhaloVmax");
    Jzfof.run("link", in, "-o", dir, "-q").succeeded();
    trees(in, "lhalotree-binary")
        .failed(3, "has no SubhaloVMax", "--subhaloes", "--format lhalotree");
    assertFalse(Files.exists(in.resolve("trees_002.0")));
    trees(in, "lhalotree").succeeded();
    Path trees = dir.resolve("sim/postprocessing/trees/LHaloTree/trees_sf1_099.0.hdf5");
    assertFalse(CatalogueFile.of(trees).names("/Tree0").contains("SubhaloVMax"));
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Path in = mock(true);
    Files.createDirectories(offsets(1).getParent());
    Files.writeString(offsets(1), "of somebody else");
    trees(in, "sublink").failed(4, "offsets_001.hdf5 was not written by jzfof");
    assertFalse(Files.exists(offsets(0)));
    trees(in, "sublink", "--overwrite").succeeded();
    trees(in, "sublink").succeeded(); // replaces its own
    Path other = dir.resolve("sim/other");
    Jzfof.run("trees", in, "--links", dir, "-o", other, "--format", "sublink")
        .failed(4, "offsets_000.hdf5 belongs to another output folder", "-o SIMULATION/output");
    Files.writeString(in.resolve("trees_002.0"), "of somebody else");
    trees(in, "lhalotree-binary").failed(4, "trees_002.0 was not written by jzfof");
    assertEquals(0, trees(in, "lhalotree-binary", "--overwrite").code());
    assertTrue(Files.size(in.resolve("trees_002.0")) > 1000);
  }

  @Test
  void noSubhaloesAreNoTrees() throws IOException {
    Path in = Files.createDirectories(dir.resolve("sim/output"));
    EvolvingMock.writeSubhaloes(in, 0, List.of());
    EvolvingMock.writeSubhaloes(in, 1, List.of());
    Jzfof.run("link", in, "-o", dir, "-q").succeeded();
    for (String format : List.of("sublink", "lhalotree", "lhalotree-binary")) {
      trees(in, format).succeeded();
    }
    assertArrayEquals(new byte[8], Files.readAllBytes(in.resolve("trees_001.0")));
    assertEquals(0, CatalogueFile.of(offsets(1)).longs("/Subhalo/SubLink/RowNum").length);
  }

  /** The offsets of particles and those of trees stand in one file, whoever wrote it first. */
  @Test
  void offsetsOfParticlesStay() {
    Path out = dir.resolve("sim/output");
    List<Object> words = List.of("run", EXAMPLE, "-o", out, "--so", "none", "--subhaloes");
    Jzfof.run(words, "--softening", 0.026, "--reorder", "--files", 2, "-q").succeeded();
    CatalogueFile before = CatalogueFile.of(offsets(1));
    long[] rows = before.longs("/Subhalo/SnapByType");
    long[] first = before.longs("/FileOffsets/Subhalo");
    trees(out, "sublink").succeeded();
    trees(out, "lhalotree").succeeded();
    trees(out, "sublink").succeeded();
    assertEquals(List.of("LHaloTree", "SnapByType", "SubLink"), before.names("/Subhalo"));
    assertArrayEquals(rows, before.longs("/Subhalo/SnapByType"));
    assertEquals(2, first.length);
    assertEquals(rows.length, 2 * 3 * before.longs("/Subhalo/SubLink/RowNum").length);
    Jzfof.run(words, "--softening", 0.026, "--reorder", "--files", 2, "--resume")
        .printed("complete before");
    assertTrue(before.names("/Subhalo").contains("SubLink"));
    Jzfof.run(words, "--softening", 0.026, "--reorder", "--files", 2, "-q").succeeded();
    assertEquals(List.of("SnapByType"), before.names("/Subhalo"));
  }

  @Test
  void treesMakeOffsetsThatARunReplaces() {
    Path out = dir.resolve("sim/output");
    List<Object> words = List.of("run", EXAMPLE, "-o", out, "--so", "none", "--subhaloes");
    Jzfof.run(words, "--softening", 0.026, "--files", 2, "-q").succeeded();
    assertFalse(Files.exists(offsets(1)));
    trees(out, "sublink").succeeded();
    CatalogueFile made = CatalogueFile.of(offsets(1));
    long[] first = made.longs("/FileOffsets/Subhalo");
    CatalogueFile catalogue =
        CatalogueFile.of(out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5"));
    long inFirst = (long) catalogue.attribute("/Header", "Nsubhalos_ThisFile");
    assertArrayEquals(new long[] {0, inFirst}, first);
    Jzfof.run(words, "--softening", 0.026, "--reorder", "--files", 2, "-q").succeeded();
    assertEquals(List.of("SnapByType"), made.names("/Subhalo"));
    assertArrayEquals(first, made.longs("/FileOffsets/Subhalo"));
  }
}
