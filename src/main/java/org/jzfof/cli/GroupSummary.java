package org.jzfof.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.jzfof.catalogue.CatalogueInfo;
import org.jzfof.catalogue.GroupCatalogue;
import org.jzfof.pipeline.HaloReport;
import org.jzfof.snapshot.UnitLabels;
import org.jzfof.snapshot.Units;

/** What a run read and found, for people. */
final class GroupSummary {
  private static final int LARGEST = 10;

  private GroupSummary() {}

  /** What was read, and the linking length. */
  static void printSearch(PrintStream out, HaloReport report) {
    CatalogueInfo info = report.info();
    String length = UnitLabels.length(info.snapshot().units());
    SnapshotSummary.print(
        out, info.snapshot(), info.snapshotPath(), info.box().size(), info.periodic());
    out.printf(
        Locale.ROOT,
        "particles        %d linked, of type %s%n",
        report.particles(),
        SnapshotSummary.joined(info.primaryTypes()));
    if (info.secondaryTypes().length > 0) {
      out.printf(
          "to attach        %d of type %s%n",
          report.secondary(), SnapshotSummary.joined(info.secondaryTypes()));
    }
    out.printf(
        "linking length   %s %s (b = %s)%n",
        SnapshotSummary.digits(info.linkingLength()), length, SnapshotSummary.digits(info.b()));
    out.printf(
        "  by number      %s; by mean mass %s%n",
        known(info.lengthByNumber()), known(info.lengthByMass()));
    out.printf("backend          %s%n", report.backend());
  }

  /** How many groups there are, and the ten largest. */
  static void printGroups(PrintStream out, CatalogueInfo info, GroupCatalogue groups) {
    Units units = info.snapshot().units();
    out.printf(
        "groups           %d with at least %d particles; %d particles in groups%n",
        groups.groups(), info.minLength(), groups.members());
    if (groups.groups() == 0) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "%n%8s %12s %12s  %-32s %9s%n",
        "group",
        "particles",
        "mass",
        "centre of mass",
        "radius");
    for (int g = 0; g < Math.min(LARGEST, groups.groups()); g++) {
      out.printf(
          Locale.ROOT,
          "%8d %12d %12.5g  %10.4f %10.4f %10.4f %9.4f%n",
          g,
          groups.length()[g],
          groups.mass()[g],
          groups.position()[3 * g],
          groups.position()[3 * g + 1],
          groups.position()[3 * g + 2],
          groups.inertiaRadius()[g]);
    }
    out.printf("masses in %s, lengths in %s%n", UnitLabels.mass(units), UnitLabels.length(units));
  }

  private static String known(double length) {
    return Double.isNaN(length) ? "unknown" : SnapshotSummary.digits(length);
  }
}
