package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
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
import org.jzfof.catalogue.Catalogues;
import org.jzfof.catalogue.GadgetTable;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof plot}; what the pictures look like is for eyes, docs/lcdm32.png is one of them. */
class PlotTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir static Path shared;
  @TempDir Path dir;

  @BeforeAll
  static void find() {
    Jzfof.run("run", SNAPSHOT, "-q", "-o", shared, "--so", "none").succeeded();
  }

  private static Path catalogue() {
    return shared.resolve("groups_001");
  }

  private BufferedImage plot(Path groups, Object... words) throws IOException {
    Path file = dir.resolve("picture.png");
    List<Object> all = new ArrayList<>(List.of("plot", groups, "-o", file));
    all.addAll(List.of(words));
    assertEquals("picture          " + file + "\n", Jzfof.run(all.toArray()).succeeded().out());
    return ImageIO.read(file.toFile());
  }

  /** With a catalogue that says that it is of another snapshot. */
  private BufferedImage plotBesideAnother(Path groups, Object... words) throws IOException {
    Path file = dir.resolve("picture.png");
    List<Object> all = new ArrayList<>(List.of("plot", groups, "-o", file));
    all.addAll(List.of(words));
    Jzfof.run(all.toArray()).warned("was made of another snapshot");
    return ImageIO.read(file.toFile());
  }

  private static long colours(BufferedImage image) {
    return IntStream.range(0, image.getWidth() * image.getHeight())
        .map(i -> image.getRGB(i % image.getWidth(), i / image.getWidth()))
        .distinct()
        .count();
  }

  @ParameterizedTest
  @CsvSource({"differential", "cumulative"})
  void theMassFunction(String kind) throws IOException {
    BufferedImage image = plot(catalogue(), "--mass-function", kind, "--height", 400);
    assertEquals(400, image.getWidth());
    assertEquals(400, image.getHeight());
    assertTrue(colours(image) > 20, () -> colours(image) + " colours");
  }

  /** The same groups, in other units and under other names. */
  @ParameterizedTest
  @CsvSource({"swift, none", "yt, none", "tng, 200c", "swift, 200c", "yt, 200c"})
  void otherLayouts(String format, String spheres) throws IOException {
    Object[] run = {"run", SNAPSHOT, "-q", "--so", spheres, "-o"};
    Jzfof.run(List.of(run), dir, "--format", format).succeeded();
    Path reference = shared;
    List<Object> options = new ArrayList<>(List.of("--snapshot", SNAPSHOT, "--height", 400));
    if (!spheres.equals("none")) {
      reference = dir.resolve("gadget");
      Jzfof.run(List.of(run), reference).succeeded();
      options.addAll(List.of("--mass", spheres));
    }
    BufferedImage image = plot(dir.resolve("groups_001"), options.toArray());
    BufferedImage same = plot(reference.resolve("groups_001"), options.toArray());
    assertEquals(same.getWidth(), image.getWidth());
    int half = image.getWidth() - image.getWidth() / 3; // inside the map with its circles
    long differ =
        IntStream.range(0, 400).filter(y -> image.getRGB(half, y) != same.getRGB(half, y)).count();
    assertTrue(differ < 8, () -> differ + " pixels of a line of the map differ");
  }

  /** The right half has the colours of the map, and its pixels differ with the slab. */
  @Test
  void theDensity() throws IOException {
    BufferedImage image = plot(catalogue(), "--snapshot", SNAPSHOT, "--height", 400);
    assertEquals(400, image.getHeight());
    assertTrue(image.getWidth() > 800, () -> image.getWidth() + " wide");
    assertTrue(colours(image) > 2000, () -> colours(image) + " colours");
    BufferedImage other =
        plot(
            catalogue(),
            "--snapshot",
            SNAPSHOT,
            "--height",
            400,
            "--slab",
            "20,27",
            "--circles",
            0);
    long changed =
        IntStream.range(400, 800).filter(x -> image.getRGB(x, 200) != other.getRGB(x, 200)).count();
    assertTrue(changed > 200, () -> changed + " pixels differ");
  }

  /** Not a cube, and without units. */
  @Test
  void aFlatBoxWithoutUnits() throws IOException {
    GroupCatalogue groups = Catalogues.random(8, true, 1);
    Path file = GadgetTables.write(dir, "001", Catalogues.unstated(40, 20, 30), groups);
    assertEquals(300, plot(file, "--height", 300).getHeight());
    Path snapshot =
        SnapshotFixtures.gadget(
                20, Particles.uniform(3000, 20, 1), Particles.uniform(100, 20, 2).withType(2))
            .box(40, 20, 30)
            .write(dir.resolve("snapshot_001.hdf5"));
    BufferedImage wide =
        plotBesideAnother(file, "--snapshot", snapshot, "--height", 300, "--axis", "z");
    BufferedImage narrow =
        plotBesideAnother(file, "--snapshot", snapshot, "--height", 300, "--axis", "x");
    assertTrue(wide.getWidth() > 300 + 450, () -> "width " + wide.getWidth());
    assertTrue(narrow.getWidth() < wide.getWidth() - 200, () -> "width " + narrow.getWidth());
  }

  @Test
  void anOpenBox() throws IOException {
    Path snapshot =
        SnapshotFixtures.gadget4(
            dir.resolve("snapshot_002.hdf5"), 100, Particles.uniform(2000, 3, 5));
    Jzfof.run("run", snapshot, "-q", "-o", dir, "--open", "--linking-length", 0.3).succeeded();
    assertTrue(plot(dir.resolve("groups_002"), "--snapshot", snapshot).getWidth() > 1600);
    Path beside = dir.resolve("beside.png");
    Jzfof.run(
            "plot",
            dir.resolve("groups_002"),
            "--snapshot",
            snapshot,
            "-o",
            beside,
            "--slab",
            "50,60")
        .failed(
            ExitCodes.USAGE, "the slab from 50.0 to 60.0 is empty: give --slab ends between 0.0");
    assertFalse(Files.exists(beside));
  }

  @Test
  void aLongBoxFromTheSide() {
    Path snapshot =
        SnapshotFixtures.gadget4(50, Particles.uniform(2000, 1, 5))
            .box(1, 1, 500)
            .write(dir.resolve("snapshot_003.hdf5"));
    Jzfof.run("run", snapshot, "-q", "-o", dir, "--linking-length", 0.05, "--min-length", 2)
        .succeeded();
    Path file = dir.resolve("long.png");
    Jzfof.run("plot", dir.resolve("groups_003"), "--snapshot", snapshot, "-o", file, "--axis", "x")
        .failed(
            ExitCodes.USAGE,
            "the slab is 0.00200 times as wide as high, at most 20",
            "choose another --axis");
  }

  /** Gadget-4 stores no radius. */
  @Test
  void crossesWithoutARadius() {
    Path table = new GadgetTable(CatalogueFile.in(shared, "001"), SNAPSHOT).write(dir);
    Path file = dir.resolve("picture.png");
    Jzfof.run("plot", table, "--snapshot", SNAPSHOT, "-o", file)
        .warned("no radius of its groups: crosses mark them");
    assertTrue(Files.exists(file));
  }

  @Test
  void badInput() {
    Path file = dir.resolve("picture.png");
    Path none = GadgetTables.write(dir, "001", Catalogues.info(25), GroupCatalogue.empty(6));
    Jzfof.run("plot", none, "-o", file).failed(ExitCodes.SNAPSHOT, "has no groups to plot");
    Jzfof.run("plot", SNAPSHOT, "-o", file)
        .failed(ExitCodes.SNAPSHOT, "is a snapshot: name a group catalogue");
    Jzfof.run("plot", catalogue())
        .failed(ExitCodes.USAGE, "Missing required option: '--output=FILE'");
    Jzfof.run("plot", catalogue(), "-o", dir.resolve("a.pdf"))
        .failed(ExitCodes.USAGE, "name it FILE.png");
    Jzfof.run("plot", catalogue(), "-o", file, "--slab", "5")
        .failed(ExitCodes.USAGE, "--slab has 1");
    Jzfof.run("plot", catalogue(), "-o", file, "--height", 10)
        .failed(ExitCodes.USAGE, "--height is 10");
    Jzfof.run("plot", catalogue(), "-o", file, "--circles", -1)
        .failed(ExitCodes.USAGE, "--circles is -1");
    Jzfof.run("plot", catalogue(), "--snapshot", SNAPSHOT, "-o", file, "--slab", "5,4")
        .failed(ExitCodes.USAGE, "the slab from 5.0 to 4.0 is empty");
    for (String outside : List.of("25.5,30", "-10,-5", "100,110")) {
      Jzfof.run("plot", catalogue(), "--snapshot", SNAPSHOT, "-o", file, "--slab=" + outside)
          .failed(ExitCodes.USAGE, "is empty: give --slab ends between 0.0 and 25.0");
    }
    Jzfof.run("plot", catalogue(), "--snapshot", dir.resolve("no"), "-o", file)
        .failed(ExitCodes.SNAPSHOT, "no does not exist");
    Path other =
        SnapshotFixtures.gadget4(dir.resolve("s_001.hdf5"), 30, Particles.uniform(10, 30, 1));
    Jzfof.run("plot", catalogue(), "--snapshot", other, "-o", file)
        .failed(
            ExitCodes.SNAPSHOT,
            "the box of " + other,
            "use the snapshot that the catalogue was made of");
    Path later =
        SnapshotFixtures.gadget(25, Particles.uniform(10, 25, 1))
            .write(dir.resolve("later_001.hdf5"));
    Jzfof.run("plot", catalogue(), "--snapshot", later, "-o", file)
        .failed(ExitCodes.SNAPSHOT, "the redshift of " + later + " is 1.0 and that of");
    assertFalse(Files.exists(file));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, Double.NaN, Double.POSITIVE_INFINITY})
  void massesThatHaveNoPlaceInAMassFunction(double mass) {
    GroupCatalogue groups = Catalogues.random(5, true, 1);
    Path broken = GadgetTables.write(dir, "001", Catalogues.info(25), groups);
    Hdf5Edit.value(broken, "/Group/GroupMass", mass, 3);
    Path file = dir.resolve("picture.png");
    Jzfof.run("plot", broken, "-o", file)
        .failed(ExitCodes.SNAPSHOT, "GroupMass of group 3 in " + broken + " is " + mass);
    assertFalse(Files.exists(file));
  }

  private Path copy() throws IOException {
    Path copy = dir.resolve("fof_subhalo_tab_001.0.hdf5");
    return Files.copy(
        catalogue().resolve(copy.getFileName()), copy, StandardCopyOption.REPLACE_EXISTING);
  }

  private void assertNotDrawn(Path broken, String part) {
    Path file = dir.resolve("picture.png");
    Jzfof.run("plot", broken, "--snapshot", SNAPSHOT, "-o", file).failed(ExitCodes.SNAPSHOT, part);
    assertFalse(Files.exists(file));
  }

  @Test
  void valuesThatHaveNoPlaceInAPicture() throws IOException {
    Path broken = copy();
    Hdf5Edit.value(broken, "/Group/GroupPos", Double.NaN, 3, 1);
    assertNotDrawn(broken, "GroupPos of group 3 in " + broken + " is NaN and cannot be drawn");
    Hdf5Edit.value(copy(), "/Group/GroupInertiaRadius", Double.POSITIVE_INFINITY, 93);
    assertNotDrawn(broken, "GroupInertiaRadius of group 93 in " + broken + " is Infinity");
    for (double side : new double[] {0, Double.NaN}) {
      Hdf5Edit.attribute(copy(), "/Header", "BoxSize", side);
      assertNotDrawn(broken, "Header/BoxSize of " + broken + " is " + side);
    }
  }

  @Test
  void datasetsOfAnotherShape() throws IOException {
    Path broken = copy();
    Hdf5Edit.reshape(broken, "/Group/GroupPos", Hdf5Type.FLOAT32, 94, 2);
    assertNotDrawn(broken, "Group/GroupPos of " + broken + " is float32[94, 2], but 3 for each");
    Hdf5Edit.reshape(copy(), "/Group/GroupMass", Hdf5Type.FLOAT32, 94, 6);
    assertNotDrawn(broken, "Group/GroupMass of " + broken + " is float32[94, 6], but 1 for each");
  }

  @Test
  void withoutTemporaryFiles() throws IOException {
    Path gone = Files.createDirectory(dir.resolve("gone"));
    ImageIO.setCacheDirectory(gone.toFile());
    try {
      Files.delete(gone);
      assertEquals(300, plot(catalogue(), "--height", 300).getHeight());
    } finally {
      ImageIO.setCacheDirectory(null);
    }
  }

  @Test
  void badOutput() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "not a folder");
    Jzfof.run("plot", catalogue(), "-o", file.resolve("a.png"))
        .failed(ExitCodes.OUTPUT, file + " is not a folder; choose another with -o");
    // Before a large snapshot is read.
    Jzfof.run("plot", catalogue(), "--snapshot", dir.resolve("no"), "-o", file.resolve("a.png"))
        .failed(ExitCodes.OUTPUT, file + " is not a folder");
  }
}
