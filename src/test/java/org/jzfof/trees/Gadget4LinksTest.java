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

/** Links between the subhaloes of a run of Gadget-4 against those that it wrote itself. */
class Gadget4LinksTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everyIntegerIsThatOfGadget4(int ranks) {
    Path theirs = RealData.path("tree32");
    Jzfof.run("link", theirs, "-o", dir, "--ranks", ranks).succeeded();
    int compared = 0;
    for (int n = 0; n < 13; n++) {
      for (String kind : List.of("desc", "prog")) {
        String name = "subhalo_%s_%03d.hdf5".formatted(kind, n);
        if (n < 12 && kind.equals("desc") || n > 0 && kind.equals("prog")) {
          compared += compare(theirs.resolve(name), dir.resolve(name));
        }
      }
    }
    assertEquals(5516, compared);
  }

  private static int compare(Path theirs, Path ours) {
    int values = 0;
    CatalogueFile a = CatalogueFile.of(theirs);
    CatalogueFile b = CatalogueFile.of(ours);
    assertEquals(a.names("/Subhalo"), b.names("/Subhalo"));
    for (String name : a.names("/Subhalo")) {
      String dataset = "/Subhalo/" + name;
      assertArrayEquals(a.longs(dataset), b.longs(dataset), ours + dataset);
      assertEquals(describe(theirs, dataset), describe(ours, dataset));
      values += a.longs(dataset).length;
    }
    try (Hdf5File first = Hdf5File.open(theirs);
        Hdf5File second = Hdf5File.open(ours)) {
      for (String name : List.of("Nsubhalos_ThisFile", "Nsubhalos_Total", "NumFiles")) {
        assertEquals(
            first.attribute("/Header", name).describe(),
            second.attribute("/Header", name).describe());
        assertArrayEquals(first.longs("/Header", name), second.longs("/Header", name));
      }
      assertEquals(
          first.doubles("/Parameters", "Omega0")[0], second.doubles("/Parameters", "Omega0")[0]);
      assertEquals(
          first.hasAttribute("/Config", "MERGERTREE"),
          second.hasAttribute("/Config", "MERGERTREE"));
    }
    return values;
  }

  private static String describe(Path file, String dataset) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset(dataset)) {
      return d.info().describe();
    }
  }
}
