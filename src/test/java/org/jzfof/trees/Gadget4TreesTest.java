package org.jzfof.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.RealData;

/** Trees of a run of Gadget-4 against those that it made itself, down to their order. */
class Gadget4TreesTest {
  private static final int HALOES = 739;
  private static final int SNAPSHOTS = 13;

  @TempDir Path dir;

  /** Of its own links, and of those of jzfof. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyDatasetIsThatOfGadget4(boolean own) {
    Path theirs = RealData.path("tree32");
    Path links = own ? dir : theirs;
    if (own) {
      Jzfof.run("link", theirs, "-o", dir, "--ranks", 2).succeeded();
    }
    Jzfof.run("trees", theirs, "--links", links, "-o", dir).printed("101 of 739 subhaloes");
    for (String group : List.of("TreeHalos", "TreeTable", "TreeTimes")) {
      compare(theirs.resolve("trees.hdf5"), dir.resolve("trees.hdf5"), "/" + group);
    }
    for (int n = 0; n < SNAPSHOTS; n++) {
      String name = "subhalo_treelink_%03d.hdf5".formatted(n);
      compare(theirs.resolve(name), dir.resolve(name), "/Subhalo");
    }
    CatalogueFile trees = CatalogueFile.of(dir.resolve("trees.hdf5"));
    assertEquals(HALOES, trees.longs("/TreeHalos/TreeMainProgenitor").length);
  }

  private static void compare(Path theirs, Path ours, String group) {
    CatalogueFile a = CatalogueFile.of(theirs);
    CatalogueFile b = CatalogueFile.of(ours);
    assertEquals(a.names(group), b.names(group));
    for (String name : a.names(group)) {
      String dataset = group + "/" + name;
      assertArrayEquals(a.doubles(dataset), b.doubles(dataset), ours + dataset);
      assertEquals(describe(theirs, dataset), describe(ours, dataset));
    }
    try (Hdf5File first = Hdf5File.open(theirs);
        Hdf5File second = Hdf5File.open(ours)) {
      for (String name :
          List.of("Nhalos_ThisFile", "Ntrees_Total", "Nsubhalos_Total", "LastSnapShotNr")) {
        if (first.hasAttribute("/Header", name)) {
          assertArrayEquals(first.longs("/Header", name), second.longs("/Header", name));
          assertEquals(
              first.attribute("/Header", name).describe(),
              second.attribute("/Header", name).describe());
        }
      }
    }
  }

  private static String describe(Path file, String dataset) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset(dataset)) {
      return d.info().describe();
    }
  }
}
