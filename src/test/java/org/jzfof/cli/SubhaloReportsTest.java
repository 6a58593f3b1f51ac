package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;

/** What {@code jzfof info}, {@code compare} and {@code plot} tell of subhaloes. */
class SubhaloReportsTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final int DIFFERENT = 9;
  private static final int LISTED = 6; // of a group
  private static final int LARGEST = 10;

  @TempDir private static Path shared;
  private static Path found;
  @TempDir private Path dir;

  @BeforeAll
  static void find() {
    Jzfof.run("run", EXAMPLE, "-q", "-o", shared, "--so", "none", "--subhaloes").succeeded();
    found = shared.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
  }

  private Path copy() throws IOException {
    return Files.copy(found, dir.resolve(found.getFileName()));
  }

  /** A line of the tree; of the first one of a group with the number of the group. */
  private record Line(String group, int depth, long rank, long length) {}

  @Test
  void infoListsEachSubhaloBelowTheOneItIsIn() {
    Pattern line = Pattern.compile("^(.{8})  ( *)(\\d+) +(\\d+) +[0-9.e+]+ +[0-9.]+$");
    List<Line> printed = new ArrayList<>();
    String out = Jzfof.run("info", found).succeeded().out();
    out.substring(out.indexOf("subhalo   "))
        .lines()
        .map(line::matcher)
        .filter(Matcher::matches)
        .forEach(
            m ->
                printed.add(
                    new Line(
                        m.group(1).strip(),
                        m.group(2).length() / 2,
                        Long.parseLong(m.group(3)),
                        Long.parseLong(m.group(4)))));
    CatalogueFile file = CatalogueFile.of(found);
    List<Line> wanted = new ArrayList<>();
    for (int g = 0; g < LARGEST; g++) {
      int before = wanted.size();
      add(file, g, 0, 0, wanted);
      assertTrue(wanted.size() - before <= LISTED, "the example has fewer than would be cut off");
    }
    assertEquals(wanted, printed);
    assertTrue(wanted.stream().anyMatch(of -> of.depth == 2), "a subhalo in a subhalo of a halo");
  }

  private static void add(CatalogueFile file, int group, int rank, int depth, List<Line> lines) {
    int first = (int) file.longs("/Group/GroupFirstSub")[group];
    long[] parent = file.longs("/Subhalo/SubhaloParentRank");
    String name = rank == 0 ? String.valueOf(group) : "";
    lines.add(new Line(name, depth, rank, file.longs("/Subhalo/SubhaloLen")[first + rank]));
    for (int r = 1; r < file.longs("/Group/GroupNsubs")[group]; r++) {
      if (parent[first + r] == rank) {
        add(file, group, r, depth + 1, lines);
      }
    }
  }

  @Test
  void infoRefusesSubhaloesThatAreNotThere() throws IOException {
    Path broken = copy();
    Hdf5Edit.integer(broken, "/Group/GroupFirstSub", 101, 0);
    Outcome outcome = Jzfof.run("info", broken);
    assertEquals(3, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("but there are 102"), outcome.err());
  }

  @Test
  void compareOfTheSame() throws IOException {
    Jzfof.run("compare", found, copy())
        .printed(
            "subhaloes        102 in A, 102 in B: 102 matched by their members, 102 of these with the same",
            "of 92 first subhaloes 92 share more than 98 %, of 10 others 10 more than 90 %",
            "102 have the same most bound particle, 102 SubhaloVmax within 1 %");
  }

  @Test
  void compareCountsWhatDiffers() throws IOException {
    Path other = copy();
    CatalogueFile file = CatalogueFile.of(found);
    double[] vmax = file.doubles("/Subhalo/SubhaloVmax");
    Hdf5Edit.value(other, "/Subhalo/SubhaloVmax", 1.02 * vmax[5], 5);
    Hdf5Edit.value(other, "/Subhalo/SubhaloVmax", 1.005 * vmax[6], 6);
    Hdf5Edit.integer(other, "/Subhalo/SubhaloIDMostbound", 1, 7);
    // The last member of the first subhalo leaves it for one that was in none.
    long[] ids = file.longs("/IDs/ID");
    int last = (int) file.longs("/Subhalo/SubhaloLen")[0] - 1;
    int unbound = (int) file.longs("/Group/GroupLen")[0] - 1;
    Hdf5Edit.integer(other, "/IDs/ID", ids[unbound], last);
    Hdf5Edit.integer(other, "/IDs/ID", ids[last], unbound);
    Outcome outcome = Jzfof.run("compare", found, other);
    assertEquals(DIFFERENT, outcome.code(), outcome.err());
    for (String part :
        List.of(
            "102 matched by their members, 101 of these with the same",
            "of 92 first subhaloes 92 share more than 98 %",
            "101 have the same most bound particle, 101 SubhaloVmax within 1 %")) {
      assertTrue(outcome.out().contains(part), () -> part + " is not in: " + outcome.out());
    }
  }

  /**
   * Circles are drawn for those that are not the first of their group, of the size that is stored.
   */
  @ParameterizedTest
  @CsvSource({"1, true", "0, false"})
  void plotDrawsOthersThanTheFirst(int rank, boolean drawn) throws IOException {
    int first = (int) CatalogueFile.of(found).longs("/Group/GroupFirstSub")[0];
    Path changed = copy();
    Hdf5Edit.value(changed, "/Subhalo/SubhaloHalfmassRad", 2.5, first + rank);
    assertEquals(drawn, differ(plot(found), plot(changed)));
  }

  private BufferedImage plot(Path catalogue) throws IOException {
    Path picture = dir.resolve("picture.png");
    Jzfof.run("plot", catalogue, "--snapshot", EXAMPLE, "--overwrite", "-o", picture).succeeded();
    return ImageIO.read(picture.toFile());
  }

  private static boolean differ(BufferedImage a, BufferedImage b) {
    return !Arrays.equals(pixels(a), pixels(b));
  }

  private static int[] pixels(BufferedImage image) {
    int width = image.getWidth();
    return image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
  }
}
