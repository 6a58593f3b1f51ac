package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.IndexOptions;
import org.jzfof.cli.common.MethodNames;
import org.jzfof.cli.common.ParticleOptions;
import org.jzfof.cli.common.QueryOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.common.WriteOptions;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.SearchMixin;
import org.jzfof.cli.ranks.SearchSummary;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.config.search.SearchOutput;
import org.jzfof.neighbours.files.NeighbourInfo;
import org.jzfof.neighbours.search.NeighbourFinder;
import org.jzfof.neighbours.search.NeighbourReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof knn}: finds the nearest neighbours of particles or positions, and writes them. */
@Command(
    name = "knn",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Finds the k nearest neighbours of every particle.",
    description =
        "Finds the k nearest particles of a snapshot for each of its particles, or for particles"
            + " of other types, of another snapshot, or for any positions, and writes them to an"
            + " HDF5 file.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof knn snapshot_001.hdf5 -k 32",
      "  jzfof knn snapshot_001.hdf5 --exclude-self --values index,id,distance,density",
      "  jzfof knn snapdir_099 --types 1 --query-types 4 -o stars.hdf5",
      "  jzfof knn snapdir_099 --queries places.hdf5 -k 1 --ranks 4 --files 4",
      "  jzfof knn snapdir_099 --dry-run"
    })
final class KnnCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SNAPSHOT",
      description = "Any file of the snapshot, its base name, or its folder.")
  private Path snapshot;

  @Mixin private ParticleOptions particles = new ParticleOptions();

  @Option(
      names = "-k",
      paramLabel = "K",
      defaultValue = "16",
      description = "Number of neighbours per query, 1 to 4096 (default: ${DEFAULT-VALUE}).")
  private int k;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File to write, or a folder for it (default: neighbours_NNN.hdf5, NNN being the number in"
              + " the snapshot's name, or the name).")
  private String output;

  @Mixin private QueryOptions queries = new QueryOptions();

  @Option(
      names = "--values",
      paramLabel = "V",
      split = ",",
      defaultValue = "index,distance",
      description =
          "What to write: distance, index (row among the sources), id, density (SPH density from"
              + " the neighbours) (default: ${DEFAULT-VALUE}).")
  private Value[] values;

  /** The values of {@link NeighbourValue} that rows of k neighbours can have. */
  private enum Value {
    DISTANCE,
    INDEX,
    ID,
    DENSITY
  }

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "tree",
      converter = MethodNames.class,
      description =
          "Search method, with the same result: tree, kdtree (left-balanced k-d tree), or on a"
              + " GPU clover, clover-bitonic, grid or scan; parameters follow, as in clover:hubs=512"
              + " (default: ${DEFAULT-VALUE}).")
  private SearchMethod method;

  @Mixin private SearchMixin search = new SearchMixin();

  @Mixin private IndexOptions index = new IndexOptions();

  @Mixin private WriteOptions write = new WriteOptions();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  KnnCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    NeighbourReport report =
        search.runOnAllRanks(
            ranks,
            "knn",
            options(),
            (comm, local, progress) ->
                new NeighbourFinder(comm, VersionProvider.jzfof()).find(local, progress));
    if (!search.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private NeighbourOptions options() {
    Set<NeighbourValue> neighbourValues =
        SearchSummary.values(Value.class, values).stream()
            .map(value -> NeighbourValue.valueOf(value.name()))
            .collect(Collectors.toSet());
    return new NeighbourOptions(
        particles.choice(snapshot),
        queries.searchQueries(),
        new RowShape.Nearest(k, neighbourValues),
        method,
        index.type(),
        SearchOutput.of(output, write.files(), write.overwrite()),
        search.execution(write.dryRun(), args));
  }

  private void print(NeighbourReport report) {
    NeighbourInfo info = report.info();
    SearchSummary summary = search.summary(ranks);
    summary.printSnapshot(info.origin());
    summary.printSources(info.origin());
    out.println("queries          " + describeQueries(info));
    summary.printComputer(report.backend(), report.warnings());
    if (report.file() == null) {
      out.println("memory needed    about " + StageTable.bytes(report.estimatedBytes()));
      out.println("file size        " + StageTable.bytes(report.fileBytes()));
      out.println("dry run          nothing written");
    } else {
      summary.printStages(report.stages());
      out.println(
          "neighbours       %s (%s)"
              .formatted(write.describe(report.file()), StageTable.bytes(report.fileBytes())));
    }
  }

  private static String describeQueries(NeighbourInfo info) {
    return "%s, k = %d%s"
        .formatted(
            info.origin().describeQueries(info.rows()),
            info.k(),
            info.excludeSelf() ? " without themselves" : "");
  }
}
