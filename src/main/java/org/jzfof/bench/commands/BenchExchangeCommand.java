package org.jzfof.bench.commands;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.error.UsageException;
import org.jzfof.exchange.ExchangeRate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jzfof bench exchange}: times the paths on which device data travels between ranks. */
@Command(
    name = "exchange",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Times messages from every rank to every other one, device to device, and prints the rate"
            + " received per rank.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench exchange --ranks 2",
      "  jzfof bench exchange --ranks 2 --sizes 1,16 --exchange staged"
    })
final class BenchExchangeCommand implements Callable<Integer> {
  private static final long MIB = 1L << 20;

  @Option(
      names = "--sizes",
      paramLabel = "MIB",
      split = ",",
      defaultValue = "1,4,16,64",
      description = "Message sizes in MiB (default: ${DEFAULT-VALUE}).")
  private int[] sizes;

  @Option(
      names = "--repeat",
      paramLabel = "R",
      defaultValue = "5",
      description = "Exchanges of each size to measure (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  private final Ranks ranks;

  BenchExchangeCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  /**
   * The result of the measurement.
   *
   * @param rates median of bytes per second for each message size
   */
  private record Result(String device, int size, double[] rates) {}

  @Override
  public Integer call() {
    if (repeat < 1 || Arrays.stream(sizes).anyMatch(s -> s < 1)) {
      throw new UsageException(
          "--repeat is " + repeat + " and --sizes " + Arrays.toString(sizes) + ": give at least 1");
    }
    Result result = ranks.run(rankOptions, this::measure);
    ranks.out().printf("backend          %s%nranks            %d%n%n", result.device, result.size);
    ranks.out().printf("%-12s %16s%n", "message MiB", "GB/s per rank");
    for (int s = 0; s < sizes.length; s++) {
      ranks.out().printf(Locale.ROOT, "%-12d %16.2f%n", sizes[s], 1e-9 * result.rates[s]);
    }
    return ExitCodes.OK;
  }

  private Result measure(Communicator comm) {
    if (comm.size() < 2) {
      throw new UsageException(
          "one rank has no other rank to send to: give --ranks, or use mpirun");
    }
    return BenchRuns.onDevice(
        computer.computer(),
        comm,
        device -> {
          ExchangeRate exchange = new ExchangeRate(device.arrays(), device.backend().memory());
          double[] rates =
              Arrays.stream(sizes).mapToDouble(size -> median(exchange, size * MIB)).toArray();
          return new Result(device.description(), comm.size(), rates);
        });
  }

  /** Returns the median rate, after one exchange that is not counted. */
  private double median(ExchangeRate exchange, long bytes) {
    exchange.rate(bytes);
    double[] rates =
        IntStream.range(0, repeat).mapToDouble(r -> exchange.rate(bytes)).sorted().toArray();
    return rates[repeat / 2];
  }
}
