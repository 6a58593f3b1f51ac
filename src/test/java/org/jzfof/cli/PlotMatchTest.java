package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.trees.EvolvingMock;

/** {@code jzfof plot} of a file of matches, as a user sees it. */
class PlotMatchTest {
  @TempDir static Path shared;
  @TempDir Path dir;

  @BeforeAll
  static void match() throws IOException {
    List<List<EvolvingMock.Member>> series = EvolvingMock.series(2, 200, 5);
    for (int n = 0; n < 2; n++) {
      Path folder = Files.createDirectory(shared.resolve("run" + n));
      EvolvingMock.writeGroups(folder, 3, series.get(n));
    }
    Path file = shared.resolve("match.hdf5");
    Jzfof.run("match", shared.resolve("run0"), shared.resolve("run1"), "-o", file, "-q")
        .succeeded();
  }

  private Path copy() throws IOException {
    return Files.copy(shared.resolve("match.hdf5"), dir.resolve("match.hdf5"));
  }

  private Outcome plot(Path file, Object... more) {
    Object[] words = new Object[more.length + 4];
    words[0] = "plot";
    words[1] = file;
    words[2] = "-o";
    words[3] = dir.resolve("ratio.png");
    System.arraycopy(more, 0, words, 4, more.length);
    return Jzfof.run(words);
  }

  @Test
  void aPictureOfTheRatios() throws IOException {
    plot(copy(), "--height", 400).printed("ratio.png");
    BufferedImage image = ImageIO.read(dir.resolve("ratio.png").toFile());
    assertEquals(400, image.getHeight());
    assertEquals(400, image.getWidth());
    long coloured = 0;
    for (int x = 0; x < 400; x++) {
      for (int y = 0; y < 400; y++) {
        int rgb = image.getRGB(x, y);
        coloured += (rgb >> 16 & 255) + 40 < (rgb & 255) ? 1 : 0; // blue points
      }
    }
    assertTrue(coloured > 100, coloured + " pixels of points");
  }

  @Test
  void wrongFilesAndOptionsAreRefused() throws IOException {
    Path damaged = copy();
    plot(damaged, "--mass", "200c").failed(ExitCodes.USAGE, "has matches", "--mass");
    plot(damaged, "--tree", "0").failed(ExitCodes.SNAPSHOT, "match.hdf5");
    Hdf5Edit.integer(damaged, "/MatchIndex1to2", 1_000_000, 0);
    plot(damaged).failed(ExitCodes.SNAPSHOT, "matches that its haloes do not have");
    Hdf5Edit.remove(damaged, "/Mass2");
    plot(damaged).failed(ExitCodes.SNAPSHOT, "write it again with jzfof match");
    Jzfof.run("run", damaged).failed(ExitCodes.SNAPSHOT, "a file of matches between catalogues");
  }
}
