package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.hdf5.Hdf5Edit;

/** What other commands tell of subhaloes that have a file of their own. */
class SubhaloFormatReportsTest {
  private static final String SWIFT = FormattedSubhaloes.SWIFT;
  private static final String YT = FormattedSubhaloes.YT;
  private static final double H = FormattedSubhaloes.H;

  @TempDir private static Path shared;
  private static FormattedSubhaloes found;
  @TempDir private Path dir;

  @BeforeAll
  static void find() throws IOException {
    found = FormattedSubhaloes.in(shared);
  }

  private static Path folder(String format) {
    return found.folder(format);
  }

  private static int count() {
    return found.gadget().longs("/Subhalo/SubhaloLen").length;
  }

  private static String tree(Path catalogue) {
    String out = Jzfof.run("info", catalogue).succeeded().out();
    String number = "subhaloes    %d, with ".formatted(count());
    assertTrue(out.contains(number), out);
    return out.substring(out.indexOf("subhalo   "))
        .lines()
        .skip(1)
        .map(line -> line.length() > 46 ? line.substring(0, 46) : line) // without units
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void infoListsThem(String format, String name) {
    String expected = tree(folder("gadget"));
    assertEquals(expected, tree(folder(format)));
    assertEquals(expected, tree(shared.resolve(format).resolve(name)), "of their own file");
  }

  /** Masses without h, and velocities in km/s. */
  @Test
  void infoHasThemInUnitsOfTheGroups() {
    List<String[]> found = new ArrayList<>();
    for (String format : List.of("gadget", "swift", "yt")) {
      String out = Jzfof.run("info", folder(format)).succeeded().out();
      String table = out.substring(out.indexOf("subhalo   "));
      found.add(table.lines().skip(1).findFirst().orElseThrow().strip().split("  +"));
    }
    int mass = found.get(0).length - 2;
    double inGadget = Double.parseDouble(found.get(0)[mass]);
    assertEquals(inGadget / H, Double.parseDouble(found.get(1)[mass]), 1e-3 * inGadget);
    assertEquals(inGadget / H, Double.parseDouble(found.get(2)[mass]), 1e-2 * inGadget);
    for (String[] line : found) {
      assertEquals(found.get(0)[mass + 1], line[mass + 1]);
    }
  }

  @Test
  void compareMatchesThoseWhoseMembersAreListed() {
    int count = count();
    String all =
        "%d in A, %1$d in B: %1$d matched by their members, %1$d of these with the same"
            .formatted(count);
    String same =
        "%d have the same most bound particle, %1$d SubhaloVmax within 1 %%".formatted(count);
    Jzfof.run("compare", folder("yt"), folder("yt"), "--tolerance", 0).printed(all, same);
    Outcome outcome = Jzfof.run("compare", folder("gadget"), folder("yt"));
    assertTrue(outcome.out().contains(all), outcome.out() + outcome.err());
    assertTrue(outcome.out().contains(same), outcome.out());
    Jzfof.run("compare", folder("swift"), folder("swift"))
        .printed("%d in A, %1$d in B, not compared: not both have all".formatted(count));
  }

  @ParameterizedTest
  @CsvSource({
    "swift, " + SWIFT + ", /BoundSubhalo/HalfMassRadiusTotal, 1",
    "yt, " + YT + ", /half_mass_radius, 3e24"
  })
  void plotDrawsThem(String format, String name, String radius, double grown) throws IOException {
    Path copy = dir.resolve("groups_001");
    Files.createDirectories(copy);
    for (Path file : List.of(folder(format).resolve(name.substring(11)), groups(format))) {
      Files.copy(file, copy.resolve(file.getFileName()));
    }
    Path before = plot(copy, "before.png");
    assertEquals(0, differing(pixels(plot(folder("gadget"), "gadget.png")), pixels(before)));
    int first = (int) found.gadget().longs("/Group/GroupFirstSub")[0];
    Hdf5Edit.value(dir.resolve(name), radius, grown, first + 1);
    assertTrue(differing(pixels(before), pixels(plot(copy, "after.png"))) > 200);
  }

  private Path groups(String format) {
    String name = format.equals("swift") ? "fof_output_0001.hdf5" : "halos_001.0.h5";
    return folder(format).resolve(name);
  }

  private Path plot(Path catalogue, String name) {
    Path picture = dir.resolve(name);
    Jzfof.run("plot", catalogue, "--snapshot", found.snapshot(), "-o", picture).succeeded();
    return picture;
  }

  private static long differing(int[] a, int[] b) {
    return IntStream.range(0, a.length).filter(i -> a[i] != b[i]).count();
  }

  /** Those of the map, which is on the right. */
  private static int[] pixels(Path picture) throws IOException {
    BufferedImage image = ImageIO.read(picture.toFile());
    int half = image.getWidth() / 2;
    return image.getRGB(half, 0, half, image.getHeight(), null, 0, half);
  }

  @ParameterizedTest
  @CsvSource({"swift, SWIFT", "yt, yt"})
  void linksNeedGadgetsLayout(String format, String layout) {
    Jzfof.run("link", folder(format), folder("gadget"), "-o", dir)
        .failed(3, "is in the layout of " + layout, "--format gadget");
  }

  @ParameterizedTest
  @CsvSource({SWIFT + ", swift, fof_output_0001.hdf5", YT + ", yt, halos_001.0.h5"})
  void withoutTheGroupsTheirFileIsNoCatalogue(String name, String format, String groups)
      throws IOException {
    Path alone = dir.resolve(Path.of(name).getFileName());
    Files.copy(shared.resolve(format).resolve(name), alone);
    Jzfof.run("info", alone).failed(3, groups, "put it beside");
  }
}
