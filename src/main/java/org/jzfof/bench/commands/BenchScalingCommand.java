package org.jzfof.bench.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jzfof.bench.ScalingBenchmark;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code jzfof bench scaling}: measures messages and memory of each rank for increasing numbers of
 * ranks.
 */
@Command(
    name = "scaling",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Counts the messages, bytes and memory of each rank in every stage of friends-of-friends"
            + " with 1, 2, 4 ... ranks, which are threads with equal numbers of mock particles, and"
            + " prints how they grow with the number of ranks.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench scaling --max-ranks 64",
      "  jzfof bench scaling --per-rank 500 --max-ranks 512"
    })
final class BenchScalingCommand implements Callable<Integer> {
  private static final int MAX_RANKS = 4096;

  @Option(
      names = "--per-rank",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Particles per rank (default: ${DEFAULT-VALUE}).")
  private int perRank;

  @Option(
      names = "--max-ranks",
      paramLabel = "P",
      defaultValue = "512",
      description = "Largest number of ranks, a power of two (default: ${DEFAULT-VALUE}).")
  private int maxRanks;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the mock (default: ${DEFAULT-VALUE}).")
  private long seed;

  private final Ranks ranks;

  BenchScalingCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    ranks.requireOneProcess("bench scaling");
    if (perRank < 1 || maxRanks < 1 || maxRanks > MAX_RANKS || Integer.bitCount(maxRanks) != 1) {
      throw new UsageException(
          "--per-rank is %d and --max-ranks %d: give at least 1, and a power of two up to %d"
              .formatted(perRank, maxRanks, MAX_RANKS));
    }
    ScalingBenchmark benchmark = new ScalingBenchmark(perRank, seed);
    ScalingTable table = new ScalingTable(ranks.out());
    List<ScalingBenchmark.Result> results = new ArrayList<>();
    for (int p = 1; p <= maxRanks; p *= 2) {
      ScalingBenchmark.Result result = benchmark.run(p);
      table.print(result);
      results.add(result);
    }
    table.printGrowth(results);
    return ExitCodes.OK;
  }
}
