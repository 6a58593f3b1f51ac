package org.jzfof.cli.reports;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.comm.ArrayParts;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.pipeline.HaloReport;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/** Prints the input and the results of a run. */
public final class GroupSummary {
  private GroupSummary() {}

  /** Prints the input and the linking length. */
  public static void printSearch(PrintStream out, HaloReport report) {
    CatalogueInfo info = report.info();
    String length = UnitLabels.length(info.snapshot().units());
    SnapshotSummary.print(
        out, info.snapshot(), info.snapshotPath(), info.box().size(), info.periodic());
    out.printf(
        Locale.ROOT,
        "particles        %d linked, of type %s%n",
        report.task().particles(),
        SnapshotSummary.joined(info.linking().primaryTypes()));
    if (info.linking().secondaryTypes().length > 0) {
      out.printf(
          "to attach        %d of type %s%n",
          report.task().secondary(), SnapshotSummary.joined(info.linking().secondaryTypes()));
    }
    out.printf(
        "linking length   %s %s (b = %s)%n",
        SnapshotSummary.digits(info.linking().length()),
        length,
        SnapshotSummary.digits(info.linking().b()));
    out.printf(
        "  by number      %s; by mean mass %s%n",
        textOrUnknown(info.linking().lengthByNumber()),
        textOrUnknown(info.linking().lengthByMass()));
    if (report.task().spheres() != null) {
      out.printf("spheres          %s%n", report.task().spheres());
    }
    if (report.task().subhaloes() != null) {
      out.printf("subhaloes        %s%n", report.task().subhaloes());
    }
    out.printf("backend          %s%n", report.backend());
  }

  /** Prints the number of groups, and the ten largest. */
  public static void printGroups(PrintStream out, CatalogueInfo info, CatalogueSummary groups) {
    Units units = info.snapshot().units();
    out.printf(
        "groups           %d with at least %d particles; %d particles in groups%n",
        groups.groups(), info.linking().minLength(), groups.members());
    if (groups.subhaloes() >= 0) {
      out.printf(
          "in them          %d subhaloes; %d particles bound to them%n",
          groups.subhaloes(), groups.bound());
    }
    GroupCatalogue first = groups.largest();
    LargestGroups largest =
        new LargestGroups(
            first.sums().length(),
            first.sums().mass(),
            first.sums().position(),
            first.sums().inertiaRadius());
    printLargest(out, largest, "centre of mass", units);
  }

  /**
   * The properties of groups, in the order of their catalogue.
   *
   * @param length number of particles of each group [groups]
   * @param position centres [3·groups]
   * @param radius radius of each group [groups], or null if the catalogue has none
   */
  public record LargestGroups(long[] length, double[] mass, double[] position, double[] radius) {
    /** Returns groups in the order of the given rows. */
    public LargestGroups inOrder(int... rows) {
      double[] centre = new double[position.length];
      Arrays.setAll(centre, i -> position[3 * rows[i / 3] + i % 3]);
      return new LargestGroups(
          ArrayParts.take(length, rows),
          Arrays.stream(rows).mapToDouble(row -> mass[row]).toArray(),
          centre,
          radius == null ? null : Arrays.stream(rows).mapToDouble(row -> radius[row]).toArray());
    }
  }

  /**
   * Prints the first ten groups.
   *
   * @param centre title of their positions
   */
  public static void printLargest(
      PrintStream out, LargestGroups groups, String centre, Units units) {
    if (groups.length.length == 0) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "%n%8s %12s %12s  %-32s%s%n",
        "group",
        "particles",
        "mass",
        centre,
        groups.radius == null ? "" : "    radius");
    for (int g = 0; g < Math.min(CatalogueSummary.LARGEST, groups.length.length); g++) {
      out.printf(
          Locale.ROOT,
          "%8d %12d %12.5g  %10.4f %10.4f %10.4f%s%n",
          g,
          groups.length[g],
          groups.mass[g],
          groups.position[3 * g],
          groups.position[3 * g + 1],
          groups.position[3 * g + 2],
          groups.radius == null ? "" : String.format(Locale.ROOT, " %9.4f", groups.radius[g]));
    }
    out.printf("masses in %s, lengths in %s%n", UnitLabels.mass(units), UnitLabels.length(units));
  }

  private static String textOrUnknown(double length) {
    return Double.isNaN(length) ? "unknown" : SnapshotSummary.digits(length);
  }
}
