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
 * The subhaloes of the largest groups, each below the subhalo that contains it.
 *
 * @param first first subhalo of each group; negative if it has none
 * @param number number of subhaloes of each group
 * @param length number of particles of each subhalo
 * @param parent rank within the group of the subhalo that contains each subhalo
 * @param vmax maximum circular velocity of each subhalo
 */
public record SubhaloTree(
    long[] first, long[] number, long[] length, long[] parent, double[] mass, double[] vmax) {
  /** Maximum number of listed subhaloes of a group. */
  private static final int MAX_LISTED = 6;

  private static final int INDENT = 2;

  /** Reads the tree of a catalogue; empty if the catalogue lacks subhaloes or their hierarchy. */
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
      int remaining = MAX_LISTED;
      if (listed.length == 0) {
        out.printf("%8d  none%n", g);
      }
      for (int rank = 0; rank < listed.length && remaining > 0; rank++) {
        remaining = print(out, g, rank, 0, listed, remaining);
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

  /**
   * Prints a subhalo and those inside it; returns the number of subhaloes that may still be listed.
   */
  private int print(PrintStream out, int group, int rank, int depth, boolean[] listed, int limit) {
    if (listed[rank] || limit == 0) {
      return limit;
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
    int remaining = limit - 1;
    for (int other = 0; other < listed.length && remaining > 0; other++) {
      if (other != rank && parent[(int) first[group] + other] == rank) {
        remaining = print(out, group, other, depth + 1, listed, remaining);
      }
    }
    return remaining;
  }
}
