package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.JobOutput;
import org.jzfof.contract.MpiJob;
import org.jzfof.contract.MpiJob.Mpi;

/** Whatever happens to a rank, the job ends soon, says so once, and leaves nothing behind. */
class MpiFaultTest {
  private static final int RANKS = 3;

  /** Seconds within which an end is no wait, on a loaded machine either. */
  private static final double PROMPT = 60;

  /** Stages in which a run reads, sends or writes, and the rank that is killed there. */
  private static final Map<String, Integer> KILLED =
      new TreeMap<>(
          Map.of(
              "open snapshot", 2,
              "read", 1,
              "exchange", 1,
              "fetch ghosts", 1,
              "reduce", 1,
              "sort groups", 2,
              "write", 0));

  @TempDir private static Path inputs;
  @TempDir private Path folder;
  private static Path snapshot;

  @BeforeAll
  static void writeSnapshot() {
    snapshot = FaultProgram.snapshot(inputs.resolve("snapshot_001.hdf5"));
  }

  @Test
  void aRunHasTheStagesThatFailHere(@TempDir Path logs) throws IOException {
    List<String> all = FaultProgram.stages(logs).toList();
    assertTrue(all.containsAll(KILLED.keySet()), all.toString());
  }

  static Stream<Arguments> killed() {
    return Stream.concat(
        KILLED.entrySet().stream().map(e -> Arguments.of(Mpi.BINDINGS, e.getKey(), e.getValue())),
        Stream.of(
            Arguments.of(Mpi.NATIVE, "fetch ghosts", 1),
            Arguments.of(Mpi.MPICH, "fetch ghosts", 1),
            Arguments.of(Mpi.MPICH, "write", 0)));
  }

  @ParameterizedTest
  @MethodSource("killed")
  void killedRankEndsTheJob(Mpi mpi, String stage, int rank) throws Exception {
    MpiJob.Outcome job = run(mpi, "kill", stage, rank);
    assertNotEquals(0, job.code(), job.output());
    assertTrue(job.seconds() < PROMPT, job.seconds() + " s");
    String log = read(folder.resolve("logs/rank-000" + rank + ".log"));
    assertTrue(log.stripTrailing().endsWith("begin " + stage), log);
    String line =
        "jzfof: error: rank %d was killed before it was done: if memory ran out, the kernel log (dmesg) says so"
            .formatted(rank);
    assertEquals(
        // The launcher's lines name it in any case; MPICH's kills the others at once.
        rank == 0 || mpi == Mpi.MPICH ? List.of() : List.of(line),
        job.output().lines().filter(text -> text.startsWith("jzfof:")).toList(),
        job.output());
    assertNoFile();
    assertNoProcess();
  }

  @ParameterizedTest
  @CsvSource({
    "BINDINGS, open snapshot, 1",
    "BINDINGS, read, 0",
    "BINDINGS, read, 2",
    "BINDINGS, reduce, 1",
    "BINDINGS, write membership, 1",
    "BINDINGS, write reordered, 2",
    "BINDINGS, write, 2",
    "NATIVE, read, 2",
    "MPICH, open snapshot, 1",
    "MPICH, reduce, 0",
    "MPICH, write reordered, 2"
  })
  void badInputOfOneRankIsReportedOnce(Mpi mpi, String stage, int rank) throws Exception {
    MpiJob.Outcome job = run(mpi, "fail", stage, rank);
    assertEquals(ExitCodes.SNAPSHOT, job.code(), job.output());
    String line = "jzfof: error: rank " + rank + ": piece.3.hdf5: row 17 is NaN: remove it";
    assertEquals(
        List.of(line), job.output().lines().filter(text -> text.startsWith("jzfof:")).toList());
    assertNoFile();
    assertNoProcess();
  }

  @ParameterizedTest
  @EnumSource(Mpi.class)
  void missingSnapshotIsReportedOnce(Mpi mpi) throws Exception {
    mpi.assume();
    MpiJob.Outcome job =
        MpiJob.run(folder, mpi, RANKS, Main.class, "run", folder.resolve("nowhere").toString());
    assertEquals(ExitCodes.SNAPSHOT, job.code(), job.output());
    List<String> said = job.output().lines().filter(line -> line.startsWith("jzfof:")).toList();
    assertEquals(1, said.size(), job.output());
    assertTrue(said.get(0).startsWith("jzfof: error: " + folder), said.get(0));
  }

  /** SIGTERM is what Slurm sends at the end of a job's time. */
  @ParameterizedTest
  @CsvSource({"BINDINGS, link across", "BINDINGS, write", "NATIVE, write", "MPICH, link across"})
  void terminationIsReportedOnceAndLeavesNothing(Mpi mpi, String stage) throws Exception {
    mpi.assume();
    JobOutput output = JobOutput.in(folder);
    Process job = MpiJob.start(output, mpi, RANKS, FaultProgram.class, arguments("hang", stage, 1));
    Path log = folder.resolve("logs/rank-0001.log");
    await(() -> Files.exists(log) && read(log).contains("begin " + stage), job);
    assertTrue(ranksAlive().size() >= RANKS, "what looks for ranks finds those that there are");
    job.destroy();
    assertTrue(job.waitFor((long) PROMPT, TimeUnit.SECONDS), "the job goes on");
    if (mpi != Mpi.MPICH) { // whose launcher returns 0 after a signal
      assertNotEquals(0, job.exitValue());
    }
    String text = output.text();
    List<String> said = text.lines().filter(line -> line.startsWith("jzfof:")).toList();
    assertEquals(List.of("jzfof: stopped by a signal before it was done"), said, text);
    assertNoProcess();
    assertNoFile();
  }

  private MpiJob.Outcome run(Mpi mpi, String what, String stage, int rank) throws Exception {
    mpi.assume();
    return MpiJob.run(folder, mpi, RANKS, FaultProgram.class, arguments(what, stage, rank));
  }

  private String[] arguments(String what, String stage, int rank) {
    return new String[] {
      what,
      stage,
      String.valueOf(rank),
      "run",
      snapshot.toString(),
      "-o",
      folder.resolve("out").toString(),
      "--membership",
      "--reorder",
      "--log-ranks",
      folder.resolve("logs").toString()
    };
  }

  private void assertNoFile() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      assertEquals(List.of(), files.filter(f -> f.toString().endsWith(".hdf5")).toList());
    }
  }

  /** No rank is left: the folder of this test is among the arguments of each. */
  private void assertNoProcess() throws InterruptedException {
    await(() -> ranksAlive().isEmpty(), null);
  }

  private List<String> ranksAlive() {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(command -> command.contains(folder.toString()))
        .toList();
  }

  private static void await(BooleanSupplier condition, Process job) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos((long) PROMPT);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "waited in vain");
      assertFalse(job != null && !job.isAlive(), "the job has ended");
      Thread.sleep(20);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
