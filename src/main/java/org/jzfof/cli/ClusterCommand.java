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
import org.jzfof.cli.reports.SnapshotSummary;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.cluster.ClusterFinder;
import org.jzfof.cluster.ClusterInfo;
import org.jzfof.cluster.ClusterReport;
import org.jzfof.cluster.Clusters;
import org.jzfof.config.search.ClusterOptions;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.snapshot.header.UnitLabels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof cluster}: finds the clusters of DBSCAN, and writes them. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Finds clusters of particles by their density (DBSCAN).",
    description =
        "Finds core points, which have at least N particles within R, themselves included; links"
            + " core points within R of each other; adds all particles within R of them; and writes"
            + " the cluster of every particle to an HDF5 file.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof cluster snapshot_001.hdf5 --eps 0.3 --min-points 10",
      "  jzfof cluster snapshot_001.hdf5 --eps 0.3 --min-points 10 --ranks 2 -o dense.hdf5",
      "  jzfof cluster galaxy.hdf5 --types 0,4 --open --eps 0.2 --min-points 5",
      "  jzfof cluster snapdir_099 --eps 0.5 --min-points 20 --dry-run"
    })
final class ClusterCommand implements Callable<Integer> {
  private static final int LARGEST = 10;

  @Parameters(
      paramLabel = "SNAPSHOT",
      description = "Any file of the snapshot, its base name, or its folder.")
  private Path snapshot;

  @Option(
      names = "--eps",
      required = true,
      paramLabel = "R",
      description = "Radius around each particle, in the length unit of the snapshot.")
  private double eps;

  @Option(
      names = "--min-points",
      required = true,
      paramLabel = "N",
      description = "Least number of particles within R of a core point, itself included.")
  private int minPoints;

  @Mixin private ParticleOptions particles = new ParticleOptions();

  @Option(
      names = "--no-ids",
      description = "Break ties by the rows of particles instead of their IDs.")
  private boolean noIds;

  @Mixin private OneFileOptions file = new OneFileOptions();

  @Mixin private SearchMixin search = new SearchMixin();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  ClusterCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    ClusterReport report =
        search.runOnAllRanks(
            ranks,
            "cluster",
            options(),
            (comm, local, progress) ->
                new ClusterFinder(comm, VersionProvider.jzfof()).find(local, progress));
    if (!search.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private ClusterOptions options() {
    return new ClusterOptions(
        particles.choice(snapshot),
        eps,
        minPoints,
        !noIds,
        file.output(),
        search.execution(file.dryRun(), args));
  }

  private void print(ClusterReport report) {
    ClusterInfo info = report.info();
    NeighbourOrigin origin = info.origin();
    NeighbourOrigin.Sources sources = origin.sources();
    SearchSummary summary = search.summary(ranks);
    summary.printSnapshot(origin);
    summary.printParticles(origin);
    out.println(
        "core points      those with at least %d particles within %s %s"
            .formatted(
                info.minPoints(),
                SnapshotSummary.digits(info.eps()),
                UnitLabels.length(sources.header().units())));
    summary.printComputer(report.backend(), report.warnings());
    if (report.file() == null) {
      out.println("memory needed    about " + StageTable.bytes(report.estimatedBytes()));
      out.println("dry run          nothing searched or written");
      return;
    }
    out.println(
        "clusters         %d with %d particles, %d of them core points; %d particles are noise"
            .formatted(
                info.clusters().count(),
                info.members(),
                info.cores(),
                info.particles() - info.members()));
    printLargest(info.clusters());
    summary.printStages(report.stages());
    out.println("file             " + report.file());
  }

  private void printLargest(Clusters clusters) {
    if (clusters.count() > 0) {
      out.println("%n%8s %12s %12s".formatted("cluster", "particles", "core points"));
    }
    for (int i = 0; i < Math.min(LARGEST, clusters.count()); i++) {
      out.println("%8d %12d %12d".formatted(i, clusters.size()[i], clusters.cores()[i]));
    }
  }
}
