package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.JobOutput;
import org.jzfof.contract.MpiJob;
import org.jzfof.groups.GroupTable;

/** More groups than an array of one rank can describe, with a lower limit: more ranks have room. */
class GroupLimitTest {
  private static final String SNAPSHOT =
      Path.of("examples/lcdm32/snapshot_001.hdf5").toAbsolutePath().toString();
  private static final String HALOES = "groups_001/fof_subhalo_tab_001.0.hdf5";
  private static final int TYPES = 6;

  /** The example has 2691 groups of two and more. */
  private static final int LIMIT = 1500;

  @TempDir private Path folder;

  @Test
  void groupsThatOneRankCannotHaveAreThoseOfFour() throws Exception {
    assertEquals(0, run("all", Long.MAX_VALUE, 1).code());
    MpiJob.Outcome refused = run("one", LIMIT, 1);
    assertEquals(ExitCodes.MEMORY, refused.code(), refused.output());
    String error = "groups are more than one rank can have (" + LIMIT + "): use more ranks";
    assertTrue(refused.output().contains(error), refused.output());
    assertFalse(Files.exists(folder.resolve("one").resolve(HALOES)));
    MpiJob.Outcome four = run("four", LIMIT, 4);
    assertEquals(0, four.code(), four.output());
    MpiJob.Outcome same = compare("all", "four");
    assertEquals(0, same.code(), same.output());
  }

  private MpiJob.Outcome run(String out, long limit, int ranks)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve(out));
    long longs = limit == Long.MAX_VALUE ? Integer.MAX_VALUE : limit * GroupTable.width(TYPES);
    return java(
        "-Djzfof.groups.longs=" + longs,
        "run",
        SNAPSHOT,
        "--min-length",
        "2",
        "--ranks",
        "" + ranks,
        "--threads",
        "1",
        "-o",
        folder.resolve(out).toString());
  }

  private MpiJob.Outcome compare(String one, String other)
      throws IOException, InterruptedException {
    return java(
        "-Djzfof.groups.longs=" + Integer.MAX_VALUE,
        "compare",
        folder.resolve(one).resolve(HALOES).toString(),
        folder.resolve(other).resolve(HALOES).toString(),
        "--tolerance",
        "0");
  }

  private MpiJob.Outcome java(String property, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(MpiJob.java(Main.class));
    command.add(2, property);
    command.addAll(List.of(words));
    JobOutput output = JobOutput.in(folder);
    long start = System.nanoTime();
    Process process = output.start(new ProcessBuilder(command));
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), output.text());
    double seconds = 1e-9 * (System.nanoTime() - start);
    return new MpiJob.Outcome(process.exitValue(), output.text(), seconds);
  }
}
