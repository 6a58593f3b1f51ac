package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.HeaderOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.compare.CatalogueComparison;
import org.jzfof.compare.Differences;
import org.jzfof.compare.SubhaloComparison;
import org.jzfof.threads.Parallel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof compare}: tests whether two catalogues contain the same groups. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Compares the groups of two catalogues.",
    description = {
      "Reads catalogues of jzfof, Gadget-4, AREPO and SWIFT. Groups are matched by the IDs of their"
          + " members: those listed in the catalogue, or those of the snapshot beside it in group"
          + " order (same number, same folder or ../snapdir_NNN). If either catalogue lacks member"
          + " IDs, groups are matched by mutual nearest centres and masses within a factor of two.",
      "",
      "The order of the groups is reported but not compared; GroupOffsetType must agree with"
          + " GroupLenType. Datasets that only one of the catalogues has are listed; they count as a difference if both are catalogues of jzfof. Masses and radii are compared relative to their value,"
          + " positions to the box, velocities to the typical velocity of a group.",
      "",
      "If both catalogues have subhaloes, these are matched by their members. They are equal if all have the same members and, in catalogues of the same layout, the same numbers. The line 'equal' says what was compared.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof compare groups_001 again/groups_001",
      "  jzfof compare groups_001 groups_001/fof_subhalo_tab_001.0.hdf5 --tolerance 0",
      "",
      "The exit code is 0 if the catalogues are equal, and 9 if they are not."
    })
final class CompareCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "Any file of a catalogue, or its folder.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The catalogue to compare with.")
  private Path second;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      defaultValue = "1e-6",
      description = "Largest relative difference of equal floats (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of differences of each kind to list (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(names = "--no-members", description = "Match by centre and mass, without the members.")
  private boolean noMembers;

  @Mixin private HeaderOptions headers = new HeaderOptions();

  @Option(
      names = {"-v", "--verbose"},
      description = "On failure, print the stack trace.")
  private boolean verbose;

  private final PrintStream out;

  CompareCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CatalogueComparison.Options options =
        new CatalogueComparison.Options(tolerance, !noMembers, rows, headers.trust());
    StoredCatalogue a = StoredCatalogue.open(first);
    StoredCatalogue b = StoredCatalogue.open(second).in(a.units());
    CatalogueComparison comparison =
        Parallel.with(
            Runtime.getRuntime().availableProcessors(),
            () -> CatalogueComparison.of(a, b, options));
    print("A", a);
    print("B", b);
    out.printf("matched          %d groups %s%n", comparison.pairs(), comparison.by());
    if (comparison.reordered() > 0) {
      out.printf("order            %d groups have another number in B%n", comparison.reordered());
    }
    printNotCompared("A", comparison.onlyInA());
    printNotCompared("B", comparison.onlyInB());
    printUnknown("A", a);
    printUnknown("B", b);
    comparison.subhaloes().ifPresentOrElse(this::print, () -> printSubhaloes(a, b));
    Differences differences = comparison.differences();
    if (differences.none() && comparison.subhaloes().filter(s -> !s.same()).isEmpty()) {
      out.printf(
          Locale.ROOT,
          "equal            yes: %s, floats within %.3g%n",
          String.join(", ", comparison.compared()),
          tolerance);
      return ExitCodes.OK;
    }
    out.printf(Locale.ROOT, "equal            no, with floats within %.3g%n", tolerance);
    if (!differences.none()) {
      print(differences);
    }
    return ExitCodes.DIFFERENT;
  }

  private void print(String name, StoredCatalogue catalogue) {
    out.printf(
        "%-16s %s, %d groups with %d particles%n",
        name,
        catalogue.files().get(0),
        catalogue.groups(),
        Arrays.stream(catalogue.groupTable().longs(GroupColumns.LENGTH)).sum());
  }

  private void printNotCompared(String name, List<String> datasets) {
    if (!datasets.isEmpty()) {
      out.printf("not compared     only %s has %s%n", name, String.join(", ", datasets));
    }
  }

  private void printUnknown(String name, StoredCatalogue catalogue) {
    List<String> datasets = new ArrayList<>(catalogue.groupTable().unknown());
    if (catalogue.hasSubhaloes()) {
      datasets.addAll(catalogue.subhaloTable().unknown());
    }
    if (!datasets.isEmpty()) {
      out.printf("not compared     unknown in %s: %s%n", name, StoredTable.listed(datasets));
    }
  }

  private void printSubhaloes(StoredCatalogue a, StoredCatalogue b) {
    if (a.hasSubhaloes() && b.hasSubhaloes()) {
      out.printf(
          "subhaloes        %d in A, %d in B, not compared: %s%n",
          a.subhaloTable().rows(),
          b.subhaloTable().rows(),
          noMembers ? "--no-members" : "not both have all that they are matched by");
    }
  }

  private void print(SubhaloComparison subhaloes) {
    out.printf(
        "subhaloes        %d in A, %d in B: %d matched by their members, %d of these with the same%n",
        subhaloes.inA(), subhaloes.inB(), subhaloes.pairs(), subhaloes.equal());
    out.printf(
        "  members        of %d first subhaloes %d share more than 98 %%, of %d others %d more than 90 %%%n",
        subhaloes.mains(),
        subhaloes.likeMains(),
        subhaloes.inA() - subhaloes.mains(),
        subhaloes.likeOthers());
    out.printf(
        "  of the pairs   %d have the same most bound particle, %d SubhaloVmax within 1 %%%n",
        subhaloes.mostBound(), subhaloes.vmax());
  }

  private void print(Differences differences) {
    out.printf("%n%-20s %10s %14s%n", "differs", "count", "largest");
    differences
        .tallies()
        .forEach(
            (kind, tally) ->
                out.printf(
                    Locale.ROOT, "%-20s %10d %14.3g%n", kind, tally.count(), tally.largest()));
    if (!differences.rows().isEmpty()) {
      out.printf("%n%10s %10s  %-20s %-36s %s%n", "number in A", "in B", "differs", "in A", "in B");
    }
    for (Differences.Row row : differences.rows()) {
      String line =
          "%10s %10s  %-20s %-36s %s"
              .formatted(
                  number(row.groupA()), number(row.groupB()), row.kind(), row.inA(), row.inB());
      out.println(line.stripTrailing());
    }
    long all = differences.tallies().values().stream().mapToLong(Differences.Tally::count).sum();
    if (all > differences.rows().size()) {
      out.printf("and %d more: see --rows%n", all - differences.rows().size());
    }
  }

  private static String number(int group) {
    return group < 0 ? "-" : Integer.toString(group);
  }
}
