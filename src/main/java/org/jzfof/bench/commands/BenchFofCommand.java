package org.jzfof.bench.commands;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.bench.FofBenchmark;
import org.jzfof.bench.ParticleSource;
import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jzfof bench fof}: times friends-of-friends from particles on the device to groups. */
@Command(
    name = "fof",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Times every stage from particles in memory to the group catalogue, without reading and"
            + " writing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench fof --clustered 524288 --warmup 2 --repeat 3",
      "  jzfof bench fof --uniform 200000 --repeat 5 --threads 4 --json uniform.json",
      "  jzfof bench fof --input snapshot_001.hdf5 -b 0.168",
      "  jzfof bench fof --clustered 262144 --ranks 2 --threads 1",
      "  jzfof bench fof --clustered 262144 --labels --no-ids",
      "  jzfof bench fof --input positions.f32 --box 100",
      "  jzfof bench fof --input snapshot_001.hdf5 --tiles 2 --repeat 2 --warmup 1"
    })
final class BenchFofCommand implements Callable<Integer> {
  @Mixin private BenchInput input = new BenchInput();

  @Option(
      names = "-b",
      paramLabel = "B",
      defaultValue = "0.2",
      description = "Linking length in mean separations (default: ${DEFAULT-VALUE}).")
  private double b;

  @Option(
      names = "--min-length",
      paramLabel = "N",
      defaultValue = "20",
      description = "Smallest group to keep (default: ${DEFAULT-VALUE}).")
  private int minLength;

  @Option(names = "--no-ids", description = "Do not list the IDs of the members.")
  private boolean noIds;

  @Option(
      names = "--labels",
      description = {
        "Also make the group of every particle, in the order of the input,",
        "and print a digest: equal digests mean equal groups."
      })
  private boolean labels;

  @Mixin private BenchRuns runs = new BenchRuns();

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  private final Ranks ranks;

  BenchFofCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    runs.check();
    RunOptions options = options();
    Function<Communicator, ParticleSource> source = input.source(options.ids());
    runs.report(ranks, ranks.run(rankOptions, comm -> measure(comm, options, source.apply(comm))));
    return ExitCodes.OK;
  }

  private BenchReport measure(Communicator comm, RunOptions options, ParticleSource source) {
    ranks.warnOfIdleCores(comm);
    double ell =
        options.groups().linkingLength().absolute(source.box().meanSeparation(source.count()));
    return BenchRuns.onDevice(
        options.execution().computer(),
        comm,
        device -> {
          if (comm.rank() == 0) {
            printTask(source, ell, device.description(), comm.size());
          }
          FofBenchmark.Task task =
              new FofBenchmark.Task(ell, options.groups().minLength(), options.ids(), labels);
          FofBenchmark.Result result =
              new FofBenchmark(device.backend(), source, device.arrays())
                  .run(task, runs.warmup(), runs.repeat());
          return report(source, device, result);
        });
  }

  private BenchReport report(ParticleSource source, RankDevice device, FofBenchmark.Result result) {
    String summary =
        "groups           %d with %d particles, the largest %d"
            .formatted(result.groups(), result.members(), result.largest());
    Map<String, Object> numbers = runs.numbers(source, device);
    numbers.put("groups", result.groups());
    numbers.put("members", result.members());
    numbers.put("largest", result.largest());
    if (result.digest() != null) {
      String digest = "%016x".formatted(result.digest());
      summary += "%ndigest           %s".formatted(digest);
      numbers.put("digest", digest);
    }
    return new BenchReport(summary, numbers, result.particles(), runs.repeat(), result.stages());
  }

  private void printTask(ParticleSource source, double ell, String backend, int size) {
    ranks
        .out()
        .printf(
            Locale.ROOT,
            "particles        %d (%s)%nlinking length   %.6g (b = %.4g)%nbackend          %s%n",
            source.count(),
            source.description(),
            ell,
            b,
            backend);
    ranks.out().println("ranks            " + size);
  }

  /** Returns the equivalent options of a run, whose constructors validate them. */
  private RunOptions options() {
    return new RunOptions(
        new GroupDefinition(
            input.choice(), new LinkingLength(b, true, SeparationBy.NUMBER), minLength),
        Path.of("."),
        !noIds,
        OutputOptions.catalogue(1),
        new Execution(computer.computer(), true, "jzfof bench fof"));
  }
}
