package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.OneFileOptions;
import org.jzfof.cli.common.ParticleOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.SearchMixin;
import org.jzfof.cli.ranks.SearchSummary;
import org.jzfof.cli.reports.PairTable;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.config.search.BinEdges;
import org.jzfof.config.search.PairsOptions;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.pairs.Separation;
import org.jzfof.pairs.search.PairFinder;
import org.jzfof.pairs.search.PairInfo;
import org.jzfof.pairs.search.PairReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof pairs}: counts pairs of particles by their separation, and writes the counts. */
@Command(
    name = "pairs",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Counts pairs of particles by their separation.",
    description =
        "Counts the pairs of the particles of a snapshot, or of two sets of particle types, in bins"
            + " of their separation. Writes the counts and, in a periodic box, the correlation"
            + " function to an HDF5 file.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof pairs snapshot_001.hdf5 --bins 0.1:10:20log",
      "  jzfof pairs snapshot_001.hdf5 --bins 0.5:12:8 --mode rppi --pimax 10 --los x",
      "  jzfof pairs snapshot_001.hdf5 --bins 1:12:11 --mode smu --mu-bins 20 -o smu.hdf5",
      "  jzfof pairs snapshot_001.hdf5 --bins 1:12:5 --jackknife 2 -o jackknife.hdf5",
      "  jzfof pairs snapshot_001.hdf5 --bins 0.1:10:20log --weights mass -o weighted.hdf5",
      "  jzfof pairs snapdir_099 --types 1 --other-types 4 --bins 0:5:50 --ranks 4"
    })
final class PairsCommand implements Callable<Integer> {
  /** The possible lines of sight. */
  private enum Axis {
    X,
    Y,
    Z
  }

  @Parameters(
      paramLabel = "SNAPSHOT",
      description = "Any file of the snapshot, its base name, or its folder.")
  private Path snapshot;

  @Option(
      names = "--bins",
      required = true,
      paramLabel = "FILE|RMIN:RMAX:N[log]",
      description =
          "Bins of the distance in the length unit of the snapshot: N of equal width, N of equal"
              + " ratio with log, or a file with one edge, or both edges of a bin, per line.")
  private String bins;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "r",
      description =
          "r (distance), rppi (distances across and along the line of sight, with --pimax), or smu"
              + " (distance, and cosine of the angle to the line of sight, with --mu-bins)"
              + " (default: ${DEFAULT-VALUE}).")
  private Separation mode;

  @Option(
      names = "--pimax",
      paramLabel = "N",
      description =
          "Number of bins along the line of sight for --mode rppi, one length unit wide each.")
  private Integer pimax;

  @Option(
      names = "--mu-bins",
      paramLabel = "N",
      description = "Number of bins of mu from 0 to 1 for --mode smu.")
  private Integer muBins;

  @Option(
      names = "--los",
      paramLabel = "AXIS",
      defaultValue = "z",
      description = "Line of sight: x, y or z (default: ${DEFAULT-VALUE}).")
  private Axis sight;

  @Mixin private ParticleOptions particles = new ParticleOptions();

  @Option(
      names = "--other-types",
      paramLabel = "T",
      split = ",",
      description = "Count pairs with particles of these types (default: pairs among --types).")
  private int[] otherTypes;

  @Option(
      names = "--weights",
      paramLabel = "mass|DATASET",
      description =
          "Also sum the product of the weights of each pair: masses, or a dataset that each of the"
              + " types has.")
  private String weights;

  @Option(
      names = "--jackknife",
      paramLabel = "N",
      description =
          "Write the jackknife covariance of xi, and of wp, from N x N x N equal regions of the"
              + " periodic box.")
  private Integer jackknife;

  @Mixin private OneFileOptions file = new OneFileOptions();

  @Mixin private SearchMixin search = new SearchMixin();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  PairsCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    PairReport report =
        search.runOnAllRanks(
            ranks,
            "pairs",
            options(),
            (comm, local, progress) ->
                new PairFinder(comm, VersionProvider.jzfof()).find(local, progress));
    if (!search.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private PairsOptions options() {
    return new PairsOptions(
        particles.choice(snapshot),
        otherTypes,
        PairsOptions.bins(mode, BinEdges.of(bins), pimax, muBins, sight.ordinal()),
        weights,
        jackknife,
        file.output(),
        search.execution(file.dryRun(), args));
  }

  private void print(PairReport report) {
    PairInfo info = report.info();
    NeighbourOrigin origin = info.origin();
    SearchSummary summary = search.summary(ranks);
    summary.printSnapshot(origin);
    summary.printParticles(origin);
    out.println(
        "partners         "
            + (info.autocorrelation() ? "each other" : origin.describeQueries(info.partners())));
    if (info.weighted() != null) {
      out.println("weights          " + info.weighted().name());
    }
    summary.printComputer(report.backend(), report.warnings());
    if (report.file() == null) {
      out.println("memory needed    about " + StageTable.bytes(report.estimatedBytes()));
      out.println("dry run          nothing counted or written");
      return;
    }
    out.println();
    PairTable.print(out, info);
    summary.printStages(report.stages());
    out.println("pairs            " + report.file());
  }
}
