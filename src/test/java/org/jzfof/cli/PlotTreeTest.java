package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.EvolvingMock;

/** {@code jzfof plot --tree}, as a user sees it. */
class PlotTreeTest {
  private static final int LAST = 7;

  @TempDir static Path shared;
  @TempDir Path dir;

  @BeforeAll
  static void plant() throws IOException {
    Path series = Files.createDirectory(shared.resolve("series"));
    var outputs = EvolvingMock.series(LAST + 1, 30, 5);
    for (int n = 0; n <= LAST; n++) {
      EvolvingMock.writeGroups(series, n, outputs.get(n));
    }
    Jzfof.run("link", series, "-o", shared, "-q").succeeded();
    Jzfof.run("trees", series, "--links", shared, "-o", shared, "-q").succeeded();
  }

  private static Path trees() {
    return shared.resolve("trees.hdf5");
  }

  private static Path catalogue() {
    return shared.resolve("series/fof_subhalo_tab_007.hdf5");
  }

  /** A group of the last snapshot into which others have merged. */
  private static int merged() {
    CatalogueFile file = CatalogueFile.of(trees());
    long[] snapshot = file.longs("/TreeHalos/SnapNum");
    long[] number = file.longs("/TreeHalos/SubhaloNr");
    long[] id = file.longs("/TreeHalos/TreeID");
    long[] descendant = file.longs("/TreeHalos/TreeDescendant");
    long[] index = file.longs("/TreeHalos/TreeIndex");
    return IntStream.range(0, snapshot.length)
        .filter(h -> snapshot[h] == LAST)
        .filter(
            h ->
                IntStream.range(0, snapshot.length)
                        .filter(p -> id[p] == id[h] && descendant[p] == index[h])
                        .count()
                    > 1)
        .map(h -> (int) number[h])
        .findFirst()
        .orElseThrow();
  }

  private BufferedImage plot(Object... words) throws IOException {
    Path file = dir.resolve("picture.png");
    Jzfof.run(List.of("plot", "--height", 400, "-o", file), words)
        .printed("picture          " + file);
    return ImageIO.read(file.toFile());
  }

  private static long different(BufferedImage a, BufferedImage b) {
    return IntStream.range(0, 800 * 400)
        .filter(i -> a.getRGB(i % 800, i / 800) != b.getRGB(i % 800, i / 800))
        .count();
  }

  private void assertRefused(int code, List<?> words, String... parts) {
    Path file = dir.resolve("none.png");
    Jzfof.run(List.of("plot", "-o", file), words.toArray()).failed(code, parts);
    assertFalse(Files.exists(file));
  }

  @Test
  void history() throws IOException {
    int group = merged();
    BufferedImage image = plot(trees(), "--tree", group);
    assertEquals(800, image.getWidth());
    assertEquals(400, image.getHeight());
    assertEquals(0, different(image, plot(trees(), "--tree", group, "--branches", 10)));
    assertTrue(different(image, plot(trees(), "--tree", group, "--branches", 0)) > 300);
    assertTrue(different(image, plot(trees(), "--tree", group == 0 ? 1 : 0)) > 300);
  }

  /** Subhaloes, too, and a file that names no units. */
  @Test
  void otherTrees() throws IOException {
    Path series = Files.createDirectory(dir.resolve("series"));
    var outputs = EvolvingMock.series(3, 10, 2);
    for (int n = 0; n < 3; n++) {
      EvolvingMock.writeSubhaloes(series, n, outputs.get(n));
    }
    Jzfof.run("link", series, "-o", dir, "-q").succeeded();
    Jzfof.run("trees", series, "--links", dir, "-o", dir, "-q").succeeded();
    BufferedImage first = plot(dir.resolve("trees.hdf5"), "--tree", 0);
    Hdf5Edit.addIntegers(dir.resolve("trees.hdf5"), "/Parameters", "UnitMass_in_g", 1L << 60);
    assertTrue(different(first, plot(dir.resolve("trees.hdf5"), "--tree", 0)) > 50);
  }

