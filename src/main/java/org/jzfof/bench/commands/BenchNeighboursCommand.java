package org.jzfof.bench.commands;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.bench.NeighbourBenchmark;
import org.jzfof.bench.ParticleSource;
import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.MethodNames;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.error.UsageException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jzfof bench neighbours}: times all neighbours within radii, without files. */
@Command(
    name = "neighbours",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Times every stage from coordinates on the device to lists of all neighbours of every"
            + " particle there, on one rank, without reading and writing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench neighbours --uniform 50000 --radius 5 --warmup 2 --repeat 3",
      "  jzfof bench neighbours --clustered 20000 -k 32 --method all --warmup 1 --repeat 2",
      "  jzfof bench neighbours --clustered 20000 -k 32 --iterate 0.1 --method tree,kdtree",
      "  jzfof bench neighbours --cloud 20000 -k 100 --method btree,btree:bucket=32:beta=0.2,octree --warmup 0 --repeat 1",
      "  jzfof bench neighbours --set evrard-collapsed --particles 20000 --open -k 100 --warmup 1 --repeat 2",
      "  jzfof bench neighbours --input snapshot_001.hdf5 --radius 1 --count --repeat 3"
    })
final class BenchNeighboursCommand implements Callable<Integer> {
  @Mixin private BenchInput input = new BenchInput();

  @ArgGroup(multiplicity = "1")
  private Radius radius;

  /** The radius around each particle. */
  private static final class Radius {
    @Option(
        names = "--radius",
        paramLabel = "R",
        description = "The same radius for all queries, in the length unit of the particles.")
    private Double fixed;

    @Option(
        names = "-k",
        paramLabel = "K",
        description =
            "Take the distance of the K-th neighbour of each particle as its radius, found before"
                + " the clock starts; the particle itself is the first.")
    private Integer k;
  }

  @Option(
      names = "--iterate",
      paramLabel = "TOL",
      description =
          "Iterate smoothing lengths, from these distances, until 4/3 pi h^3 sum W(r, h) is K within"
              + " TOL, W being the cubic spline.")
  private Double iterate;

  @Option(names = "--count", description = "Count neighbours without listing them.")
  private boolean count;

  @Option(
      names = "--method",
      paramLabel = "M",
      split = ",",
      defaultValue = "tree",
      description =
          "Methods to time: tree and kdtree, or all. Several are compared, after a check that their"
              + " results are equal (default: ${DEFAULT-VALUE}).")
  private String[] methods;

  @Mixin private BenchRuns runs = new BenchRuns();

  @Mixin private ComputerOptions computer = new ComputerOptions();

  private final Ranks ranks;

  BenchNeighboursCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    runs.check();
    Set<SearchMethod> searchMethods = MethodNames.parse(NeighbourMethod.Search.RADIUS, methods);
    RadiusChoice.Fixed fixed = radius.fixed == null ? null : new RadiusChoice.Fixed(radius.fixed);
    if (radius.k != null) {
      NeighbourOptions.requireNeighbours(radius.k);
    }
    requireIteration();
    Function<Communicator, ParticleSource> source = input.source(false);
    runs.report(
        ranks,
        ranks.run(
            new RankOptions(), comm -> measure(comm, source.apply(comm), fixed, searchMethods)));
    return ExitCodes.OK;
  }

  private void requireIteration() {
    if (iterate == null) {
      return;
    }
    if (radius.k == null || count) {
      throw new UsageException(
          "--iterate finds smoothing lengths with K neighbours: give it with -k, without --radius and --count");
    }
    new RadiusChoice.Iterated(new RadiusChoice.Smoothing(1, radius.k), iterate);
  }

  private BenchReport measure(
      Communicator comm,
      ParticleSource source,
      RadiusChoice.Fixed fixed,
      Set<SearchMethod> searchMethods) {
    BenchRuns.requireOneRank("bench neighbours", comm);
    if (radius.k != null && radius.k > source.count()) {
      throw new UsageException(
          "-k is %d, but there are %d particles: give at most that many"
              .formatted(radius.k, source.count()));
    }
    return BenchRuns.onDevice(
        computer.computer(),
        comm,
        device -> {
          BenchRuns.printTask(ranks.out(), source, device);
          NeighbourBenchmark benchmark =
              new NeighbourBenchmark(device.backend(), source, device.arrays());
          double[] radii =
              fixed == null
                  ? benchmark.neighbourRadii(radius.k)
                  : benchmark.equalRadii(fixed.radius());
          Set<SearchMethod> supported = new LinkedHashSet<>(searchMethods);
          if (MethodNames.isAll(methods) && device.backend().methodKernels().bTree().isEmpty()) {
            supported.removeIf(method -> method.kind().isCpuOnly());
          }
          NeighbourBenchmark.Request request =
              iterate == null
                  ? new NeighbourBenchmark.Request.RadiusRequest(radii, !count)
                  : new NeighbourBenchmark.Request.LengthRequest(radii, radius.k, iterate);
          return MethodComparison.report(
              supported,
              method ->
                  benchmark.run(
                      new NeighbourBenchmark.Task(method, request, supported.size() > 1, false),
                      runs.warmup(),
                      runs.repeat()),
              first ->
                  iterate == null
                      ? report(source, device, first)
                      : reportLengths(source, device, first));
        });
  }

  private BenchReport report(
      ParticleSource source, RankDevice device, NeighbourBenchmark.Result result) {
    String within =
        radius.k == null
            ? Double.toString(radius.fixed)
            : "distance of neighbour %d of each".formatted(radius.k);
    String summary =
        String.format(
            Locale.ROOT,
            "radius           %s%nneighbours       %d, %s (%.1f of each in the mean)",
            within,
            result.pairs(),
            count ? "counted" : "listed",
            (double) result.pairs() / result.particles());
    Map<String, Object> numbers = runs.numbers(source, device);
    numbers.put("radius", within);
    numbers.put("lists", String.valueOf(!count));
    numbers.put("pairs", result.pairs());
    return new BenchReport(summary, numbers, result.particles(), runs.repeat(), result.stages());
  }

  private BenchReport reportLengths(
      ParticleSource source, RankDevice device, NeighbourBenchmark.Result result) {
    String summary =
        String.format(
            Locale.ROOT,
            "lengths          with %d +- %s neighbours, %.6g in the mean",
            radius.k,
            iterate,
            result.farthest());
    Map<String, Object> numbers = runs.numbers(source, device);
    numbers.put("k", radius.k);
    numbers.put("tolerance", iterate);
    numbers.put("meanLength", result.farthest());
    return new BenchReport(summary, numbers, result.particles(), runs.repeat(), result.stages());
  }
}
