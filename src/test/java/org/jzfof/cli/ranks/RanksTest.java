package org.jzfof.cli.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Main;
import org.jzfof.cli.Outcome;
import org.jzfof.cli.OwnProcess;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankProcess;
import org.jzfof.comm.mpi.MpiLoader;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.contract.MpiJob;
import org.jzfof.error.SnapshotException;
import org.jzfof.pipeline.HaloSearch;

/** Ranks as the command line starts and ends them. */
class RanksTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  private static final String NO_MPI = "-Djava.library.path=/nowhere";

  @TempDir private Path folder;

  @Test
  void ranksOfOneProcessFindTheSameHaloes() throws IOException {
    String one = Jzfof.run("run", SNAPSHOT, "-o", folder.resolve("one")).succeeded().out();
    assertFalse(one.contains("ranks  "), one);
    String three =
        Jzfof.run("run", SNAPSHOT, "-o", folder.resolve("three"), "--ranks", 3).succeeded().out();
    assertTrue(three.contains("ranks            3 in this process\n"), three);
    assertEquals(10, table(one).size(), one);
    assertEquals(table(one), table(three));
  }

  @Test
  void trafficIsShownWhenAskedForAndOnlyOfSeveralRanks() {
    String quiet = Jzfof.run("run", SNAPSHOT, "-o", folder, "--ranks", 2).succeeded().out();
    assertFalse(quiet.contains("messages"), quiet);
    String one = Jzfof.run("run", SNAPSHOT, "-o", folder, "-v").succeeded().out();
    assertFalse(one.contains("messages"), one);
    String two = Jzfof.run("run", SNAPSHOT, "-o", folder, "-v", "--ranks", 2).succeeded().out();
    String reading =
        "\nreading          PartType1/Velocities float32[32768, 3], contiguous, read by";
    assertTrue(one.contains(reading) && two.contains(reading), two);
    assertFalse(quiet.contains("\nreading "), quiet);
    String total = two.lines().filter(line -> line.startsWith("total ")).findFirst().orElseThrow();
    assertTrue(total.matches(".* [0-9.]+ [KM]iB +[1-9][0-9]*"), total);
  }

  @Test
  void benchmarkOverRanksFindsTheSameGroups() {
    assertEquals(benchmarkedGroups(1), benchmarkedGroups(3));
  }

  private static String benchmarkedGroups(int ranks) {
    String particles = "bench fof --clustered 30000 --warmup 0 --repeat 1 --ranks " + ranks;
    String report = Jzfof.run((Object[]) particles.split(" ")).succeeded().out();
    assertTrue(report.contains("ranks            " + ranks + "\n"), report);
    return report.lines().filter(line -> line.startsWith("groups ")).findFirst().orElseThrow();
  }

  @Test
  void everyRankHasItsLog() throws IOException {
    Path logs = folder.resolve("a/b");
    Jzfof.run("run", SNAPSHOT, "-o", folder, "--ranks", 2, "--log-ranks", logs).succeeded();
    for (int r = 0; r < 2; r++) {
      List<String> lines = Files.readAllLines(logs.resolve("rank-000" + r + ".log"));
      assertTrue(lines.get(0).contains("rank " + r + " of 2, process "), lines.get(0));
      assertTrue(lines.stream().anyMatch(line -> line.contains(" begin read")), lines.toString());
      assertTrue(
          lines.stream().anyMatch(line -> line.matches(".*end exchange: .* s, sent [1-9].*")),
          lines.toString());
      assertTrue(lines.get(lines.size() - 1).endsWith(" done"), lines.toString());
    }
  }

  @Test
  void logsThatCannotBeWritten() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Jzfof.run("run", SNAPSHOT, "-o", folder, "--ranks", 2, "--log-ranks", file)
        .failed(ExitCodes.OUTPUT, "rank-000", "give --log-ranks a folder");
  }

  @Test
  void failureOfOneRankNamesIt() throws IOException {
    Path logs = folder.resolve("logs");
    Outcome outcome =
        run(
            RankEnvironment.ALONE,
            comm ->
                (options, progress) -> {
                  comm.sum(new long[1]);
                  if (comm.rank() == 1) {
                    throw new SnapshotException("row 17 is bad");
                  }
                  comm.sum(new long[1]);
                  return null;
                },
            "run",
            "s",
            "--ranks",
            "3",
            "--log-ranks",
            logs.toString());
    outcome.failed(ExitCodes.SNAPSHOT, "jzfof: error: rank 1: row 17 is bad");
    assertTrue(Files.readString(logs.resolve("rank-0001.log")).contains("failed: "));
  }

  @Test
  void failureOfAllRanksNamesNone() {
    Jzfof.run("run", folder.resolve("nowhere"), "--ranks", 3)
        .failed(ExitCodes.SNAPSHOT, "jzfof: error: " + folder);
  }

  @Test
  void badNumbersOfRanks() {
    Jzfof.run("run", SNAPSHOT, "--ranks", 0).failed(ExitCodes.USAGE, "--ranks is 0");
    run(new RankEnvironment("mpirun", 0, 4, true), comm -> null, "run", "s", "--ranks", "2")
        .failed(ExitCodes.USAGE, "--ranks 2 in one of 4 processes", "mpirun");
    run(new RankEnvironment("mpirun", 0, 4, true), comm -> null, "bench", "scaling")
        .failed(ExitCodes.USAGE, "bench scaling starts ranks of its own", "leave out mpirun");
    run(new RankEnvironment("srun", 0, 4, false), comm -> null, "run", "s")
        .failed(ExitCodes.COMMUNICATION, "srun started 4 processes", "srun --mpi=pmix");
    run(new RankEnvironment("PMIx", 0, 0, false), comm -> null, "run", "s", "--ranks", "2")
        .failed(ExitCodes.COMMUNICATION, "PMIx started an unknown number of processes");
    Jzfof.run("run", SNAPSHOT, "--ranks", 100_000)
        .failed(ExitCodes.USAGE, "--ranks 100000 on ", "cores: give at most ");
  }

  /** As one of several processes that nobody connects, each would do the whole run. */
  @Test
  void processesOfAnUnknownLauncherAreRefused() throws Exception {
    new OwnProcess(folder, Main.class)
        .variable("PMIX_RANK", "0")
        .run("run", SNAPSHOT, "-o", folder)
        .failed(ExitCodes.COMMUNICATION, "PMIx (PMIX_RANK is set) started");
    assertFalse(Files.exists(folder.resolve("groups_001")));
  }

  /** MPI starts where it cannot reach the server of srun, but then each process is a world. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void processesThatMpiDoesNotConnectAreRefused(int rank) throws Exception {
    MpiJob.assumeMpi();
    Outcome outcome =
        new OwnProcess(folder, Main.class)
            .variable("SLURM_STEP_NUM_TASKS", "2")
            .variable("SLURM_PROCID", Integer.toString(rank))
            .variable("PMIX_RANK", Integer.toString(rank))
            .variable("PMIX_NAMESPACE", "slurm.pmix.1.0")
            .variable("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .variable("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .run("run", SNAPSHOT, "-o", folder);
    if (rank == 0) {
      outcome.failed(
          ExitCodes.COMMUNICATION, "srun started 2 processes, but Open MPI", "srun --mpi=list");
    } else {
      assertEquals(new Outcome(ExitCodes.COMMUNICATION, "", ""), outcome, "it is said once");
    }
    assertFalse(Files.exists(folder.resolve("groups_001")));
  }

  /** Other launchers too, and where some of the processes are connected. */
  @ParameterizedTest
  @ValueSource(strings = {"mpirun", "srun"})
  void mpiWithFewerRanksThanProcesses(String launcher) {
    AtomicInteger ended = new AtomicInteger();
    List<Outcome> outcomes =
        ThreadRanks.run(
            2,
            comm ->
                run(
                    new RankEnvironment(launcher, comm.rank(), 4, true),
                    () -> new ConnectedRank(comm, ended),
                    other -> null,
                    "run",
                    SNAPSHOT));
    outcomes
        .get(0)
        .failed(ExitCodes.COMMUNICATION, launcher + " started 4 processes, but a test connects 2");
    assertEquals(new Outcome(ExitCodes.COMMUNICATION, "", ""), outcomes.get(1));
    assertEquals(2, ended.get(), "MPI comes to its end");
  }

  private record ConnectedRank(Communicator communicator, AtomicInteger ended)
      implements RankProcess {
    @Override
    public String library() {
      return "a test";
    }

    @Override
    public Verdict fail(int code, String message) {
      throw new AssertionError("nothing is agreed on");
    }

    @Override
    public boolean failureHeard() {
      return false;
    }

    @Override
    public void abort(int code) {
      throw new AssertionError("aborted");
    }

    @Override
    public void close() {
      ended.incrementAndGet();
    }
  }

  /** Nor do ranks get a share of the heap in which nothing fits. */
  @Test
  void ranksForWhichThereIsNoMemory() throws Exception {
    new OwnProcess(folder, Main.class)
        .option("-Xmx64m")
        .run("run", SNAPSHOT, "-o", folder, "--ranks", 60)
        .failed(ExitCodes.USAGE, "ranks 60 with a Java heap of", "at most 15, or set JZFOF_HEAP");
  }

  /** What all processes come to in the same way, rank 0 alone reports. */
  @Test
  void otherProcessesAreSilent() {
    Outcome outcome =
        run(new RankEnvironment("mpirun", 2, 4, true), comm -> null, "run", "s", "--ranks", "2");
    assertEquals(new Outcome(ExitCodes.USAGE, "", ""), outcome);
    assertEquals(
        new Outcome(0, "", ""),
        run(new RankEnvironment("mpirun", 2, 4, true), comm -> null, "info", SNAPSHOT));
  }

  /** As one of several MPI processes, where the native half of MPI is missing. */
  @Test
  void missingMpiIsNamed() throws Exception {
    List<String> command = new ArrayList<>(MpiJob.java(Main.class));
    command.replaceAll(word -> word.startsWith("-Djava.library.path") ? NO_MPI : word);
    command.addAll(List.of("run", SNAPSHOT, "-o", folder.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("OMPI_COMM_WORLD_SIZE", "2", "OMPI_COMM_WORLD_RANK", "0"));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(ExitCodes.COMMUNICATION, process.waitFor(), output);
    assertEquals(1, output.lines().count(), output);
    assertTrue(output.contains("run scripts/setup.sh, or use --ranks N"), output);
  }

  private static Outcome run(
      RankEnvironment environment, Function<Communicator, HaloSearch> search, String... words) {
    return run(environment, () -> MpiLoader.start(System.getenv()), search, words);
  }

  private static Outcome run(
      RankEnvironment environment,
      Supplier<RankProcess> mpi,
      Function<Communicator, HaloSearch> search,
      String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ranks ranks =
        new Ranks(environment, mpi, new PrintStream(out, true), new PrintStream(err, true));
    int code = new Main(search, ranks).run(words);
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The lines of the largest groups. */
  private static List<String> table(String report) {
    return report.lines().filter(line -> line.matches(" +\\d+ +\\d+ .*")).toList();
  }
}
