package org.jzfof.cli.reports;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;

/**
 * The subhaloes of the largest groups, each below the one that it is in.
 *
 * @param first first subhalo of each group, negative where there is none
 * @param number subhaloes of each group
 * @param length particles of each subhalo
 * @param parent rank of the one around it
 * @param mass of each
 * @param vmax largest circular velocity
 */
public record SubhaloTree(
    long[] first, long[] number, long[] length, long[] parent, double[] mass, double[] vmax) {
  /** Subhaloes of a group that are listed. */
  private static final int LISTED = 6;

  private static final int INDENT = 2;

  /** Those of a catalogue; empty where it has none, or does not tell which are in which. */
  public static Optional<SubhaloTree> of(StoredCatalogue catalogue) {
    if (!catalogue.hasSubhaloes()) {
      return Optional.empty();
    }
    StoredTable subhaloes = catalogue.subhaloTable();
    StoredTable groups = catalogue.groupTable();
    if (!groups.hasAll(GroupColumns.FIRST_SUBHALO, GroupColumns.SUBHALOES)
        || !subhaloes.hasAll(
            SubhaloColumns.LENGTH,
            SubhaloColumns.PARENT,
            SubhaloColumns.MASS,
            SubhaloColumns.VMAX)) {
      return Optional.empty();
    }
    return Optional.of(
        new SubhaloTree(
            groups.longs(GroupColumns.FIRST_SUBHALO),
            groups.longs(GroupColumns.SUBHALOES),
            subhaloes.longs(SubhaloColumns.LENGTH),
            subhaloes.longs(SubhaloColumns.PARENT),
            subhaloes.doubles(SubhaloColumns.MASS),
            subhaloes.doubles(SubhaloColumns.VMAX)));
  }

  public void print(PrintStream out) {
    if (first.length == 0) {
      return;
    }
    out.printf("%n%8s  %-24s %12s %12s %10s%n", "group", "subhalo", "particles", "mass", "Vmax");
    for (int g = 0; g < Math.min(CatalogueSummary.LARGEST, first.length); g++) {
      boolean[] listed = new boolean[(int) number[g]];
      int left = LISTED;
      if (listed.length == 0) {
        out.printf("%8d  none%n", g);
      }
      for (int rank = 0; rank < listed.length && left > 0; rank++) {
        left = print(out, g, rank, 0, listed, left);
      }
      int more = 0;
      for (boolean one : listed) {
        more += one ? 0 : 1;
      }
      if (more > 0) {
        out.printf("%8s  and %d more%n", "", more);
      }
    }
  }

  /** Prints a subhalo and those in it; returns how many more may be listed. */
  private int print(PrintStream out, int group, int rank, int depth, boolean[] listed, int most) {
    if (listed[rank] || most == 0) {
      return most;
    }
    listed[rank] = true;
    int s = (int) first[group] + rank;
    String name = " ".repeat(Math.min(8, depth) * INDENT) + rank;
    out.printf(
        Locale.ROOT,
        "%8s  %-24s %12d %12.5g %10.4g%n",
        rank == 0 ? String.valueOf(group) : "",
        name,
        length[s],
        mass[s],
        vmax[s]);
    int left = most - 1;
    for (int other = 0; other < listed.length && left > 0; other++) {
      if (other != rank && parent[(int) first[group] + other] == rank) {
        left = print(out, group, other, depth + 1, listed, left);
      }
    }
    return left;
  }
}
