package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;

/** {@code jzfof plot} of light cones; docs/lightcone.png is what such a picture looks like. */
class PlotLightconeTest {
  @TempDir static Path shared;
  @TempDir Path dir;

  @BeforeAll
  static void find() {
    Particles particles = ConeParticles.images();
    Path cone =
        LightconeFixture.gadget4(particles, ConeParticles.scaleFactors(particles))
            .write(shared.resolve("in/conesnap_0000.hdf5"));
    for (String format : List.of("gadget", "lightcone", "yt")) {
      Object[] words = {"--so", "200m", "--softening", 0.02, "--properties", "types", "-q"};
      Path out = shared.resolve(format);
      Jzfof.run(List.of("run", "--lightcone", cone, "-o", out, "--format", format), words)
          .succeeded();
    }
  }

  private static Path groups(String format) {
    return shared.resolve(format).resolve("groups_0000");
  }

  private Outcome plot(Path groups, Object... words) {
    return Jzfof.run(List.of("plot", groups, "-o", dir.resolve("a.png"), "--height", 400), words);
  }

  private BufferedImage picture(String format, Object... words) throws IOException {
    plot(groups(format), words).succeeded();
    return ImageIO.read(dir.resolve("a.png").toFile());
  }

  private static int[] pixels(BufferedImage image) {
    return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
  }

  private static long differing(BufferedImage a, BufferedImage b) {
    assertEquals(a.getWidth(), b.getWidth());
    int[] ofA = pixels(a);
    int[] ofB = pixels(b);
    return IntStream.range(0, ofA.length).filter(i -> ofA[i] != ofB[i]).count();
  }

  @Test
  void aWedgeAndTheNumbersOverRedshift() throws IOException {
    BufferedImage image = picture("gadget", "--mass", "200m", "--model", "tinker08,despali16");
    assertEquals(400, image.getHeight());
    assertTrue(image.getWidth() > 600, () -> image.getWidth() + " wide");
    assertTrue(IntStream.of(pixels(image)).distinct().count() > 100);
  }

  /** Each option changes the picture. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--band=-60,60",
        "--mass-limits=1e12,2e12",
        "--redshift-bins=0,0.3,5",
        "--sky-area=5000",
        "--mass=200m",
        "--model=despali16"
      })
  void options(String option) throws IOException {
    long changed = differing(picture("gadget"), picture("gadget", option));
    assertTrue(changed > 50, () -> changed + " pixels differ");
  }

  /** In other layouts, of which that of lightcone_io has other rows, and both have no h. */
  @ParameterizedTest
  @ValueSource(strings = {"lightcone", "yt"})
  void otherLayouts(String format) throws IOException {
    BufferedImage one = picture(format);
    assertEquals(400, one.getHeight());
    BufferedImage other = picture(format.equals("yt") ? "lightcone" : "yt");
    long differ = differing(one, other);
    assertTrue(differ < 200, () -> differ + " pixels differ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --band=10        | --band is 10.0
          --band=10,5      | --band is 10.0, 5.0
          --band=-91,5     | --band is -91.0
          --mass-limits=0  | --mass-limits is 0.0
          --mass-limits=1,2,3,4,5,6 | --mass-limits is 1.0
          --redshift-bins=0,1      | --redshift-bins is 0.0, 1.0
          --redshift-bins=1,0,5    | --redshift-bins is 1.0
          --redshift-bins=0,1,2.5  | --redshift-bins is 0.0, 1.0, 2.5
          --sky-area=0     | --sky-area is 0.0
          --sky-area=42000 | --sky-area is 42000.0
          --axis=x         | of a light cone, for which there is no --axis
          --mass-function=cumulative | there is no --mass-function
          --snapshot=x     | there is no --snapshot
          --largest=3      | there is no --largest
          --branches=3     | there is no --branches
          """)
  void wrongOptions(String option, String message) {
    plot(groups("gadget"), option).failed(ExitCodes.USAGE, message);
  }

  @Test
  void nothingToDraw() {
    plot(groups("gadget"), "--mass", "500c").failed(ExitCodes.SNAPSHOT, "no Group_M_Crit500");
    plot(groups("gadget"), "--band=-90,-89.99").failed(ExitCodes.SNAPSHOT, "another --band");
    plot(groups("gadget"), "--redshift-bins=5,6,2").failed(ExitCodes.SNAPSHOT, "--redshift-bins");
    plot(groups("gadget"), "--mass-limits=1e20").failed(ExitCodes.SNAPSHOT, "--mass-limits");
    Path none = dir.resolve("none");
    Path cone = shared.resolve("in/conesnap_0000.hdf5");
    Jzfof.run("run", "--lightcone", cone, "-o", none, "--min-length", 60000, "-q").succeeded();
    plot(none.resolve("groups_0000")).failed(ExitCodes.SNAPSHOT, "no groups to plot");
  }

  /** The script of the README and of the manual. */
  @Test
  void theExampleIsACone() {
    PythonScript script =
        PythonScript.needing("../../../examples/make_lightcone.py", "h5py, numpy", dir);
    Path cone = dir.resolve("cone.hdf5");
    script.accepts(0, List.of(cone.toString(), "15"));
    Path out = dir.resolve("out");
    Jzfof.run("run", "--lightcone", cone, "-o", out, "-q", "--min-length", 100).succeeded();
    plot(out.resolve("groups_cone"), "--model", "tinker08").succeeded();
  }

  /** A catalogue of a snapshot has no wedge. */
  @Test
  void optionsOfLightconesAlone() {
    Path out = dir.resolve("box");
    Jzfof.run("run", "examples/lcdm32/snapshot_001.hdf5", "-q", "--so", "none", "-o", out)
        .succeeded();
    Stream.of("--band=0,1", "--mass-limits=1", "--redshift-bins=0,1,2", "--sky-area=5")
        .forEach(
            option ->
                plot(out.resolve("groups_001"), option)
                    .failed(ExitCodes.USAGE, "of a snapshot", option.replaceAll("=.*", "")));
  }
}
