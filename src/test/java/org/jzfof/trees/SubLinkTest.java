package org.jzfof.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.PythonScript;

/** The trees of illustris_python, found as its readers find them, against those of trees.hdf5. */
class SubLinkTest {
  private static final int OUTPUTS = 5;

  @TempDir Path dir;

  private Path base;
  private int subhaloes;

  /** One subhalo. */
  private record Place(long snapshot, long number) {}

  @BeforeEach
  void trees() throws Exception {
    base = Files.createDirectories(dir.resolve("sim/output"));
    List<List<EvolvingMock.Member>> series = EvolvingMock.series(OUTPUTS, 30, 5);
    for (int n = 0; n < OUTPUTS; n++) {
      EvolvingMock.writeSubhaloes(base, n, series.get(n));
    }
    subhaloes = EvolvingMock.objects(series.get(OUTPUTS - 1));
    Jzfof.run("link", base, "-o", dir).succeeded();
    for (String format : List.of("gadget", "SubLink", "lhalotree")) {
      Jzfof.run("trees", base, "--links", dir, "-o", base, "--format", format).succeeded();
    }
  }

  private StoredTree stored(int subhalo) {
    return StoredTree.read(base.resolve("trees.hdf5"), subhalo);
  }

  /** The mock has masses by which a subhalo is known. */
  private static Place place(StoredTree tree, int halo) {
    return new Place(tree.snapshot()[halo], Math.round(tree.mass()[halo] / 0.125) - 1);
  }

  private static List<Place> mainBranch(StoredTree tree) {
    List<Place> branch = new ArrayList<>();
    for (int h = tree.root(); h >= 0; h = tree.mainProgenitor()[h]) {
      branch.add(place(tree, h));
    }
    return branch;
  }

  /** All subhaloes from which descendants lead to the root. */
  private static Set<Place> progenitors(StoredTree tree) {
    Set<Place> all = new HashSet<>();
    for (int h = 0; h < tree.descendant().length; h++) {
      int at = h;
      while (at >= 0 && at != tree.root()) {
        at = tree.descendant()[at];
      }
      if (at == tree.root()) {
        all.add(place(tree, h));
      }
    }
    return all;
  }

  private CatalogueFile offsets(int number) {
    return CatalogueFile.of(
        dir.resolve("sim/postprocessing/offsets/offsets_00" + number + ".hdf5"));
  }

  @Test
  void rowsOfSubLinkAreProgenitors() {
    CatalogueFile offsets = offsets(OUTPUTS - 1);
    long[] rows = offsets.longs("/Subhalo/SubLink/RowNum");
    long[] first = offsets.longs("/Subhalo/SubLink/SubhaloID");
    long[] last = offsets.longs("/Subhalo/SubLink/LastProgenitorID");
    assertEquals(subhaloes, rows.length);
    CatalogueFile trees =
        CatalogueFile.of(dir.resolve("sim/postprocessing/trees/SubLink/tree_extended.0.hdf5"));
    long[] leaf = trees.longs("/MainLeafProgenitorID");
    int mergers = 0;
    for (int s = 0; s < subhaloes; s++) {
      StoredTree expected = stored(s);
      int row = (int) rows[s];
      assertEquals(mainBranch(expected), places(trees, row, (int) (leaf[row] - first[s])));
      List<Place> whole = places(trees, row, (int) (last[s] - first[s]));
      assertEquals(progenitors(expected), new HashSet<>(whole));
      mergers += whole.size() > mainBranch(expected).size() ? 1 : 0;
    }
    assertTrue(mergers > 3, mergers + " mergers");
  }

  private static List<Place> places(CatalogueFile trees, int row, int more) {
    long[] snapshot = trees.longs("/SnapNum");
    long[] number = trees.longs("/SubfindID");
    List<Place> places = new ArrayList<>();
    for (int r = row; r <= row + more; r++) {
      places.add(new Place(snapshot[r], number[r]));
    }
    return places;
  }

  @Test
  void progenitorsOfLHaloTreeAreThose() {
    CatalogueFile offsets = offsets(OUTPUTS - 1);
    long[] tree = offsets.longs("/Subhalo/LHaloTree/Num");
    long[] index = offsets.longs("/Subhalo/LHaloTree/Index");
    assertArrayEquals(new long[subhaloes], offsets.longs("/Subhalo/LHaloTree/File"));
    CatalogueFile trees =
        CatalogueFile.of(dir.resolve("sim/postprocessing/trees/LHaloTree/trees_sf1_099.0.hdf5"));
    for (int s = 0; s < subhaloes; s++) {
      String group = "/Tree" + tree[s];
      long[] first = trees.longs(group + "/FirstProgenitor");
      long[] next = trees.longs(group + "/NextProgenitor");
      long[] snapshot = trees.longs(group + "/SnapNum");
      long[] number = trees.longs(group + "/SubhaloNumber");
      List<Place> main = new ArrayList<>();
      for (int h = (int) index[s]; h >= 0; h = (int) first[h]) {
        main.add(new Place(snapshot[h], number[h]));
      }
      assertEquals(mainBranch(stored(s)), main);
      Set<Place> all = new HashSet<>();
      List<Integer> open = new ArrayList<>(List.of((int) index[s]));
      while (!open.isEmpty()) {
        int h = open.remove(open.size() - 1);
        assertTrue(all.add(new Place(snapshot[h], number[h])));
        for (int p = (int) first[h]; p >= 0; p = (int) next[p]) {
          open.add(p);
        }
      }
      assertEquals(progenitors(stored(s)), all);
    }
    assertEquals(
        CatalogueFile.of(base.resolve("trees.hdf5")).longs("/TreeTable/Length").length,
        trees.attribute("/Header", "NtreesPerFile"));
  }

  /** Radii of IllustrisTNG are comoving; those of Gadget-4 are physical. */
  @Test
  void radiiAreComoving() {
    for (int n : new int[] {0, OUTPUTS - 1}) {
      double a = 0.1 + 0.05 * n;
      int row = (int) offsets(n).longs("/Subhalo/SubLink/RowNum")[2];
      double[] radius =
          CatalogueFile.of(dir.resolve("sim/postprocessing/trees/SubLink/tree_extended.0.hdf5"))
              .doubles("/SubhaloHalfmassRad");
      assertEquals(400.375 / a, radius[row], 1e-3);
    }
  }

  /** Every column and pointer, and the offsets of all snapshots. */
  @Test
  void aReaderInPythonFindsTheSameTrees() {
    PythonScript script = PythonScript.needing("check_tree_formats.py", "h5py, numpy", dir);
    script.accepts(2, List.of(base.toString()));
  }
}
