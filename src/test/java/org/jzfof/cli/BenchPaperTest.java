package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.bench.papers.PaperResults;
import org.jzfof.cli.common.ExitCodes;

/** {@code jzfof bench paper}: the measured figures of a publication. */
class BenchPaperTest {
  @TempDir Path dir;

  private PaperResults results(Path file) throws Exception {
    return PaperResults.parse(file.toString(), Files.readString(file));
  }

  @Test
  void linesEndBeforeASearchThatTakesTooLong() throws Exception {
    Path folder = dir.resolve("new");
    Jzfof.run(
            "bench",
            "paper",
            "clover",
            "--figures",
            "fig14",
            "--seconds",
            "1e-6",
            "--backend",
            "cpu",
            "-o",
            folder)
        .succeeded();
    PaperResults results = results(folder.resolve("clover.json"));
    PaperResults.MeasuredLine tree = results.figures().get("fig14").get(0);
    assertEquals(1, tree.points().size());
    assertEquals(1e4, tree.points().get(0).x());
    assertTrue(tree.points().get(0).total() > tree.points().get(0).build());
    assertTrue(tree.points().get(0).build() > 0);
    assertTrue(
        tree.ended().matches("not run at 3.000e\\+04: it would take about .* s"), tree.ended());
    PaperResults.MeasuredLine grid = results.figures().get("fig14").get(2);
    assertEquals("not run at 1.000e+04: grid runs on GPUs only", grid.ended());
    assertEquals(560, ImageIO.read(folder.resolve("clover-fig14.png").toFile()).getHeight());
  }

  @Test
  void resultsOfSeveralRanksAreDrawnTogether() throws Exception {
    for (String ranks : new String[] {"1", "2"}) {
      Jzfof.run(
              "bench",
              "paper",
              "jz-tree",
              "--figures",
              "fig5,fig8b",
              "--seconds",
              "1e-6",
              "--backend",
              "cpu",
              "--ranks",
              ranks,
              "-o",
              dir.resolve(ranks))
          .succeeded();
    }
    Path both = dir.resolve("both");
    String files = dir.resolve("1/jz-tree.json") + "," + dir.resolve("2/jz-tree.json");
    Jzfof.run("bench", "paper", "jz-tree", "--draw", files, "--height", 300, "-o", both)
        .succeeded();
    assertEquals(300, ImageIO.read(both.resolve("jz-tree-fig8b.png").toFile()).getHeight());
    assertTrue(Files.exists(both.resolve("jz-tree-fig5.png")));
    assertTrue(Files.notExists(both.resolve("jz-tree-fig6.png")));
    PaperResults two = results(dir.resolve("2/jz-tree.json"));
    assertEquals(2, two.ranks());
    assertEquals(32768, two.figures().get("fig8b").get(0).points().get(0).points());
    Jzfof.run("bench", "paper", "clover", "--draw", dir.resolve("1/jz-tree.json"), "-o", both)
        .failed(ExitCodes.USAGE, "has results of jz-tree, not of clover");
  }

  @Test
  void workIsCountedOnceForAllQuantiles() throws Exception {
    Path folder = dir.resolve("work");
    Jzfof.run(
            "bench",
            "paper",
            "clover",
            "--figures",
            "fig18-methods",
            "--seconds",
            "100",
            "--backend",
            "cpu",
            "-o",
            folder)
        .succeeded();
    PaperResults.MeasuredLine tree =
        results(folder.resolve("clover.json")).figures().get("fig18-methods").get(0);
    assertEquals(11, tree.points().size());
    assertTrue(tree.points().get(5).count() > 16 && tree.points().get(5).count() < 10_000);
    assertEquals(1, tree.points().stream().mapToDouble(p -> p.total()).distinct().count());
    for (int i = 1; i < 11; i++) {
      assertTrue(tree.points().get(i).count() >= tree.points().get(i - 1).count());
    }
  }

  @Test
  void refusesWithTheRemedy() throws Exception {
    Jzfof.run("bench", "paper", "clover", "--figures", "fig1")
        .failed(ExitCodes.USAGE, "clover has no figure fig1: give fig13 or table2");
    Jzfof.run("bench", "paper", "gadget")
        .failed(ExitCodes.USAGE, "there is no paper gadget: give jz-tree or kd-tree");
    Jzfof.run("bench", "paper", "clover", "--seconds", "0")
        .failed(ExitCodes.USAGE, "--seconds is 0.0: give a time above 0");
    Jzfof.run("bench", "paper", "clover", "--draw", dir.resolve("none.json"))
        .failed(ExitCodes.USAGE, "none.json cannot be read");
  }
}
