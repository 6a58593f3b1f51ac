package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jzfof.backend.RankDevice;
import org.jzfof.bench.ParticleSource;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Option;

/** How often a benchmark runs, and where its numbers go. */
final class BenchRuns {
  @Option(
      names = "--repeat",
      paramLabel = "R",
      defaultValue = "10",
      description = "Runs to measure (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--warmup",
      paramLabel = "R",
      defaultValue = "8",
      description = "Runs before that (default: ${DEFAULT-VALUE}).")
  private int warmup;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the numbers to a JSON file.")
  private Path json;

  int repeat() {
    return repeat;
  }

  int warmup() {
    return warmup;
  }

  /**
   * @throws UsageException if the numbers of runs make no sense
   */
  void check() {
    if (repeat < 1 || warmup < 0) {
      throw new UsageException(
          "--repeat is " + repeat + " and --warmup " + warmup + ": give at least 1 and 0");
    }
  }

  /** Says what is searched where. */
  static void printTask(PrintStream out, ParticleSource source, RankDevice device) {
    out.printf(
        "particles        %d (%s)%nbackend          %s%nranks            %d%n",
        source.count(), source.description(), device.description(), device.arrays().comm().size());
  }

  /** What every benchmark tells, by its name in JSON; to be added to. */
  Map<String, Object> numbers(ParticleSource source, RankDevice device) {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("source", source.description());
    numbers.put("backend", device.description());
    numbers.put("ranks", device.arrays().comm().size());
    numbers.put("repeat", repeat);
    numbers.put("particles", source.count());
    return numbers;
  }

  /** Prints the numbers, and writes them where that was asked for. */
  void report(Ranks ranks, BenchReport report) {
    report.print(ranks.out());
    if (json != null && ranks.speaks()) {
      report.writeJson(json);
    }
  }
}
