package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.SnapshotOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.reports.GroupSummary;
import org.jzfof.cli.reports.SnapshotSummary;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.cli.reports.SubhaloTree;
import org.jzfof.comm.ArrayParts;
import org.jzfof.config.Overdensity;
import org.jzfof.neighbours.files.PackedReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotDescription;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitLabels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof info}: shows the contents of a snapshot or catalogue, as jzfof interprets it. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    header = "Shows the contents of a snapshot or a catalogue.",
    description =
        "Shows a snapshot as jzfof understands it: code family, files, particles per type, box,"
            + " time, cosmology, units; and a group catalogue of any layout: files, groups, linking"
            + " length, box, units, spheres, and the ten largest groups with their subhaloes. Packed"
            + " lists of neighbours are read back and counted.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof info snapdir_099/snap_099",
      "  jzfof info gadget2",
      "      a binary snapshot: format, byte order, and blocks that jzfof does not know",
      "  jzfof info groups_001",
      "  jzfof info packed_lists.hdf5"
    })
final class InfoCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "Any file of a snapshot or catalogue, its base name, or its folder.")
  private Path named;

  @Mixin private SnapshotOptions headers = new SnapshotOptions();

  @Option(
      names = {"-v", "--verbose"},
      description = "Print how each dataset is read and, on failure, the stack trace.")
  private boolean verbose;

  private final PrintStream out;

  InfoCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (StoredCatalogue.isNamedBy(named)) {
      print(StoredCatalogue.open(named).readable());
      return ExitCodes.OK;
    }
    if (PackedReader.accepts(named)) {
      printLists();
      return ExitCodes.OK;
    }
    Snapshot snapshot = Snapshot.open(named, headers.headerChoice());
    print(SnapshotDescription.of(snapshot));
    if (verbose) {
      SnapshotHeader header = snapshot.header();
      int[] all = IntStream.range(0, header.types()).toArray();
      print(SnapshotDescription.readings(header, all));
    }
    return ExitCodes.OK;
  }

  /** Describes packed lists of neighbours, all of which are read. */
  private void printLists() {
    try (PackedReader lists = new PackedReader(named)) {
      PackedReader.Counts counts = lists.check();
      print("lists", "packed, all read back");
      print(
          "queries",
          "%d of %d, from %d".formatted(lists.queries(), lists.allQueries(), lists.firstQuery()));
      print("radius", lists.radius());
      print("neighbours", "%d, at most %d of a query".formatted(counts.pairs(), counts.longest()));
      print(
          "size",
          StageTable.bytes(lists.bytes())
              + (counts.pairs() == 0
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      ", %.2f bytes per neighbour",
                      (double) lists.bytes() / counts.pairs())));
    }
  }

  private void print(List<SnapshotDescription.Line> lines) {
    lines.forEach(line -> print(line.label(), line.value()));
  }

  private void print(String label, Object value) {
    out.printf("%-12s %s%n", label, value);
  }

  private void print(StoredCatalogue catalogue) {
    StoredTable groups = catalogue.groupTable();
    long[] length = groups.longs(GroupColumns.LENGTH);
    String unit = UnitLabels.length(catalogue.units());
    List<Path> files = catalogue.files();
    print(
        "catalogue",
        "%s layout, by %s"
            .formatted(
                catalogue.layoutName(),
                catalogue.isFromJzfof() ? "jzfof " + catalogue.version() : "another program"));
    print(
        "files",
        "%d file%s, first %s".formatted(files.size(), files.size() == 1 ? "" : "s", files.get(0)));
    print(
        "groups",
        "%d, with %d particles".formatted(catalogue.groups(), Arrays.stream(length).sum()));
    print(
        "box",
        SnapshotSummary.box(catalogue.boxSize())
            + " %s, %s".formatted(unit, catalogue.periodic() ? "periodic" : "open"));
    print(
        "z",
        CatalogueCheck.isOfLightcone(catalogue)
            ? "of each group (a light cone)"
            : SnapshotSummary.digits(Math.rint(catalogue.header("Redshift") * 1e10) / 1e10));
    double linking = catalogue.lengthParameter("LinkingLength");
    print(
        "linking",
        Double.isNaN(linking) ? "length not stated" : SnapshotSummary.digits(linking) + " " + unit);
    List<String> limits =
        groups.limits().stream()
            .filter(limit -> groups.has(SphereColumns.MASS.at(limit)))
            .map(Overdensity::toString)
            .toList();
    if (!limits.isEmpty()) {
      print("spheres", String.join(", ", limits));
    }
    if (catalogue.hasSubhaloes()) {
      StoredTable subhaloes = catalogue.subhaloTable();
      String bound =
          subhaloes.has(SubhaloColumns.LENGTH)
              ? ", with %d particles"
                  .formatted(Arrays.stream(subhaloes.longs(SubhaloColumns.LENGTH)).sum())
              : "";
      print("subhaloes", subhaloes.rows() + bound);
    }
    GroupSummary.LargestGroups largest =
        new GroupSummary.LargestGroups(
            length,
            groups.doubles(GroupColumns.MASS),
            groups.doubles(GroupColumns.POSITION),
            groups.has(GroupColumns.INERTIA_RADIUS)
                ? groups.doubles(GroupColumns.INERTIA_RADIUS)
                : null);
    GroupSummary.printLargest(
        out,
        groups.rows() > 0 && groups.has(GroupColumns.INDEX) // rows may be in another order
            ? largest.inOrder(ArrayParts.orderOf(groups.longs(GroupColumns.INDEX)))
            : largest,
        catalogue.isFromJzfof() && !groups.has(GroupColumns.CENTRE_OF_MASS)
            ? "centre of mass"
            : "centre",
        catalogue.units());
    SubhaloTree.of(catalogue).ifPresent(tree -> tree.print(out));
  }
}
