package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;

/** Commands that one process does: of several, rank 0 works and the others leave with 0. */
class OneProcessTest {
  @TempDir private Path dir;

  /** A process that a launcher says is one of three. */
  private OwnProcess rank(int rank) {
    return new OwnProcess(dir, Main.class)
        .variable("OMPI_COMM_WORLD_RANK", String.valueOf(rank))
        .variable("OMPI_COMM_WORLD_SIZE", "3");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anotherRankThanTheFirstLeaves(int rank) throws Exception {
    Path missing = dir.resolve("missing");
    Path picture = dir.resolve("p.png");
    for (List<Object> words :
        List.<List<Object>>of(
            List.of("info", missing),
            List.of("plot", missing, "-o", picture),
            List.of("compare", missing, missing),
            List.of("trees", missing, "-o", dir),
            List.of("doctor"),
            List.of("completion"),
            List.of("config", "show", "run"),
            List.of("no-command"),
            List.of("--version"),
            List.of())) {
      assertEquals(new Outcome(0, "", ""), rank(rank).run(words.toArray()), words.toString());
    }
    assertFalse(Files.exists(picture));
  }

  @Test
  void theFirstWorksAlone() throws Exception {
    rank(0).run("info", "examples/lcdm32/snapshot_001.hdf5").printed("32768 particles");
    Path missing = dir.resolve("missing");
    rank(0)
        .run("trees", missing, "-o", dir)
        .failed(ExitCodes.SNAPSHOT, missing + " does not exist");
  }

  /** A command that is added belongs to one of both kinds. */
  @Test
  void everyCommandIsOfOneKind() {
    Set<String> alone =
        Commands.all().findFirst().orElseThrow().getSubcommands().keySet().stream()
            .filter(Main::isForOneProcess)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        Set.of(
            "info",
            "plot",
            "compare",
            "trees",
            "export",
            "serve",
            "doctor",
            "config",
            "completion"),
        alone);
  }

  @Test
  void aPictureUnderMpirun() throws Exception {
    MpiJob.assumeMpi();
    Path snapshot = Path.of("examples/lcdm32/snapshot_001.hdf5");
    Jzfof.run("run", snapshot, "-o", dir, "-q", "--so", "none").succeeded();
    String groups = dir.resolve("groups_001").toString();
    for (int i = 0; i < 4; i++) {
      Path picture = dir.resolve("p" + i + ".png");
      MpiJob.Outcome job = MpiJob.run(dir, 3, Main.class, "plot", groups, "-o", picture.toString());
      assertEquals(0, job.code(), job.output());
      assertEquals(
          List.of("picture          " + picture),
          job.output().lines().filter(line -> line.startsWith("picture")).toList());
      assertTrue(Files.size(picture) > 0);
    }
  }
}
