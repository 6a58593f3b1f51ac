package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.OneFileOptions;
import org.jzfof.cli.common.SnapshotOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.SearchMixin;
import org.jzfof.cli.ranks.SearchSummary;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.config.Centre;
import org.jzfof.config.Crossing;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.config.search.ProfileBins;
import org.jzfof.config.search.SphereFileOptions;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;
import org.jzfof.spheres.catalogue.CatalogueSpheres;
import org.jzfof.spheres.catalogue.SphereReport;
import org.jzfof.spheres.catalogue.SphereTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof so}: measures spheres around the groups of a catalogue or around positions. */
@Command(
    name = "so",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header =
        "Measures masses like M200c around the groups of a catalogue, or around given positions.",
    description =
        "Measures masses and radii of spheres of given mean densities around GroupPos of each group"
            + " of a catalogue (of jzfof, Gadget-4, IllustrisTNG, SWIFT or yt), or around the positions of a table, and writes them to spheres_NNN.hdf5, one row for each centre.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof so groups_001 snapshot_001.hdf5",
      "  jzfof so groups_001 snapshot_001.hdf5 --so 200c,2500c -o out/",
      "  jzfof so groups_001 snapshot_001.hdf5 --types 1 --so-crossing gadget",
      "  jzfof so groups_001 snapshot_001.hdf5 --profiles=0.02:2:20",
      "  jzfof so groups_001 snapshot_001.hdf5 --properties inside,concentration,shape",
      "  jzfof so centres.txt snapshot_001.hdf5 --so-crossing soap",
      "  jzfof so places.hdf5:/Coordinates snapshot_001.hdf5 --so-flags"
    })
final class SpheresCommand implements Callable<Integer> {
  private static final int LARGEST = 10;

  @Parameters(
      index = "0",
      paramLabel = "CENTRES",
      description =
          "A catalogue: one of its files, or its folder; a text file with a line x y z, or x y z id, for each centre, separated by blanks or commas (# begins a comment); or FILE.hdf5:DATASET for positions [N, 3]. Lengths are in the unit of the snapshot.")
  private Path catalogue;

  @Parameters(
      index = "1",
      paramLabel = "SNAPSHOT",
      description =
          "The snapshot of the catalogue: any of its files, its base name, or its folder.")
  private Path snapshot;

  @Option(
      names = "--so",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "200c,500c,200m,vir",
      description =
          "Mean densities: multiples of the critical density (200c, 500c), of the mean density"
              + " (200m), or vir (Bryan and Norman 1998) (default: ${DEFAULT-VALUE}).")
  private List<String> limits;

  @Option(
      names = "--so-crossing",
      paramLabel = "RULE",
      defaultValue = "last",
      description =
          "Which radius to take if the density crosses a limit more than once: last, first, gadget (the one that Gadget-4 finds) or soap (as SOAP, with the mass interpolated between two particles) (default: ${DEFAULT-VALUE}).")
  private Crossing crossing;

  @Option(
      names = "--so-flags",
      description =
          "Also write Group_MultipleCrossings_Crit200 and so on: 1 where the first and the last"
              + " crossing differ.")
  private boolean flags;

  @Option(
      names = "--types",
      paramLabel = "T",
      split = ",",
      description = "Particle types that count, such as 1 (default: all).")
  private int[] types;

  @Option(
      names = "--properties",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "none",
      description =
          "Properties of the particles inside the spheres, as in jzfof run: types (mass of each type), inside (dispersion and spin), concentration, shape and contamination; all, or none (default: ${DEFAULT-VALUE}).")
  private List<String> properties;

  @Option(
      names = "--linked-types",
      paramLabel = "T",
      split = ",",
      description =
          "Dark matter types that are not counted as contamination (default: the linked types of the catalogue; 1 for other centres).")
  private int[] linked;

  @Option(
      names = "--profiles",
      paramLabel = "RMIN:RMAX:N",
      arity = "0..1",
      fallbackValue = ProfileBins.DEFAULT,
      description =
          "Also write profiles of mass, number, density, velocity dispersion and mean radial velocity of"
              + " each particle type: N shells of equal"
              + " logarithmic width between these radii in units of R200c (${FALLBACK-VALUE} if none are given).")
  private String profiles;

  @Mixin private SnapshotOptions headers = new SnapshotOptions();

  @Mixin private OneFileOptions file = new OneFileOptions();

  @Mixin private SearchMixin search = new SearchMixin();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  SpheresCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    SphereFileOptions options =
        new SphereFileOptions(
            catalogue,
            snapshot,
            types,
            linked,
            headers.headerChoice(),
            new SphereOptions(
                SphereOptions.limits(limits),
                crossing,
                Centre.COM,
                true,
                Double.NaN,
                flags,
                null,
                Property.ofSpheres(properties)),
            profiles == null ? null : ProfileBins.of(profiles),
            file.output(),
            search.execution(file.dryRun(), args));
    SphereReport report =
        search.runOnAllRanks(
            ranks,
            "so",
            options,
            (comm, local, progress) ->
                new CatalogueSpheres(comm, VersionProvider.jzfof()).find(local, progress));
    if (!search.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private void print(SphereReport report) {
    SphereTable table = report.table();
    SearchSummary summary = search.summary(ranks);
    summary.printSnapshot(table.origin());
    summary.printParticles(table.origin());
    out.println("centres          %d of %s".formatted(table.groups(), catalogue));
    summary.printComputer(report.backend(), report.warnings());
    if (report.file() == null) {
      out.println("memory needed    about " + StageTable.bytes(report.estimatedBytes()));
      out.println("dry run          nothing measured or written");
      return;
    }
    printSpheres(table);
    summary.printStages(report.stages());
    out.println("spheres          " + report.file());
  }

  private void printSpheres(SphereTable table) {
    GroupSpheres spheres = table.spheres();
    out.println();
    out.print(String.format("%8s", "centre"));
    spheres.limits().forEach(l -> out.printf(Locale.ROOT, " %12s %9s", "M" + l, "R" + l));
    out.println();
    int limits = spheres.limits().size();
    for (int g = 0; g < Math.min(LARGEST, table.groups()); g++) {
      out.printf("%8d", g);
      for (int s = 0; s < limits; s++) {
        int index = g * limits + s;
        out.printf(Locale.ROOT, " %12.5g %9.4f", spheres.mass()[index], spheres.radius()[index]);
      }
      out.println();
    }
    Units units = table.origin().sources().header().units();
    out.printf("masses in %s, lengths in %s%n", UnitLabels.mass(units), UnitLabels.length(units));
    long none = Arrays.stream(spheres.mass()).filter(m -> m == 0).count();
    if (none > 0) {
      out.println("no sphere        %d of %d".formatted(none, spheres.mass().length));
    }
  }
}
