package org.jzfof.bench.commands;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.bench.ParticleSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.ReadFiles;
import org.jzfof.cli.ranks.CoreShare;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.error.UsageException;
import org.jzfof.output.AtomicFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of repeated benchmark runs: the numbers of runs, and the file of the results. */
final class BenchRuns {
  private static final String JSON = "--json";

  @Option(
      names = "--repeat",
      paramLabel = "R",
      description = "Number of measured runs (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--warmup",
      paramLabel = "R",
      description = "Number of warm-up runs before the measured ones (default: ${DEFAULT-VALUE}).")
  private int warmup;

  @Option(names = JSON, paramLabel = "FILE", description = "Also write the results to a JSON file.")
  private Path json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * Creates the options with default numbers of runs that suit a search of a fraction of a second,
   * including the time in which Java compiles it.
   */
  BenchRuns() {
    this(10, 8);
  }

  /**
   * @param repeat default number of measured runs
   * @param warmup default number of warm-up runs
   */
  BenchRuns(int repeat, int warmup) {
    this.repeat = repeat;
    this.warmup = warmup;
  }

  int repeat() {
    return repeat;
  }

  int warmup() {
    return warmup;
  }

  /**
   * Checks the options before the runs.
   *
   * @throws UsageException if the numbers of runs are invalid
   * @throws org.jzfof.error.OutputException if the results could not be written
   */
  void check() {
    if (repeat < 1 || warmup < 0) {
      throw new UsageException(
          "--repeat is " + repeat + " and --warmup " + warmup + ": give at least 1 and 0");
    }
    if (json != null) {
      results().check(ReadFiles.of(command), false);
    }
  }

  private AtomicFile results() {
    return new AtomicFile(json, JSON, "JSON file", new byte[] {'{'});
  }

  /**
   * Checks that there is only one rank.
   *
   * @throws UsageException if there are several ranks
   */
  static void requireOneRank(String command, Communicator comm) {
    if (comm.size() > 1) {
      throw new UsageException(
          "%s is for one rank, and there are %d: start it without mpirun or srun"
              .formatted(command, comm.size()));
    }
  }

  /** Runs a measurement with the device and the threads of this rank; every rank calls it. */
  static <T> T onDevice(
      Computer requested, Communicator comm, Function<RankDevice, T> measurement) {
    return CoreShare.use(
        requested, comm, local -> RankDevice.use(RankDevice::open, local, comm, measurement));
  }

  /** Prints the particles, the backend and the number of ranks. */
  static void printTask(PrintStream out, ParticleSource source, RankDevice device) {
    out.printf(
        "particles        %d (%s)%nbackend          %s%nranks            %d%n",
        source.count(), source.description(), device.description(), device.arrays().comm().size());
  }

  /** Returns the values that every benchmark reports, by their JSON keys, in a map to extend. */
  Map<String, Object> numbers(ParticleSource source, RankDevice device) {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("source", source.description());
    numbers.put("backend", device.description());
    numbers.put("ranks", device.arrays().comm().size());
    numbers.put("repeat", repeat);
    numbers.put("particles", source.count());
    return numbers;
  }

  /** Prints the results, and writes the JSON file if one is given. */
  void report(Ranks ranks, BenchReport report) {
    report.print(ranks.out());
    if (json != null && ranks.printsOutput()) {
      results().write(report.json()).forEach(warning -> ExitCodes.warn(ranks.err(), warning));
    }
  }
}
