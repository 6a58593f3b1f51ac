package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.FolderOptions;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.common.SnapshotList;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.RankedCommand;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.SearchSummary;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.TreeFormat;
import org.jzfof.config.catalogues.TreeOptions;
import org.jzfof.error.UsageException;
import org.jzfof.trees.LinkFinder;
import org.jzfof.trees.TreeFinder;
import org.jzfof.trees.TreeReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof trees}: makes merger trees of linked catalogues. */
@Command(
    name = "trees",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Makes merger trees from linked catalogues.",
    description =
        "Makes merger trees from a series of catalogues and the links between them, written by jzfof link or Gadget-4. Writes trees.hdf5, which ytree reads, and subhalo_treelink_NNN.hdf5 as"
            + " Gadget-4 does; or the trees of SubLink or LHaloTree.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof link series -o links && jzfof trees series --links links",
      "  jzfof link series && jzfof trees series -o out --branches csv",
      "      also the main branches of the haloes of the last snapshot, as text",
      "  jzfof trees sim/output --links sim/links --format sublink -o sim/output",
      "      to sim/postprocessing, for loadTree(\"sim/output\", ...) of illustris_python",
      "  jzfof trees sim/output --links sim/links --format lhalotree-binary -o sage",
      "      to sage/trees_NNN.0, for SAGE and L-Galaxies"
    })
final class TreesCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "CATALOGUE",
      arity = "1..*",
      description =
          "Catalogues in order of time: any file of each, folders of them, or the folder of -o of"
              + " their runs; quoted patterns are expanded.")
  private List<String> catalogues;

  @Option(
      names = "--links",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder with the links (default: the current one).")
  private Path links;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "auto",
      description =
          "What is linked: subhalo, group, or auto for subhaloes if there are any (default:"
              + " ${DEFAULT-VALUE}).")
  private LinkBy by;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      converter = FormatName.class,
      defaultValue = "gadget",
      description =
          "Files: gadget; sublink or lhalotree in postprocessing beside the folder of -o, for"
              + " illustris_python; lhalotree-binary, for SAGE and L-Galaxies (default:"
              + " ${DEFAULT-VALUE}).")
  private TreeFormat format;

  @Option(
      names = "--branches",
      paramLabel = "FORMAT",
      defaultValue = "none",
      description =
          "Also write main branches to main_branches.csv or .hdf5: csv, hdf5 or none (default:"
              + " ${DEFAULT-VALUE}).")
  private TreeOptions.Branches branches;

  /** The name of a format on the command line. */
  static final class FormatName implements ITypeConverter<TreeFormat> {
    @Override
    public TreeFormat convert(String name) {
      List<TreeFormat> all = List.of(TreeFormat.values());
      return all.stream()
          .filter(format -> format.toString().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new UsageException(
                      "--format is %s: give one of %s"
                          .formatted(
                              name,
                              all.stream()
                                  .map(TreeFormat::toString)
                                  .collect(Collectors.joining(", ")))));
    }
  }

  @Mixin private FolderOptions output = new FolderOptions();

  @Mixin private ReportOptions loudness = new ReportOptions();

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  TreesCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    TreeOptions options =
        new TreeOptions(
            SnapshotList.withoutRepeatedPieces(SnapshotList.expand(catalogues)),
            by,
            links,
            output.folder(),
            format,
            branches,
            output.overwrite(),
            "jzfof " + String.join(" ", args),
            output.alsoRead());
    String version = VersionProvider.jzfof();
    TreeReport report =
        RankedCommand.runOnAllRanks(
            ranks,
            new RankOptions(),
            loudness,
            RankedCommand.Task.of("trees", options.commonOptions(), LinkFinder.COMPUTER),
            (comm, computer, progress) -> new TreeFinder(version).find(options, progress));
    if (!loudness.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private void print(TreeReport report) {
    SearchSummary summary = new SearchSummary(ranks, new RankOptions(), loudness);
    String what = report.subhaloes() ? "subhaloes" : "groups";
    out.println("catalogues       %d, linked by %s".formatted(report.catalogues(), what));
    summary.printRanks(report.warnings());
    int largest = Arrays.stream(report.lengths()).max().orElse(0);
    out.println(
        "trees            %d of %d %s, the largest of %d"
            .formatted(report.lengths().length, report.haloes(), what, largest));
    out.println("main branches    " + report.branches());
    summary.printStages(report.stages());
    int more = report.files().size() - 1;
    String others = more == 0 ? "" : " and %d more".formatted(more);
    out.println("trees            " + report.files().get(0) + others);
  }
}
