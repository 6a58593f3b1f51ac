package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;
import org.jzfof.contract.Need;

/** The batch scripts under a Slurm of one node, which is started for this test alone. */
class SlurmTest {
  private static final String CLUSTER = "scripts/slurm/test-cluster.sh";
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";
  private static final int RANKS = 3;

  @TempDir private static Path cluster;
  private static boolean started;

  /** Starts jzfof as it is under test. */
  private static Path jzfof;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    MpiJob.assumeMpi();
    Result able = run(CLUSTER, "check");
    Need.SLURM.assume(able.code() == 0, able.output());
    started = true;
    jzfof = program("jzfof", Main.class, "");
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
    Result job = runJob(script, SNAPSHOT, "-o", folder.toString());
    assertEquals(0, job.code(), job.output());
    assertTrue(job.output().contains("ranks            3 processes"), job.output());
    assertTrue(job.output().contains("groups           94 with"), job.output());
    assertTrue(Files.exists(folder.resolve("groups_001/fof_subhalo_tab_001.0.hdf5")));
  }

  @Test
  void jobThatFailsHasTheExitCodeAndOneReport() throws Exception {
    Result job = runJob("several-nodes.sbatch", folder.resolve("nowhere").toString());
    assertEquals(ExitCodes.SNAPSHOT, job.code(), job.output());
    assertEquals(1, job.output().lines().filter(line -> line.startsWith("jzfof:")).count());
  }

  @Test
  void tasksThatCannotFindEachOtherAreRefused() throws Exception {
    Result job = run("srun", "-n", "2", jzfof.toString(), "run", SNAPSHOT, "-o", folder.toString());
    assertEquals(ExitCodes.COMMUNICATION, job.code(), job.output());
    assertTrue(job.output().contains("srun --mpi=pmix"), job.output());
  }

  /** At the end of a job's time Slurm does the same. */
  @ParameterizedTest
  @ValueSource(strings = {"one-node.sbatch", "several-nodes.sbatch"})
  void cancelledJobEndsCleanly(String script) throws Exception {
    Path hanging = program("hang-" + script, FaultProgram.class, "hang write 1");
    Path logs = folder.resolve("logs");
    String id = submit(hanging, script, SNAPSHOT, "-o", folder.toString(), "--log-ranks=" + logs);
    Path log = logs.resolve("rank-0001.log");
    await(() -> Files.exists(log) && Files.readString(log).contains("begin write"));
    run("scancel", id);
    Result job = end(id);
    assertNotEquals(0, job.code() + job.signal(), job.output());
    List<String> said = job.output().lines().filter(line -> line.startsWith("jzfof:")).toList();
    List<String> all = List.of("jzfof: stopped by a signal before it was done");
    // mpirun gets the signal as well and may then drop what a rank says.
    boolean heard = said.equals(all) || script.startsWith("one") && said.isEmpty();
    assertTrue(heard, job.output());
    assertFalse(Files.exists(folder.resolve("groups_001")), "a catalogue is left");
  }

  /** A rank is killed in the middle; the same job again does what is left, and nothing twice. */
  @Test
  void killedBatchGoesOn() throws Exception {
    for (int k = 1; k <= 4; k++) {
      Files.copy(Path.of(SNAPSHOT), folder.resolve("snap_%03d.hdf5".formatted(k)));
    }
    Path out = folder.resolve("out");
    String[] arguments = {folder + "/snap_*", "-o", out.toString()};
    Path script = program("kill", FaultProgram.class, "kill@2 'tree levels' 1");
    Result killed = end(submit(script, "batch.sbatch", arguments));
    assertNotEquals(0, killed.code() + killed.signal(), killed.output());
    Map<Path, FileTime> before = catalogues(out);
    assertTrue(!before.isEmpty() && before.size() < 4, killed.output());
    Files.delete(output());
    Result resumed = runJob("batch.sbatch", arguments);
    assertEquals(0, resumed.code(), resumed.output());
    String summary =
        "4 snapshots: %d done, %d complete before, 0 failed, 0 not started"
            .formatted(4 - before.size(), before.size());
    assertTrue(resumed.output().contains(summary), resumed.output());
    Map<Path, FileTime> after = catalogues(out);
    assertEquals(4, after.size());
    before.forEach((file, time) -> assertEquals(time, after.get(file), file + " was made again"));
  }

  private static Map<Path, FileTime> catalogues(Path out) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    for (int k = 1; k <= 4; k++) {
      Path file = out.resolve("groups_%03d/fof_subhalo_tab_%03d.0.hdf5".formatted(k, k));
      if (Files.exists(file)) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  /** The exit code of a batch whose time is up; the option tells how much there was. */
  @Test
  void batchWhoseTimeIsUpIsRequeued() throws Exception {
    Path said = folder.resolve("said.txt");
    Path stub = cluster.resolve("time-is-up");
    Files.writeString(stub, "#!/bin/sh\necho \"$@\" >>" + said + "\nexit 8\n");
    Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwxr-xr-x"));
    String id = submit(stub, "batch.sbatch", "a b", "-o", "out");
    await(() -> state(id).matches("(?s).*Restarts=1 .*"));
    run("scancel", id);
    String line = Files.readAllLines(said).get(0);
    Matcher time = Pattern.compile("run --resume --max-time (\\d+)s a b -o out").matcher(line);
    assertTrue(time.matches(), line);
    int fourHours = 4 * 3600;
    int seconds = Integer.parseInt(time.group(1));
    assertTrue(seconds <= fourHours - 60 && seconds > fourHours - 120, line);
  }

  /** A script that starts a class under test. */
  private static Path program(String name, Class<?> main, String arguments) throws IOException {
    String java = String.join(" ", MpiJob.java(main));
    Path script = cluster.resolve(name);
    Files.writeString(script, "#!/bin/sh\nexec " + java + " " + arguments + " \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  private Result runJob(String script, String... arguments) throws Exception {
    return end(submit(jzfof, script, arguments));
  }

  /** Submits a batch script, shrunk to this machine; the number of the job. */
  private String submit(Path program, String script, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sbatch", "--parsable", "--nodes=1", "--ntasks-per-node=" + RANKS));
    command.addAll(List.of("--cpus-per-task=1", "--export=ALL,JZFOF=" + program));
    command.addAll(List.of("--output=" + output(), "scripts/slurm/" + script));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new)).output().strip();
  }

  private Result end(String id) throws Exception {
    await(() -> state(id).matches("(?s).*JobState=(COMPLETED|FAILED|CANCELLED|TIMEOUT) .*"));
    Matcher code = Pattern.compile(" ExitCode=(\\d+):(\\d+)").matcher(state(id));
    assertTrue(code.find());
    await(() -> run("squeue", "-h", "-j", id).output().isBlank());
    int signal = Integer.parseInt(code.group(2));
    return new Result(Integer.parseInt(code.group(1)), signal, Files.readString(output()));
  }

  private static String state(String id) throws IOException, InterruptedException {
    return run("scontrol", "show", "job", id).output();
  }

  private Path output() {
    return folder.resolve("job.txt");
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.call()) {
      assertTrue(System.nanoTime() < end, "waited in vain");
      Thread.sleep(100);
    }
  }

  /** How a command ended. */
  private record Result(int code, int signal, String output) {}

  private static Result run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> variables = builder.environment();
    variables.put("SLURM_CONF", cluster.resolve("slurm.conf").toString());
    variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    return new Result(process.waitFor(), 0, output);
  }
}
