package org.jzfof.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.FolderOptions;
import org.jzfof.cli.common.HeaderOptions;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.common.SnapshotList;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.RankedCommand;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.SearchSummary;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.LinkOptions;
import org.jzfof.config.catalogues.LinkRule;
import org.jzfof.trees.LinkFinder;
import org.jzfof.trees.LinkReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof link}: finds descendants and progenitors between consecutive catalogues. */
@Command(
    name = "link",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Links haloes of consecutive snapshots by their members.",
    description = {
      "Finds descendants and progenitors of the subhaloes (Gadget-4) or groups (jzfof) of"
          + " consecutive catalogues by the IDs of their members, and writes them as Gadget-4 does,"
          + " to subhalo_desc_NNN.hdf5 and subhalo_prog_NNN.hdf5. jzfof trees makes trees of them.",
      "",
      "Subhaloes are linked by their 16 most bound members with Gadget-4's weights, which needs the"
          + " snapshots in group order beside the catalogues; groups by the number of common members."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof link series",
      "      all catalogues in a folder",
      "  jzfof link series/fof_subhalo_tab_00*.hdf5 -o links --ranks 2",
      "  jzfof link series --types 1 -o links",
      "      by dark matter alone",
      "  jzfof link series/fof_subhalo_tab_00[02].hdf5 --skip 1 -o links",
      "      across a snapshot that is missing",
    })
final class LinkCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "CATALOGUE",
      arity = "1..*",
      description =
          "Catalogues in order of time: any file of each, folders of them, or the folder of -o of"
              + " their runs; quoted patterns are expanded.")
  private List<String> catalogues;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "auto",
      description =
          "What to link: subhalo, group, or auto for subhaloes if there are any (default:"
              + " ${DEFAULT-VALUE}).")
  private LinkBy by;

  @Option(
      names = "--skip",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Link across up to N missing snapshots, which Gadget-4 never does (default:"
              + " ${DEFAULT-VALUE}).")
  private int skip;

  @Option(
      names = "--types",
      paramLabel = "T",
      split = ",",
      description =
          "Particle types of the members that count, such as 1 for dark matter alone (default: all).")
  private int[] types;

  @Mixin private FolderOptions output = new FolderOptions();

  @Mixin private HeaderOptions headers = new HeaderOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private ReportOptions loudness = new ReportOptions();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  LinkCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    LinkOptions options =
        new LinkOptions(
            SnapshotList.withoutRepeatedPieces(SnapshotList.expand(catalogues)),
            LinkRule.of(by, skip, "--types", types),
            headers.trust(),
            output.folder(),
            output.overwrite(),
            "jzfof " + String.join(" ", args),
            output.alsoRead());
    String version = VersionProvider.jzfof();
    LinkReport report =
        RankedCommand.runOnAllRanks(
            ranks,
            rankOptions,
            loudness,
            RankedCommand.Task.of("link", options.commonOptions(), LinkFinder.COMPUTER),
            (comm, computer, progress) -> new LinkFinder(comm, version).find(options, progress));
    if (!loudness.quiet()) {
      print(report, options.rule());
    }
    return ExitCodes.OK;
  }

  private void print(LinkReport report, LinkRule rule) {
    String what = report.subhaloes() ? "subhaloes" : "groups";
    out.println("catalogues       %d, linked by %s".formatted(report.catalogues(), what));
    out.println("member IDs       " + report.source());
    if (rule.types().length > 0) {
      out.println("types            " + rule.typeNames());
    }
    new SearchSummary(ranks, rankOptions, loudness).printRanks(report.warnings());
    out.println();
    out.println("snapshots     earlier with descendant    later with progenitor");
    for (LinkReport.Pair pair : report.pairs()) {
      out.printf(
          "%-12s %8d %15d %8d %15d%n",
          pair.before() + " - " + pair.after(),
          pair.earlier(),
          pair.descended(),
          pair.later(),
          pair.preceded());
    }
    new SearchSummary(ranks, rankOptions, loudness).printStages(report.stages());
    int more = report.files().size() - 1;
    out.println("links            %s and %d more".formatted(report.files().get(0), more));
  }
}
