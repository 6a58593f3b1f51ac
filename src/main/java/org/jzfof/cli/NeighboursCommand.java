package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
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
import org.jzfof.config.search.KernelChoice;
import org.jzfof.config.search.ListContent;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.config.search.SearchOutput;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.search.NeighbourFinder;
import org.jzfof.neighbours.search.NeighbourReport;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof neighbours}: finds all neighbours within radii, and writes them. */
@Command(
    name = "neighbours",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Finds all neighbours of every particle within a radius.",
    description =
        "Finds all particles of a snapshot within a radius of each of its particles, or of"
            + " particles of other types, of another snapshot, or of any positions, and writes the"
            + " lists, counts or densities to an HDF5 file.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof neighbours snapshot_001.hdf5 --radius 0.2",
      "  jzfof neighbours snapshot_001.hdf5 --radius 0.5 --count",
      "  jzfof neighbours snapshot_001.hdf5 --smoothing -k 32 --values count,density",
      "  jzfof neighbours snapshot_001.hdf5 --smoothing -k 64 --iterate 0.1 --values smoothing",
      "  jzfof neighbours snapshot_001.hdf5 --radius 0.2 --count --method kdtree",
      "  jzfof neighbours snapdir_099 --types 1 --smoothing --symmetric --exclude-self",
      "  jzfof neighbours snapdir_099 --queries places.hdf5 --radii places.hdf5:Radii"
    })
final class NeighboursCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SNAPSHOT",
      description = "Any file of the snapshot, its base name, or its folder.")
  private Path snapshot;

  @ArgGroup(multiplicity = "1")
  private Radius radius;

  /** The radius around each query, given in one of three forms. */
  private static final class Radius {
    @Option(
        names = "--radius",
        paramLabel = "R",
        description = "The same radius for all queries, in the length unit of the snapshot.")
    private Double fixed;

    @Option(
        names = "--smoothing",
        paramLabel = "SCALE",
        arity = "0..1",
        fallbackValue = SmoothingScale.OF_CODE,
        converter = SmoothingScale.class,
        description =
            "SCALE times the smoothing lengths of the snapshot or, if it has none, SCALE times the distance of the K-th neighbour, see -k (default: the kernel radius of the code that wrote the snapshot, or 1).")
    private Double smoothing;

    @Option(
        names = "--radii",
        paramLabel = "FILE:DATASET",
        description = "A radius for each query, from an HDF5 file.")
    private String stored;
  }

  @Option(
      names = "-k",
      paramLabel = "K",
      defaultValue = "32",
      description =
          "For --smoothing without smoothing lengths in the snapshot: take the distance of the K-th neighbour; the particle itself is the first. For --iterate: the wanted number of neighbours (default: ${DEFAULT-VALUE}).")
  private int k;

  @Option(
      names = "--iterate",
      paramLabel = "TOL",
      description =
          "Iterate the smoothing lengths h, from those of --smoothing, until 4/3 pi h^3 sum W(r, h)"
              + " is K, see -k, within TOL; W is the kernel of --kernel, which vanishes at h.")
  private Double iterate;

  @Option(
      names = "--symmetric",
      description = "Also list particles whose own radius contains the query, as in SPH.")
  private boolean symmetric;

  @Mixin private ParticleOptions particles = new ParticleOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File to write, or a folder for it (default: neighbour_lists_NNN.hdf5, NNN being the"
              + " number in the snapshot's name, or the name).")
  private String output;

  @Mixin private QueryOptions queries = new QueryOptions();

  @Option(
      names = "--values",
      paramLabel = "V",
      split = ",",
      description =
          "What to write: distance, index (row among the sources), id, count (number of"
              + " neighbours), density (SPH density), dispersion (three-dimensional velocity"
              + " dispersion, weighted as the density), smoothing (smoothing length of the query)"
              + " (default: index,distance, with --iterate also smoothing).")
  private NeighbourValue[] values;

  @Option(names = "--count", description = "The same as --values count.")
  private boolean count;

  @Option(
      names = "--kernel",
      paramLabel = "NAME",
      defaultValue = "cubic",
      description =
          "Kernel of densities, dispersions and --iterate: cubic (spline) or wendland (C2) (default: ${DEFAULT-VALUE}).")
  private KernelChoice kernel;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "tree",
      converter = MethodNames.class,
      description =
          "Search method, with the same result: tree or, without --symmetric, kdtree"
              + " (left-balanced k-d tree), on a CPU also btree or octree; parameters follow, as"
              + " in btree:bucket=16 (default: ${DEFAULT-VALUE}).")
  private SearchMethod method;

  @Mixin private SearchMixin search = new SearchMixin();

  @Mixin private IndexOptions index = new IndexOptions();

  @Mixin private WriteOptions write = new WriteOptions();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  NeighboursCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    NeighbourReport report =
        search.runOnAllRanks(
            ranks,
            "neighbours",
            options(),
            (comm, local, progress) ->
                new NeighbourFinder(comm, VersionProvider.jzfof()).find(local, progress));
    if (!search.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private NeighbourOptions options() {
    return new NeighbourOptions(
        particles.choice(snapshot),
        queries.searchQueries(),
        new RowShape.Within(radius(), symmetric, new ListContent(valueSet(), kernel)),
        method,
        index.type(),
        SearchOutput.of(output, write.files(), write.overwrite()),
        search.execution(write.dryRun(), args));
  }

  private RadiusChoice radius() {
    if (iterate != null && radius.smoothing == null) {
      throw new UsageException(
          "--iterate changes smoothing lengths: give it with --smoothing, or leave it out");
    }
    if (radius.fixed != null) {
      return new RadiusChoice.Fixed(radius.fixed);
    }
    if (radius.stored != null) {
      return RadiusChoice.Stored.of(radius.stored);
    }
    RadiusChoice.Smoothing smoothing = new RadiusChoice.Smoothing(radius.smoothing, k);
    return iterate == null ? smoothing : new RadiusChoice.Iterated(smoothing, iterate);
  }

  private Set<NeighbourValue> valueSet() {
    if (count && values != null) {
      throw new UsageException("--count and --values exclude each other: write --values count,...");
    }
    if (count) {
      return EnumSet.of(NeighbourValue.COUNT);
    }
    if (values == null) {
      Set<NeighbourValue> usual = EnumSet.of(NeighbourValue.INDEX, NeighbourValue.DISTANCE);
      if (iterate != null) {
        usual.add(NeighbourValue.SMOOTHING);
      }
      return usual;
    }
    return SearchSummary.values(NeighbourValue.class, values);
  }

  private void print(NeighbourReport report) {
    NeighbourOrigin origin = report.info().origin();
    SearchSummary summary = search.summary(ranks);
    summary.printSnapshot(origin);
    summary.printSources(origin);
    out.println("queries          " + origin.describeQueries(report.info().rows()));
    out.println(
        "radius           %s%s"
            .formatted(report.info().radius(), symmetric ? ", or that of the neighbour" : ""));
    out.println(
        "neighbours       %d, at most %d of a query"
            .formatted(report.pairs(), report.maxPerQuery()));
    summary.printComputer(report.backend(), report.warnings());
    summary.printStages(report.stages());
    String size = StageTable.bytes(report.fileBytes());
    if (report.file() == null) {
      out.println("memory needed    about " + StageTable.bytes(report.estimatedBytes()));
    }
    out.println(
        report.file() == null
            ? "dry run          nothing written; the output takes " + size
            : "file             %s (%s)".formatted(write.describe(report.file()), size));
  }
}
