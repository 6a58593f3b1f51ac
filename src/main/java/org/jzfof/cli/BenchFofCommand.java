package org.jzfof.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jzfof.backend.BackendSelector;
import org.jzfof.bench.ArraySource;
import org.jzfof.bench.FofBenchmark;
import org.jzfof.bench.ParticleSource;
import org.jzfof.bench.SnapshotSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.RunOptions;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.SnapshotParticles;
import picocli.CommandLine.ArgGroup;
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
        "Times every stage from particles in memory to the group catalogue; reading and writing"
            + " are not part of it.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench fof --clustered 2097152",
      "  jzfof bench fof --uniform 1000000 --repeat 20 --threads 4 --json uniform.json",
      "  jzfof bench fof --input snapshot_001.hdf5 -b 0.168",
      "  jzfof bench fof --clustered 2097152 --ranks 2 --threads 1",
      "  jzfof bench fof --input positions.f32 --box 100"
    })
final class BenchFofCommand implements Callable<Integer> {
  private static final double MOCK_BOX = 100;

  @ArgGroup(multiplicity = "1")
  private Input input;

  /** One of the three kinds of particles. */
  private static final class Input {
    @Option(
        names = "--input",
        paramLabel = "FILE",
        description = "A snapshot, or with --box a raw file of little-endian float32 x, y, z.")
    private Path file;

    @Option(
        names = "--uniform",
        paramLabel = "N",
        description = "N particles, uniform in a periodic box.")
    private Long uniform;

    @Option(
        names = "--clustered",
        paramLabel = "N",
        description =
            "N particles in random order, half of them in NFW haloes of a power-law mass function.")
    private Long clustered;
  }

  @Option(
      names = "--box",
      paramLabel = "L",
      description = "Side of the periodic box of a raw file or a mock.")
  private Double box;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of a mock (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "-b",
      paramLabel = "B",
      defaultValue = "0.2",
      description = "Linking length over the mean separation (default: ${DEFAULT-VALUE}).")
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
      names = "--threads",
      paramLabel = "N",
      defaultValue = "0",
      description = "Worker threads of each rank (default: its share of the cores).")
  private int threads;

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the numbers to a JSON file.")
  private Path json;

  @Mixin private RankOptions rankOptions = new RankOptions();

  private final Ranks ranks;

  BenchFofCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    if (repeat < 1 || warmup < 0) {
      throw new UsageException(
          "--repeat is " + repeat + " and --warmup " + warmup + ": give at least 1 and 0");
    }
    RunOptions options = options();
    Function<Communicator, ParticleSource> source = source(options);
    BenchReport report = ranks.run(rankOptions, comm -> measure(comm, options, source.apply(comm)));
    report.print(ranks.out());
    if (json != null && ranks.speaks()) {
      report.writeJson(json);
    }
    return ExitCodes.OK;
  }

  private BenchReport measure(Communicator comm, RunOptions options, ParticleSource source) {
    ranks.warnOfIdleCores(comm);
    double ell = options.linkingLength().absolute(source.box().meanSeparation(source.count()));
    int share = options.threads() > 0 ? options.threads() : CoreShare.of(comm);
    BackendSelector.Selection selected =
        BackendSelector.select(
            new BackendSelector.Request(
                options.backend(), share, options.device(), NodeRanks.of(comm).local()));
    try (var device = selected.backend();
        var arrays = device.exchange(comm, ExchangeChoice.AUTO)) {
      if (comm.rank() == 0) {
        printTask(source, ell, selected.reason(), comm.size());
      }
      FofBenchmark.Result result =
          new FofBenchmark(device, source, arrays)
              .run(ell, options.minLength(), options.ids(), warmup, repeat);
      return new BenchReport(source.description(), selected.reason(), comm.size(), repeat, result);
    }
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

  /** The options of a run that do the same as this benchmark; they validate each other. */
  private RunOptions options() {
    return new RunOptions(
        input.file == null ? Path.of("mock") : input.file,
        Path.of("."),
        new LinkingLength(b, true),
        minLength,
        new int[] {1},
        threads,
        computer.backend(),
        computer.device(),
        !noIds,
        1,
        true,
        true,
        box == null ? null : new double[] {box},
        "jzfof bench fof");
  }

  /** The particles as a rank sees them; what is in memory is there once for all thread ranks. */
  private Function<Communicator, ParticleSource> source(RunOptions options) {
    if (input.file != null && box == null) {
      return comm -> new SnapshotSource(SnapshotParticles.open(options, comm));
    }
    ParticleSource particles = particles(box == null ? MOCK_BOX : box);
    return comm -> particles;
  }

  private ParticleSource particles(double side) {
    if (input.uniform != null) {
      return ArraySource.uniform(input.uniform, side, seed);
    }
    return input.clustered != null
        ? ArraySource.clustered(input.clustered, side, seed)
        : ArraySource.raw(input.file, side);
  }
}
