package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.contract.MpiJob;

/** The batch scripts under a Slurm of one node, which is started for this test alone. */
class SlurmTest {
  private static final String CLUSTER = "scripts/slurm/test-cluster.sh";
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";
  private static final int RANKS = 3;

  @TempDir private static Path cluster;
  private static boolean started;

  /** Starts the classes under test; the batch scripts take it from the environment. */
  private static Path jzfof;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    MpiJob.assumeMpi();
    Result able = run(CLUSTER, "check");
    Assumptions.assumeTrue(able.code() == 0, "skipped: " + able.output());
    started = true;
    jzfof =
        Files.writeString(
            cluster.resolve("jzfof"),
            "#!/bin/sh\nexec " + String.join(" ", MpiJob.java(Main.class)) + " \"$@\"");
    Files.setPosixFilePermissions(jzfof, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertEquals(0, run(CLUSTER, "start", cluster.toString()).code());
  }

  @AfterAll
  static void stop() throws Exception {
    if (started) {
      Result stop = run(CLUSTER, "stop", cluster.toString());
      assertEquals(0, stop.code(), stop.output());
      boolean left =
          ProcessHandle.allProcesses()
              .anyMatch(p -> p.info().commandLine().orElse("").contains(cluster.toString()));
      assertFalse(left, "a process of the cluster is left");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"one-node.sbatch", "several-nodes.sbatch"})
  void batchScriptFindsHaloes(String script) throws Exception {
    Result job = submit(script, SNAPSHOT, "-o", folder.toString());
    assertEquals(0, job.code(), job.output());
    assertTrue(job.output().contains("ranks            3 processes"), job.output());
    assertTrue(job.output().contains("groups           94 with"), job.output());
    assertTrue(Files.exists(folder.resolve("groups_001/fof_subhalo_tab_001.0.hdf5")));
  }

  @Test
  void jobThatFailsHasTheExitCodeAndOneReport() throws Exception {
    Result job = submit("several-nodes.sbatch", folder.resolve("nowhere").toString());
    assertEquals(ExitCodes.SNAPSHOT, job.code(), job.output());
    assertEquals(1, job.output().lines().filter(line -> line.startsWith("jzfof:")).count());
  }

  @Test
  void tasksThatCannotFindEachOtherAreRefused() throws Exception {
    Result job = run("srun", "-n", "2", jzfof.toString(), "run", SNAPSHOT, "-o", folder.toString());
    assertEquals(ExitCodes.COMMUNICATION, job.code(), job.output());
    assertTrue(job.output().contains("srun --mpi=pmix"), job.output());
  }

  /** Submits a batch script, shrunk to this machine, and waits for its end. */
  private Result submit(String script, String... arguments) throws Exception {
    Path output = folder.resolve("job.txt");
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sbatch", "--parsable", "--nodes=1", "--ntasks-per-node=" + RANKS));
    command.addAll(List.of("--cpus-per-task=1", "--output=" + output, "scripts/slurm/" + script));
    command.addAll(List.of(arguments));
    String id = run(command.toArray(String[]::new)).output().strip();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    String state = "";
    while (!state.matches("(?s).*JobState=(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL).*")) {
      assertTrue(System.nanoTime() < end, "the job does not end: " + state);
      Thread.sleep(200);
      state = run("scontrol", "show", "job", id).output();
    }
    String code = state.replaceFirst("(?s).* ExitCode=(\\d+):.*", "$1");
    return new Result(Integer.parseInt(code), Files.readString(output));
  }

  /** How a command ended. */
  private record Result(int code, String output) {}

  private static Result run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> variables = builder.environment();
    variables.put("SLURM_CONF", cluster.resolve("slurm.conf").toString());
    variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    variables.put("JZFOF", String.valueOf(jzfof));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    return new Result(process.waitFor(), output);
  }
}
