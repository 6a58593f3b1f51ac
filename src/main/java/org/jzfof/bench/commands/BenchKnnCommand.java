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
import org.jzfof.cli.common.QueryOptions;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.config.search.SearchQueries;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jzfof bench knn}: times nearest neighbours from coordinates to answers on the device. */
@Command(
    name = "knn",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Times every stage from coordinates on the device to the nearest neighbours of every"
            + " particle there, without reading and writing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench knn --clustered 262144 --warmup 2 --repeat 3",
      "  jzfof bench knn --uniform 200000 -k 32 --warmup 2 --repeat 3 --json uniform.json",
      "  jzfof bench knn --uniform 1000000 --queries 10000 --warmup 2 --repeat 3",
      "  jzfof bench knn --uniform 100000 --query-seed 2 --open -k 30 --warmup 2 --repeat 3",
      "  jzfof bench knn --set hills --particles 100000 --method all --warmup 2 --repeat 3",
      "  jzfof bench knn --set normal --particles 100000 --flat --open --warmup 2 --repeat 3",
      "  jzfof bench knn --uniform 200000 --ranks 2 --order morton --warmup 2 --repeat 3",
      "  jzfof bench knn --clustered 100000 --method all --warmup 2 --repeat 3",
      "  jzfof bench knn --uniform 100000 --method kdtree --work --warmup 1 --repeat 2",
      "  jzfof bench knn --uniform 100000 --build --method kdtree,kdtree:split=widest --repeat 2 --warmup 1",
      "  jzfof bench knn --input snapshot_001.hdf5 -k 30 --warmup 2 --repeat 3",
      "  jzfof bench knn --input snapshot_001.hdf5 --tiles 2 --warmup 1 --repeat 2",
      "  jzfof bench knn --input bunny.ply -k 30 --method all --warmup 2 --repeat 3",
      "  jzfof bench knn --input scan.xyz --warmup 2 --repeat 3"
    })
final class BenchKnnCommand implements Callable<Integer> {
  @Mixin private BenchInput input = new BenchInput();

  @Option(
      names = "-k",
      paramLabel = "K",
      defaultValue = "16",
      description = "Number of neighbours per query (default: ${DEFAULT-VALUE}).")
  private int k;

  @Option(
      names = "--queries",
      paramLabel = "N",
      description = "Query N uniform random positions instead of every particle.")
  private Long queries;

  @Option(names = "--build", description = "Build the index alone, without a search.")
  private boolean buildOnly;

  @Option(
      names = "--query-seed",
      paramLabel = "S",
      description =
          "Query the same set made with the seed S: as many positions as particles, or --queries N.")
  private Long querySeed;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "file",
      description =
          "Order of the rows: file, or morton (along a space-filling curve; on several ranks each"
              + " row stays on the rank in whose domain it is) (default: ${DEFAULT-VALUE}).")
  private QueryOptions.Order order;

  @Option(
      names = "--method",
      paramLabel = "M",
      split = ",",
      defaultValue = "tree",
      description =
          "Methods to time: tree, kdtree, and on a GPU clover, clover-bitonic, grid and scan, or all"
              + " (without scan). Several are compared, after a check that their results are equal"
              + " (default: ${DEFAULT-VALUE}).")
  private String[] methods;

  @Option(
      names = "--work",
      description =
          "Also count the work of each query on one rank: cells visited and points whose distance"
              + " is computed; and time the parts of building an index of clover.")
  private boolean work;

  @Mixin private BenchRuns runs = new BenchRuns();

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  private final Ranks ranks;

  BenchKnnCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    runs.check();
    NeighbourOptions.requireNeighbours(k);
    SearchQueries.requireOrder(
        morton(), queries == null && querySeed == null, "--queries and --query-seed");
    if (buildOnly && (queries != null || querySeed != null || work)) {
      throw new UsageException(
          "--build has no queries: leave out --queries, --query-seed and --work");
    }
    Set<SearchMethod> searchMethods = MethodNames.parse(NeighbourMethod.Search.NEAREST, methods);
    if (MethodNames.isAll(methods)) {
      searchMethods.remove(
          SearchMethod.of(NeighbourMethod.SCAN)); // the scan takes hours, other methods seconds
      searchMethods.removeIf(method -> k > method.kind().maximumNeighbours());
    }
    searchMethods.forEach(method -> NeighbourOptions.requireNeighbours(method, k));
    Function<Communicator, ParticleSource> source = input.source(false);
    runs.report(
        ranks, ranks.run(rankOptions, comm -> measure(comm, source.apply(comm), searchMethods)));
    return ExitCodes.OK;
  }

  private boolean morton() {
    return order == QueryOptions.Order.MORTON;
  }

  private BenchReport measure(
      Communicator comm, ParticleSource source, Set<SearchMethod> searchMethods) {
    if (work && comm.size() > 1) {
      throw new UsageException(
          "--work counts on one rank, and there are %d: leave out --ranks, mpirun and srun"
              .formatted(comm.size()));
    }
    ParticleSource queryPositions = input.queries(queries, querySeed, source);
    return BenchRuns.onDevice(
        computer.computer(),
        comm,
        device -> {
          if (comm.rank() == 0) {
            BenchRuns.printTask(ranks.out(), source, device);
          }
          NeighbourBenchmark benchmark =
              new NeighbourBenchmark(device.backend(), source, device.arrays());
          Set<SearchMethod> supported = new LinkedHashSet<>(searchMethods); // one for each rank
          if (MethodNames.isAll(methods) && device.backend().methodKernels().cells().isEmpty()) {
            supported.removeIf(method -> method.kind().isGpuOnly());
          }
          NeighbourBenchmark.Request request =
              buildOnly
                  ? new NeighbourBenchmark.Request.IndexRequest()
                  : new NeighbourBenchmark.Request.NearestRequest(k, morton(), queryPositions);
          return MethodComparison.report(
              supported,
              method ->
                  benchmark.run(
                      new NeighbourBenchmark.Task(
                          method, request, work || supported.size() > 1, work),
                      runs.warmup(),
                      runs.repeat()),
              first -> report(source, device, first));
        });
  }

  private BenchReport report(
      ParticleSource source, RankDevice device, NeighbourBenchmark.Result result) {
    String summary = buildOnly ? "queries          none, the index alone" : queries(result);
    if (device.arrays().comm().size() > 1) {
      summary +=
          String.format(
              Locale.ROOT,
              "%nsent             %.1f MB between ranks, of these %.1f MB while searching%n"
                  + "largest share    %.4f of the mean number of rows",
              1e-6 * result.sharing().bytesSent(),
              1e-6 * result.sharing().bytesSentSearching(),
              result.sharing().imbalance());
    }
    Map<String, Object> numbers = runs.numbers(source, device);
    numbers.put("queries", result.queries());
    if (!buildOnly) {
      numbers.put("k", k);
      numbers.put("order", order.name().toLowerCase(Locale.ROOT));
      numbers.put("farthest", result.farthest());
      numbers.put("imbalance", result.sharing().imbalance());
    }
    numbers.put("bytesSent", result.sharing().bytesSent());
    numbers.put("bytesSentSearching", result.sharing().bytesSentSearching());
    return new BenchReport(summary, numbers, result.particles(), runs.repeat(), result.stages());
  }

  private String queries(NeighbourBenchmark.Result result) {
    return String.format(
        Locale.ROOT,
        "queries          %d, k = %d, the farthest neighbour at %.6g (mean of the first in %s order)",
        result.queries(),
        k,
        result.farthest(),
        order.name().toLowerCase(Locale.ROOT));
  }
}