  @Test
  void numbersThatAreNoGroup() {
    CatalogueFile file = CatalogueFile.of(catalogue());
    int groups = file.longs("/Group/GroupLen").length;
    assertRefused(
        ExitCodes.USAGE,
        List.of(trees(), "--tree", groups),
        "--tree is " + groups + ", but the last snapshot (7) of " + trees() + " has " + groups,
        "give a number from 0 to " + (groups - 1));
    assertRefused(ExitCodes.USAGE, List.of(trees(), "--tree", -1), "--tree is -1: give");
    assertRefused(ExitCodes.USAGE, List.of(trees(), "--tree", "x"), "--tree");
    assertRefused(ExitCodes.USAGE, List.of(trees(), "--tree", 0, "--branches", -1), "0 to 100");
    assertRefused(ExitCodes.USAGE, List.of(trees(), "--tree", 0, "--branches", 101), "0 to 100");
    assertRefused(ExitCodes.USAGE, List.of(trees(), "--tree", 0, "--height", 9), "--height is 9");
  }

  @Test
  void optionsThatDoNotGoTogether() {
    assertRefused(
        ExitCodes.USAGE, List.of(trees()), trees() + " has merger trees: choose a group", "--tree");
    for (String words : List.of("--snapshot x", "--mass 200c", "--model tinker08", "--largest 3")) {
      String[] option = words.split(" ");
      assertRefused(
          ExitCodes.USAGE,
          List.of(trees(), "--tree", 0, option[0], option[1]),
          "--tree draws a merger tree, for which there is no " + option[0]);
    }
    assertRefused(
        ExitCodes.USAGE,
        List.of(catalogue(), "--branches", 3),
        "is a catalogue, for which there is no --branches");
  }

  @Test
  void filesWithoutTrees() throws IOException {
    String message = " is no file of merger trees: name trees.hdf5 of jzfof trees";
    assertRefused(ExitCodes.SNAPSHOT, List.of(catalogue(), "--tree", 0), catalogue() + message);
    Path folder = shared.resolve("series");
    assertRefused(ExitCodes.SNAPSHOT, List.of(folder, "--tree", 0), folder + message);
    Path none = dir.resolve("none.hdf5");
    assertRefused(ExitCodes.SNAPSHOT, List.of(none, "--tree", 0), "cannot read " + none);
    Files.writeString(none, "no HDF5 at all");
    assertRefused(ExitCodes.SNAPSHOT, List.of(none, "--tree", 0), "cannot read " + none);
  }

  @Test
  void theFileItselfIsNoPicture() throws IOException {
    Path file = Files.copy(trees(), dir.resolve("trees.png"));
    Jzfof.run("plot", file, "--tree", 0, "-o", file, "--overwrite")
        .failed(ExitCodes.OUTPUT, "trees.png");
    assertEquals(Files.size(trees()), Files.size(file));
  }

  private Path copy() throws IOException {
    return Files.copy(trees(), dir.resolve("broken.hdf5"), StandardCopyOption.REPLACE_EXISTING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/TreeHalos/TreeDescendant",
        "/TreeHalos/TreeMainProgenitor",
        "/TreeHalos/SnapNum",
        "/TreeHalos/SubhaloNr",
        "/TreeHalos/SubhaloMass",
        "/TreeTable/Length",
        "/TreeTable/StartOffset",
        "/TreeTimes/Time",
        "/TreeTimes/Redshift"
      })
  void datasetsThatAreNotThere(String dataset) throws IOException {
    Path broken = copy();
    Hdf5Edit.remove(broken, dataset);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of(broken, "--tree", 0),
        dataset.substring(1) + " of " + broken + " is missing: make the trees again");
    Hdf5Edit.reshape(copy(), dataset, Hdf5Type.INT64, 3);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of(broken, "--tree", 0),
        " of " + broken + " ",
        "make the trees again");
  }

  @ParameterizedTest
  @CsvSource({
    "TreeDescendant, 0, 0",
    "TreeDescendant, 100000, 0",
    "TreeDescendant, -2, 0",
    "TreeMainProgenitor, 0, 0",
    "TreeMainProgenitor, 77777, 0",
    "TreeMainProgenitor, -1, 0",
    "SnapNum, 8, 1",
    "SnapNum, -1, 1",
    "SubhaloMass, NaN, 1",
    "SubhaloMass, 0, 0"
  })
  void valuesThatAreNone(String dataset, double value, int row) throws IOException {
    Path broken = copy();
    Hdf5Edit.value(broken, "/TreeHalos/" + dataset, value, row);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of(broken, "--tree", CatalogueFile.of(trees()).longs("/TreeHalos/SubhaloNr")[0]),
        "TreeHalos/" + dataset + " of " + broken + " is ",
        " in row " + row);
  }
}
