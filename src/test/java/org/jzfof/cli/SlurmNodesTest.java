package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.cli.SlurmCluster.Outcome;
import org.jzfof.contract.MpiJob.Mpi;

/** The batch scripts on several nodes, between which only TCP goes. Node 2 is lost by a test. */
class SlurmNodesTest {
  private static final String SNAPSHOT =
      Path.of("examples/lcdm32/snapshot_001.hdf5").toAbsolutePath().toString();

  @RegisterExtension private static final SlurmCluster CLUSTER = new SlurmCluster(3);

  @TempDir private Path folder;

  /** To the last byte: both write the same command line, in folders of their own. */
  @ParameterizedTest
  @CsvSource({"BINDINGS, pmix", "MPICH, pmi2"})
  void fileIsThatOfOneProcess(Mpi mpi, String srun) throws Exception {
    mpi.assume();
    Path one = Files.createDirectory(folder.resolve("one"));
    Outcome alone = CLUSTER.runIn(one, CLUSTER.jzfof().toString(), "run", SNAPSHOT, "--threads=1");
    assertEquals(0, alone.code(), alone.output());
    Path several = Files.createDirectory(folder.resolve("several"));
    List<String> nodes = List.of("--nodes=2", "--ntasks=3", "--chdir=" + several);
    String variables =
        "UCX_ERROR_SIGNALS=,JZFOF_SRUN_MPI=%s,JZFOF=%s".formatted(srun, CLUSTER.jzfof());
    Outcome job = end(submit(variables, nodes, "several-nodes.sbatch", SNAPSHOT, "--threads=1"));
    assertEquals(0, job.code(), job.output());
    assertTrue(job.output().contains("3 processes, started by srun"), job.output());
    String file = "groups_001/fof_subhalo_tab_001.0.hdf5";
    assertEquals(-1, Files.mismatch(one.resolve(file), several.resolve(file)));
  }

  /** Ranks elsewhere wait for it until Slurm misses the node. */
  @Test
  void lostNodeEndsTheJob() throws Exception {
    Path hanging = CLUSTER.program("hang", FaultProgram.class, "hang write 1");
    List<String> nodes = List.of("--nodelist=host0,host2", "--ntasks-per-node=1", "--no-requeue");
    Path out = folder.resolve("out");
    String id =
        submit("JZFOF=" + hanging, nodes, "several-nodes.sbatch", SNAPSHOT, "-o", out.toString());
    awaitOutput("hanging");
    CLUSTER.lose(2);
    Outcome job = end(id);
    assertTrue(CLUSTER.state(id).contains("JobState=NODE_FAIL"), job.output());
    assertTrue(job.output().contains("srun: error: Node failure on host2"), job.output());
    assertFalse(Files.exists(out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5")));
    SlurmCluster.await(() -> SlurmCluster.processesThatName(out).isEmpty());
  }

  /** The job is stopped on both nodes in the middle of the second snapshot, and starts again. */
  @Test
  void requeuedBatchGoesOn() throws Exception {
    snapshots();
    Path out = folder.resolve("out");
    Path program = CLUSTER.program("batch", FaultProgram.class, "hang@1 'tree levels' 1");
    List<String> nodes = List.of("--nodes=2", "--ntasks-per-node=1");
    String id =
        submit("JZFOF=" + program, nodes, "batch.sbatch", folder + "/snap_*", "-o", out.toString());
    awaitOutput("hanging");
    FileTime first = Files.getLastModifiedTime(catalogue(out, 1));
    assertFalse(Files.exists(catalogue(out, 2)));
    CLUSTER.program("batch", Main.class, "");
    CLUSTER.run("scontrol", "requeue", id);
    SlurmCluster.await(() -> CLUSTER.state(id).contains("JobState=PENDING"));
    CLUSTER.run("scontrol", "update", "JobId=" + id, "StartTime=now"); // not in two minutes
    Outcome job = end(id);
    assertEquals(0, job.code(), job.output());
    String summary = "3 snapshots: 2 done, 1 complete before, 0 failed, 0 not started";
    assertTrue(job.output().contains(summary), job.output());
    assertEquals(first, Files.getLastModifiedTime(catalogue(out, 1)));
    assertTrue(Files.exists(catalogue(out, 2)) && Files.exists(catalogue(out, 3)));
  }

  /** Two jobs at a time, on different nodes, write into one folder. */
  @Test
  void jobArrayMakesACatalogueOfEachSnapshot() throws Exception {
    snapshots();
    Path out = folder.resolve("out");
    String snapshot = folder + "/snap_$(printf %03d $SLURM_ARRAY_TASK_ID).hdf5";
    String line = "%s run %s -o %s".formatted(CLUSTER.jzfof(), snapshot, out);
    List<String> array = List.of("--array=1-3%2", "--exclusive", "--exclude=host2");
    List<String> options = new ArrayList<>(array);
    options.addAll(List.of("--output=" + folder.resolve("job-%a.txt"), "--wrap", line));
    String id = CLUSTER.submit(options);
    SlurmCluster.await(() -> CLUSTER.run("squeue", "-h", "-j", id).output().isBlank());
    String state = CLUSTER.state(id);
    assertEquals(3, state.split("JobState=COMPLETED .*\n.* ExitCode=0:0", -1).length - 1, state);
    assertTrue(state.contains(" NodeList=host0\n") && state.contains(" NodeList=host1\n"), state);
    for (int k = 1; k <= 3; k++) {
      assertTrue(Files.exists(catalogue(out, k)));
    }
  }

  private String submit(String variables, List<String> nodes, String script, String... arguments)
      throws Exception {
    List<String> options = new ArrayList<>(nodes);
    options.addAll(List.of("--cpus-per-task=1", "--export=ALL," + variables));
    options.addAll(List.of("--output=" + output(), "scripts/slurm/" + script));
    options.addAll(List.of(arguments));
    return CLUSTER.submit(options);
  }

  private void awaitOutput(String text) throws Exception {
    SlurmCluster.await(() -> Files.exists(output()) && Files.readString(output()).contains(text));
  }

  private Outcome end(String id) throws Exception {
    return CLUSTER.end(id, output());
  }

  private Path output() {
    return folder.resolve("job.txt");
  }

  /** Three snapshots in the folder of the test. */
  private void snapshots() throws IOException {
    for (int k = 1; k <= 3; k++) {
      Files.copy(Path.of(SNAPSHOT), folder.resolve("snap_%03d.hdf5".formatted(k)));
    }
  }

  private static Path catalogue(Path out, int k) {
    return out.resolve("groups_%03d/fof_subhalo_tab_%03d.0.hdf5".formatted(k, k));
  }
}
