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
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof plot} of profiles, and of models beside a mass function, as a user sees them. */
class PlotProfilesTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final String SPHERES = "spheres_001.hdf5";

  @TempDir static Path shared;
  @TempDir Path dir;

  @BeforeAll
  static void measure() {
    Jzfof.run("run", SNAPSHOT, "-q", "-o", shared, "--so", "200c,2500c").succeeded();
    Path catalogue = shared.resolve("groups_001");
    Jzfof.run("so", catalogue, SNAPSHOT, "-q", "--profiles", "-o", shared.resolve(SPHERES))
        .succeeded();
  }

  private BufferedImage plot(Object... words) throws IOException {
    Path file = dir.resolve("picture.png");
    Jzfof.run(List.of("plot", "--height", 400, "-o", file), words)
        .printed("picture          " + file);
    return ImageIO.read(file.toFile());
  }

  private static long different(BufferedImage a, BufferedImage b) {
    int width = Math.min(a.getWidth(), b.getWidth());
    return IntStream.range(0, width * 400)
        .filter(i -> a.getRGB(i % width, i / width) != b.getRGB(i % width, i / width))
        .count();
  }

  private Path copy() throws IOException {
    return Files.copy(
        shared.resolve(SPHERES), dir.resolve(SPHERES), StandardCopyOption.REPLACE_EXISTING);
  }

  private void assertRefused(int code, List<?> words, String... parts) {
    Path file = dir.resolve("none.png");
    Jzfof.run(words, "-o", file).failed(code, parts);
    assertFalse(Files.exists(file));
  }

  @Test
  void profiles() throws IOException {
    BufferedImage five = plot(shared.resolve(SPHERES));
    assertEquals(400, five.getWidth());
    assertTrue(different(five, plot(shared.resolve(SPHERES), "--largest", 2)) > 500);
    assertTrue(different(five, plot(shared.resolve(SPHERES), "--profile", "rho")) > 500);
    assertEquals(0, different(five, plot(shared.resolve(SPHERES), "--profile", "density")));
    assertTrue(different(five, plot(shared.resolve(SPHERES), "--profile", "dispersion")) > 500);
  }

  /** A panel for each type; one of which there are too few is not drawn, and said to be missing. */
  @Test
  void severalTypes() throws IOException {
    Particles dark = Particles.of(SNAPSHOT, 1);
    Path snapshot =
        SnapshotFixtures.gadget4(
            dir.resolve("two_001.hdf5"),
            25,
            dark,
            dark.withType(4),
            Particles.uniform(3, 25, 2).withType(5));
    Path spheres = dir.resolve(SPHERES);
    Jzfof.run("so", shared.resolve("groups_001"), snapshot, "-q", "--profiles", "-o", spheres)
        .succeeded();
    Path file = dir.resolve("types.png");
    Jzfof.run("plot", spheres, "--height", 400, "-o", file)
        .warned("PartType5 is not drawn: none of the 5 largest groups of " + spheres);
    assertEquals(800, ImageIO.read(file.toFile()).getWidth());
  }

  @Test
  void optionsThatWouldChangeNothing() {
    Path spheres = shared.resolve(SPHERES);
    for (String words :
        List.of("--snapshot x", "--mass 200c", "--model tinker08", "--axis x", "--circles 3")) {
      String[] option = words.split(" ");
      assertRefused(
          ExitCodes.USAGE,
          List.of("plot", spheres, option[0], option[1]),
          spheres + " has profiles, for which there is no " + option[0] + ": leave it out");
    }
    Path catalogue = shared.resolve("groups_001");
    assertRefused(
        ExitCodes.USAGE,
        List.of("plot", catalogue, "--largest", 3),
        catalogue + " is a catalogue, for which there is no --largest");
    assertRefused(
        ExitCodes.USAGE, List.of("plot", spheres, "--largest", 0), "--largest is 0: give 1 to 20");
    assertRefused(ExitCodes.USAGE, List.of("plot", spheres, "--largest", 21), "--largest is 21");
    assertRefused(ExitCodes.USAGE, List.of("plot", spheres, "--height", 10), "--height is 10");
  }

  @Test
  void spheresWithoutProfiles() {
    Path plain = dir.resolve("plain.hdf5");
    Jzfof.run("so", shared.resolve("groups_001"), SNAPSHOT, "-q", "-o", plain).succeeded();
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("plot", plain),
        plain + " has spheres without profiles: measure them with jzfof so --profiles");
  }

  @Test
  void theFileItselfIsNoPicture() throws IOException {
    Path spheres = Files.copy(shared.resolve(SPHERES), dir.resolve("spheres.png"));
    Jzfof.run("plot", spheres, "-o", spheres, "--overwrite")
        .failed(ExitCodes.OUTPUT, "spheres.png");
    assertEquals(Files.size(shared.resolve(SPHERES)), Files.size(spheres));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Profiles/Radius",
        "/Profiles/PartType1/MassWithin",
        "/Profiles/PartType1/NumberWithin",
        "/Group/Group_R_Crit200",
        "/Group/Group_M_Crit200"
      })
  void datasetsThatAreNotThere(String dataset) throws IOException {
    Path broken = copy();
    Hdf5Edit.remove(broken, dataset);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("plot", broken),
        dataset.substring(1) + " of " + broken + " is missing: write the file again");
    Hdf5Edit.reshape(copy(), dataset, Hdf5Type.FLOAT64, 3, 7);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("plot", broken),
        dataset.substring(1) + " of " + broken + " is float64[3, 7], and");
  }

  @ParameterizedTest
  @CsvSource({
    "/Profiles/Radius, NaN, 3",
    "/Profiles/Radius, 0, 0",
    "/Profiles/Radius, 0.001, 3",
    "/Profiles/Radius, Infinity, 25",
    "/Group/Group_R_Crit200, -1, 5",
    "/Group/Group_M_Crit200, NaN, 5"
  })
  void valuesThatAreNone(String dataset, double value, int row) throws IOException {
    Path broken = copy();
    Hdf5Edit.value(broken, dataset, value, row);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("plot", broken),
        dataset.substring(1) + " of " + broken + " is " + value + " in row " + row);
  }

  @Test
  void dispersionsThatAreNotThere() throws IOException {
    Path broken = copy();
    Hdf5Edit.remove(broken, "/Profiles/PartType1/VelocityDispersion");
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("plot", broken, "--profile", "dispersion"),
        "PartType1 of " + broken + " has no VelocityDispersion: measure it");
    plot(broken);
  }

  @Test
  void otherDamage() throws IOException {
    Path broken = copy();
    Hdf5Edit.value(broken, "/Profiles/PartType1/MassWithin", Double.NaN, 3, 20);
    assertRefused(ExitCodes.SNAPSHOT, List.of("plot", broken), "MassWithin", "is NaN in row 3");
    Hdf5Edit.remove(copy(), "/Profiles/PartType1");
    assertRefused(ExitCodes.SNAPSHOT, List.of("plot", broken), "has no PartTypeN");
    Hdf5Edit.reshape(copy(), "/Group/Group_R_Crit200", Hdf5Type.FLOAT64, 94);
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("plot", broken),
        "none of the 5 largest groups of " + broken + " has R200c and a shell of 10 particles");
    Files.write(broken, new byte[] {1, 2, 3});
    assertRefused(ExitCodes.SNAPSHOT, List.of("plot", broken), broken.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"differential", "cumulative"})
  void models(String kind) throws IOException {
    Path catalogue = shared.resolve("groups_001");
    BufferedImage bare = plot(catalogue, "--mass-function", kind, "--mass", "200c");
    BufferedImage one =
        plot(catalogue, "--mass-function", kind, "--mass", "200c", "--model", "tinker08");
    BufferedImage both =
        plot(catalogue, "--mass-function", kind, "--mass", "200c", "--model", "tinker08,despali16");
    BufferedImage more =
        plot(
            catalogue,
            "--mass-function",
            kind,
            "--mass",
            "200c",
            "--model",
            "tinker08",
            "--sigma8",
            1.2);
    assertTrue(different(bare, one) > 1000);
    assertTrue(different(one, both) > 200);
    assertTrue(different(one, more) > 500);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--model jenkins01 | --model has 'jenkins01'",
        "--sigma8 0.8 | --sigma8 is that of a model: add --model tinker08",
        "--spectral-index 1 | --spectral-index is that of a model",
        "--omega-baryon 0.05 | --omega-baryon is that of a model",
        "--model tinker08 --sigma8 -1 | sigma8 is -1.0",
        "--model tinker08 --spectral-index 7 | the spectral index is 7.0",
        "--model tinker08 --omega-baryon 0.4 | the baryon density is 0.4",
        "--mass 2500c --model tinker08,despali16 | 2500c is 8116.9 times the mean density at z"
      })
  void modelsThatAreNone(String options, String part) {
    List<Object> words = new ArrayList<>(List.of("plot", shared.resolve("groups_001")));
    words.addAll(List.of(options.split(" ")));
    assertRefused(ExitCodes.USAGE, words, part);
  }
}
