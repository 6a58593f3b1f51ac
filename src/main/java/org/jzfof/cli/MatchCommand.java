package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.HeaderOptions;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReadFiles;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.RankedCommand;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.SearchSummary;
import org.jzfof.config.catalogues.IdMap;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.MatchOptions;
import org.jzfof.match.Direction;
import org.jzfof.match.MatchFinder;
import org.jzfof.match.MatchReport;
import org.jzfof.trees.LinkFinder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jzfof match}: matches the haloes of two catalogues of one time. */
@Command(
    name = "match",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Matches haloes of two catalogues by their common members.",
    description = {
      "Finds for each group or subhalo the one of another catalogue of the same time that has most of"
          + " its members, in both directions: of a run with gas and its twin of dark matter, of two"
          + " linking lengths, of two group finders.",
      "",
      "Catalogues are those of jzfof with IDs, of Gadget-4 and AREPO with their snapshots in group order, and any others with a file that has the halo of each particle (--members1, --members2)."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof match groups_001 again/groups_001",
      "      groups, or subhaloes if both have them, by all members",
      "  jzfof match hydro/groups_001 dmo/groups_001 --types 1 -o match_001.hdf5",
      "      a run with gas and its twin, by dark matter alone",
      "  jzfof match hydro/groups_001 dmo/groups_001 --types 1 --by subhalo --most-bound 50",
      "      by the 50 most bound particles of each subhalo",
      "  jzfof match eagle/groups_001 dmo/groups_001 --types 1 --id-map 1:/2",
      "      where dark matter has even IDs in one run and half of them in the other",
      "  jzfof match fof_output_0001.hdf5 dmo/groups_001 --by group --members1 snap_0001.hdf5",
      "      groups of SWIFT, whose snapshot has FOFGroupIDs"
    })
final class MatchCommand implements Callable<Integer> {
  private static final int LISTED = 10;

  @Parameters(
      index = "0",
      paramLabel = "CATALOGUE1",
      description = "Any file of a catalogue, or its folder.")
  private Path first;

  @Parameters(index = "1", paramLabel = "CATALOGUE2", description = "The other catalogue.")
  private Path second;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "auto",
      description =
          "What to match: subhalo, group, or auto for subhaloes if both have them (default:"
              + " ${DEFAULT-VALUE}).")
  private LinkBy by;

  @Option(
      names = "--types",
      paramLabel = "T",
      split = ",",
      description =
          "Particle types of the members that count, such as 1 for dark matter alone (default: all that both catalogues have).")
  private int[] types;

  @Option(
      names = "--most-bound",
      paramLabel = "N",
      description =
          "Count only the N most bound members of each type of a subhalo (default: all members).")
  private int mostBound;

  @Option(
      names = "--weights",
      paramLabel = "HOW",
      defaultValue = "count",
      description =
          "Which halo has most members: count them all alike, or link for the 16 most bound with the"
              + " weights of jzfof link (default: ${DEFAULT-VALUE}).")
  private MatchOptions.Weights weights;

  @Option(
      names = "--id-map",
      paramLabel = "RULE",
      description =
          "How the IDs of a catalogue become those of the other one: its number, 1 or 2 (default: 2), a colon, and steps +N, -N, *N or /N (without remainder), separated by commas.")
  private List<String> idMaps;

  @Option(
      names = "--members1",
      paramLabel = "FILE",
      description =
          "File with the halo of each particle of the first catalogue: a membership file, or a snapshot of SWIFT; the first of several.")
  private Path members1;

  @Option(
      names = "--members2",
      paramLabel = "FILE",
      description = "The same for the second catalogue.")
  private Path members2;

  @Option(
      names = "--snapshot1",
      paramLabel = "SNAPSHOT",
      description = "Snapshot with the IDs of the particles of --members1, if that file has none.")
  private Path snapshot1;

  @Option(names = "--snapshot2", paramLabel = "SNAPSHOT", description = "The same for --members2.")
  private Path snapshot2;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write, or a folder for it (default: match.hdf5).")
  private Path output;

  @Option(
      names = "--overwrite",
      description =
          "Replace an existing file, even that of another program or of other catalogues.")
  private boolean overwrite;

  @Mixin private HeaderOptions headers = new HeaderOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private ReportOptions loudness = new ReportOptions();

  @Spec private CommandSpec spec;

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  MatchCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    IdMap[] ids = MatchOptions.idMaps(idMaps);
    MatchOptions options =
        new MatchOptions(
            new MatchOptions.Side(first, members1, snapshot1, ids[0]),
            new MatchOptions.Side(second, members2, snapshot2, ids[1]),
            by,
            types,
            mostBound,
            weights,
            headers.trust(),
            MatchOptions.file(output),
            overwrite,
            "jzfof " + String.join(" ", args),
            ReadFiles.of(spec));
    String version = VersionProvider.jzfof();
    MatchReport report =
        RankedCommand.runOnAllRanks(
            ranks,
            rankOptions,
            loudness,
            RankedCommand.Task.of("match", options.commonOptions(), LinkFinder.COMPUTER),
            (comm, computer, progress) -> new MatchFinder(comm, version).find(options, progress));
    if (!loudness.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private void print(MatchReport report) {
    String what = report.subhaloes() ? "subhaloes" : "groups";
    print(1, report.first(), what, report);
    print(2, report.second(), what, report);
    new SearchSummary(ranks, rankOptions, loudness).printRanks(report.warnings());
    out.println(
        "matched          %d of 1 in 2, %d of 2 in 1, %d agree"
            .formatted(
                report.first().matched(), report.second().matched(), report.first().agreeing()));
    printMedian(report);
    printLargest(report);
    new SearchSummary(ranks, rankOptions, loudness).printStages(report.stages());
    out.println("match            " + report.file());
  }

  private void print(int number, Direction of, String what, MatchReport report) {
    long members = Arrays.stream(of.counting()).sum();
    out.println(
        "catalogue %d      %d %s, %d members of %s, %s"
            .formatted(
                number,
                of.haloes(),
                what,
                members,
                report.types(),
                report.sources().get(number - 1)));
  }

  private void printMedian(MatchReport report) {
    if (report.first().matched() > 0) {
      out.println(
          String.format(
              Locale.ROOT,
              "shared members   median %.3f of those of a matched halo of 1, %.3f of 2",
              report.first().medianFraction(),
              report.second().medianFraction()));
    }
  }

  private void printLargest(MatchReport report) {
    Direction first = report.first();
    if (first.haloes() == 0) {
      return;
    }
    out.println();
    out.printf(
        "%8s %8s %6s %12s %12s %9s %12s %12s%n",
        "halo 1", "halo 2", "agree", "members", "shared", "fraction", "mass 1", "mass 2");
    for (int halo = 0; halo < Math.min(LISTED, first.haloes()); halo++) {
      int other = first.match()[halo];
      out.printf(
          Locale.ROOT,
          "%8d %8s %6s %12d %12d %9.3f %12.5g %12s%n",
          halo,
          other < 0 ? "-" : String.valueOf(other),
          other < 0 ? "" : first.agrees()[halo] ? "yes" : "no",
          first.counting()[halo],
          first.shared()[halo],
          first.fraction(halo),
          first.mass()[halo],
          other < 0 ? "-" : String.format(Locale.ROOT, "%.5g", report.second().mass()[other]));
    }
    if (first.haloes() > LISTED) {
      out.println("     ...");
    }
    out.println("masses in " + report.massUnit());
  }
}
