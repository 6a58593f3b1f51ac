package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;
import org.jzfof.contract.MpiJob.Mpi;
import org.jzfof.contract.Need;

/** Processes on several hosts, with unequal numbers of them, between which only TCP goes. */
class HostsTest {
  private static final String HOSTS = Path.of("scripts/test-hosts.sh").toAbsolutePath().toString();
  private static final String SNAPSHOT =
      Path.of("examples/lcdm32/snapshot_001.hdf5").toAbsolutePath().toString();
  private static final String HALOES = "groups_001/fof_subhalo_tab_001.0.hdf5";

  @TempDir private static Path said;
  @TempDir private Path folder;

  @BeforeAll
  static void needsHosts() throws Exception {
    MpiJob.assumeMpi();
    MpiJob.Outcome able = run(Path.of("."), List.of(HOSTS, "check"));
    Need.HOSTS.assume(able.code() == 0, able.output());
  }

  /** To the last byte: both write the same command line, in folders of their own. */
  @ParameterizedTest
  @CsvSource({
    "BINDINGS, 2+1, run, " + HALOES,
    "BINDINGS, 1+1+2, run, " + HALOES,
    "BINDINGS, 3+1, knn -k 8, neighbours_001.hdf5",
    "NATIVE, 1+1, run, " + HALOES,
    "MPICH, 2+1, run, " + HALOES,
    "MPICH, 1+2, knn -k 8, neighbours_001.hdf5"
  })
  void fileIsThatOfOneProcess(Mpi mpi, String ranks, String command, String file) throws Exception {
    mpi.assume();
    List<String> jzfof = new ArrayList<>(MpiJob.java(Main.class));
    jzfof.addAll(List.of(command.split(" ")));
    jzfof.addAll(List.of(SNAPSHOT, "--threads", "1"));
    Path one = Files.createDirectory(folder.resolve("one"));
    MpiJob.Outcome alone = run(one, jzfof);
    assertEquals(0, alone.code(), alone.output());
    Path several = Files.createDirectory(folder.resolve("several"));
    MpiJob.Outcome job = run(several, onHosts(mpi, ranks, jzfof));
    assertEquals(0, job.code(), job.output());
    int all = Arrays.stream(ranks.split("\\+")).mapToInt(Integer::parseInt).sum();
    assertTrue(job.output().contains(all + " processes, started by mpi"), job.output());
    assertEquals(-1, Files.mismatch(one.resolve(file), several.resolve(file)));
  }

  /** Rank 0 cannot see the process: the launcher names it, and ends the others. */
  @Test
  void rankKilledOnAnotherHostEndsTheJob() throws Exception {
    List<String> jzfof = new ArrayList<>(MpiJob.java(FaultProgram.class));
    jzfof.addAll(List.of("kill", "fetch ghosts", "2", "run", SNAPSHOT));
    MpiJob.Outcome job = run(folder, onHosts(Mpi.BINDINGS, "2+1", jzfof));
    assertEquals(128 + 9, job.code(), job.output());
    List<String> errors = job.output().lines().filter(line -> line.startsWith("jzfof:")).toList();
    List<String> ended = List.of("jzfof: stopped by a signal before it was done");
    assertTrue(errors.isEmpty() || errors.equals(ended), job.output()); // mpirun may drop the line
    assertTrue(job.output().contains("on node host1 exited on signal 9 (Killed)"), job.output());
    assertFalse(Files.exists(folder.resolve("groups_001")), "a catalogue is left");
  }

  @Test
  void badInputOnAnotherHostIsReportedOnce() throws Exception {
    List<String> jzfof = new ArrayList<>(MpiJob.java(FaultProgram.class));
    jzfof.addAll(List.of("fail", "fetch ghosts", "2", "run", SNAPSHOT));
    MpiJob.Outcome job = run(folder, onHosts(Mpi.BINDINGS, "2+1", jzfof));
    assertEquals(ExitCodes.SNAPSHOT, job.code(), job.output());
    List<String> errors = job.output().lines().filter(line -> line.startsWith("jzfof:")).toList();
    String line = "jzfof: error: rank 2: piece.3.hdf5: row 17 is NaN: remove it";
    assertEquals(List.of(line), errors, job.output());
  }

  private static List<String> onHosts(Mpi mpi, String ranks, List<String> command) {
    List<String> all = new ArrayList<>(List.of("env"));
    all.add("MPIRUN=" + mpi.program());
    all.add("JZFOF_MPI=" + mpi.demand());
    all.addAll(List.of(HOSTS, ranks));
    all.addAll(command);
    return all;
  }

  /** The script itself has exit code 99 where a process outlives its job. */
  private static MpiJob.Outcome run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    return MpiJob.run(said, folder, command);
  }
}
