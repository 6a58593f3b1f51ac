package org.jzfof.trees.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.SnapshotLinks;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.MergerTrees;

/** Files of LHaloTree are the same whatever the number of haloes that memory holds. */
class LHaloTreeBlocksTest {
  private static final int[] COUNTS = {9, 0, 14, 11};

  @TempDir Path dir;

  private static MergerTrees trees() {
    Random random = new Random(3);
    HaloLinks links = new HaloLinks(COUNTS);
    for (int n = 1; n < COUNTS.length; n++) {
      int later = COUNTS[n];
      int[] descendants =
          IntStream.range(0, COUNTS[n - 1])
              .map(h -> later == 0 ? -1 : random.nextInt(later + 1) - 1)
              .toArray();
      int[] progenitors = new int[later];
      Arrays.fill(progenitors, SnapshotLinks.NONE);
      links.add(n - 1, n, new SnapshotLinks(descendants, progenitors));
    }
    int all = links.haloes();
    long[] numbers = TreeFileWriter.numbers(all);
    Function<Integer, HaloProperty> reals =
        width ->
            new HaloProperty(
                "Reals" + width,
                Hdf5Type.FLOAT32,
                width,
                output ->
                    IntStream.range(0, width * COUNTS[output])
                        .mapToDouble(i -> output + 0.5 * i)
                        .toArray(),
                null);
    return new MergerTrees(
        links,
        new MergerTrees.Haloes(numbers, numbers, null),
        new MergerTrees.Outputs(
            new int[] {1, 2, 5, 6}, new double[] {3, 2, 1, 0}, new double[] {.2, .3, .5, 1}),
        List.of(reals.apply(1), reals.apply(3), named("SubhaloPos", reals.apply(3))));
  }

  private static HaloProperty named(String name, HaloProperty property) {
    return property.named(name, property.type());
  }

  @Test
  void binaryFilesAreEqual() throws IOException {
    LHaloTreeBinary file = new LHaloTreeBinary(trees());
    assertTrue(file.missing(false).contains("SubhaloVMax"));
    file.write(dir.resolve("whole"));
    for (int block : new int[] {1, 2, 7, 33}) {
      Path part = dir.resolve("by" + block);
      file.write(part, block);
      assertEquals(-1, Files.mismatch(dir.resolve("whole"), part), "blocks of " + block);
    }
  }

  @Test
  void groupsAreEqual() {
    Path catalogue = dir.resolve("catalogue");
    Hdf5Writer.create(catalogue).close();
    RunRecord run = new RunRecord("1", "jzfof", new Provenance(catalogue, "a", "b"));
    LHaloTreeFile file =
        new LHaloTreeFile(trees(), new LinkOrigin(catalogue, true, run), Double.NaN);
    file.write(dir.resolve("whole"));
    CatalogueFile whole = CatalogueFile.of(dir.resolve("whole"));
    assertArrayEquals(new long[] {0, 9, 0, 0, 0, 14, 11}, whole.longs("/Header/TotNsubhalos"));
    for (int block : new int[] {1, 2, 7, 33}) {
      file.write(dir.resolve("by" + block), block);
      CatalogueFile part = CatalogueFile.of(dir.resolve("by" + block));
      assertEquals(whole.names("/"), part.names("/"));
      for (String tree : whole.names("/")) {
        assertEquals(whole.names("/" + tree), part.names("/" + tree));
        for (String name : whole.names("/" + tree)) {
          String path = "/" + tree + "/" + name;
          assertArrayEquals(whole.doubles(path), part.doubles(path), path);
        }
      }
    }
  }
}
