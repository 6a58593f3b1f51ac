package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.SlurmCluster.Outcome;
import org.jzfof.cli.common.ExitCodes;

/** The batch scripts under a Slurm of one node, which is started for this test alone. */
class SlurmTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";
  private static final int RANKS = 3;

  @RegisterExtension private static final SlurmCluster CLUSTER = new SlurmCluster(1);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"one-node.sbatch", "several-nodes.sbatch"})
  void batchScriptFindsHaloes(String script) throws Exception {
    Outcome job = runJob(script, SNAPSHOT, "-o", folder.toString());
    assertEquals(0, job.code(), job.output());
    assertTrue(job.output().contains("ranks            3 processes"), job.output());
    assertTrue(job.output().contains("groups           94 with"), job.output());
    assertTrue(Files.exists(folder.resolve("groups_001/fof_subhalo_tab_001.0.hdf5")));
  }

  @Test
  void jobThatFailsHasTheExitCodeAndOneReport() throws Exception {
    Outcome job = runJob("several-nodes.sbatch", folder.resolve("nowhere").toString());
    assertEquals(ExitCodes.SNAPSHOT, job.code(), job.output());
    assertEquals(1, job.output().lines().filter(line -> line.startsWith("jzfof:")).count());
  }

  @Test
  void tasksThatCannotFindEachOtherAreRefused() throws Exception {
    Outcome job =
        CLUSTER.run(
            "srun",
            "-n",
            "2",
            CLUSTER.jzfof().toString(),
            "run",
            SNAPSHOT,
            "-o",
            folder.toString());
    assertEquals(ExitCodes.COMMUNICATION, job.code(), job.output());
    assertTrue(job.output().contains("srun --mpi=pmix"), job.output());
  }

  /** At the end of a job's time Slurm does the same. */
  @ParameterizedTest
  @ValueSource(strings = {"one-node.sbatch", "several-nodes.sbatch"})
  void cancelledJobEndsCleanly(String script) throws Exception {
    Path hanging = CLUSTER.program("hang-" + script, FaultProgram.class, "hang write 1");
    Path logs = folder.resolve("logs");
    String id = submit(hanging, script, SNAPSHOT, "-o", folder.toString(), "--log-ranks=" + logs);
    Path log = logs.resolve("rank-0001.log");
    SlurmCluster.await(() -> Files.exists(log) && Files.readString(log).contains("begin write"));
    CLUSTER.run("scancel", id);
    Outcome job = end(id);
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
    Path script = CLUSTER.program("kill", FaultProgram.class, "kill@2 'tree levels' 1");
    Outcome killed = end(submit(script, "batch.sbatch", arguments));
    assertNotEquals(0, killed.code() + killed.signal(), killed.output());
    Map<Path, FileTime> before = catalogues(out);
    assertTrue(!before.isEmpty() && before.size() < 4, killed.output());
    Files.delete(output());
    Outcome resumed = runJob("batch.sbatch", arguments);
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
    Path stub = CLUSTER.program("time-is-up", "echo \"$@\" >>" + said + "; exit 8");
    String id = submit(stub, "batch.sbatch", "a b", "-o", "out");
    SlurmCluster.await(() -> CLUSTER.state(id).matches("(?s).*Restarts=1 .*"));
    CLUSTER.run("scancel", id);
    String line = Files.readAllLines(said).get(0);
    Matcher time = Pattern.compile("run --resume --max-time (\\d+)s a b -o out").matcher(line);
    assertTrue(time.matches(), line);
    int fourHours = 4 * 3600;
    int seconds = Integer.parseInt(time.group(1));
    assertTrue(seconds <= fourHours - 60 && seconds > fourHours - 120, line);
  }

  private Outcome runJob(String script, String... arguments) throws Exception {
    return end(submit(CLUSTER.jzfof(), script, arguments));
  }

  /** Submits a batch script, shrunk to this machine; the number of the job. */
  private String submit(Path program, String script, String... arguments) throws Exception {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--nodes=1", "--ntasks-per-node=" + RANKS, "--cpus-per-task=1"));
    options.addAll(List.of("--export=ALL,JZFOF=" + program, "--output=" + output()));
    options.add("scripts/slurm/" + script);
    options.addAll(List.of(arguments));
    return CLUSTER.submit(options);
  }

  private Outcome end(String id) throws Exception {
    return CLUSTER.end(id, output());
  }

  private Path output() {
    return folder.resolve("job.txt");
  }
}
