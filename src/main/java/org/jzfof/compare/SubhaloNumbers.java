package org.jzfof.compare;

import java.util.List;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;

/** Compares the columns of subhaloes of two catalogues, without their members. */
final class SubhaloNumbers {
  /** Name of the difference if only one catalogue has subhaloes. */
  private static final String SUBHALOES = "Subhalo";

  private static final CatalogueColumn FIRST = GroupColumns.FIRST_SUBHALO;

  private final StoredCatalogue a;
  private final StoredCatalogue b;
  private final boolean anyInA;
  private final boolean anyInB;
  private final StoredTable tableA; // null unless both catalogues have subhaloes
  private final StoredTable tableB; // null unless both catalogues have subhaloes

  SubhaloNumbers(StoredCatalogue a, StoredCatalogue b) {
    this.a = a;
    this.b = b;
    this.anyInA = a.hasSubhaloes();
    this.anyInB = b.hasSubhaloes();
    boolean both = anyInA && anyInB;
    this.tableA = both ? a.subhaloTable() : null;
    this.tableB = both ? b.subhaloTable() : null;
  }

  /** Returns the names of the columns that only one catalogue has. */
  List<String> only(boolean ofA) {
    if (tableA == null) {
      return (ofA ? anyInA : anyInB) ? List.of(SUBHALOES) : List.of();
    }
    StoredTable table = ofA ? tableA : tableB;
    StoredTable otherTable = ofA ? tableB : tableA;
    return table.rows() == 0 || otherTable.rows() == 0
        ? List.of()
        : Quantity.ofSubhaloes(tableA, tableB).stream()
            .filter(quantity -> table.has(quantity.column()) && !otherTable.has(quantity.column()))
            .map(Quantity::name)
            .toList();
  }

  /** Compares the columns of pairs, and the first subhalo of each group. */
  void compare(Matching groups, Matching subhaloes, double tolerance, Differences differences) {
    if (tableA.rows() > 0 && tableB.rows() > 0) {
      Quantity.ofSubhaloes(tableA, tableB).stream()
          .filter(quantity -> tableA.has(quantity.column()) && tableB.has(quantity.column()))
          .forEach(
              quantity ->
                  differences.compare(
                      subhaloes, quantity, quantity.ofSubhaloes(a, tableA, tableB), tolerance));
    }
    boolean known = a.groupTable().has(FIRST) && b.groupTable().has(FIRST);
    if (a.groups() > 0 && b.groups() > 0 && known) {
      compareFirst(groups, subhaloes.partner(), differences);
    }
  }

  /**
   * Compares first subhaloes by their partner, because their numbers depend on the order of the
   * groups.
   */
  private void compareFirst(Matching groups, int[] partner, Differences differences) {
    long[] firstInA = a.groupTable().longs(FIRST);
    long[] firstInB = b.groupTable().longs(FIRST);
    for (int g = 0; g < firstInA.length; g++) {
      int inA = g;
      int inB = groups.partner()[g];
      if (inB != Matching.NONE && !same(firstInA[inA], firstInB[inB], partner)) {
        differences.add(
            FIRST.name(),
            1,
            () ->
                new Differences.Row(
                    inA,
                    inB,
                    FIRST.name(),
                    Long.toString(firstInA[inA]),
                    Long.toString(firstInB[inB])));
      }
    }
  }

  private static boolean same(long inA, long inB, int[] partner) {
    boolean known = inA >= 0 && inA < partner.length;
    return known ? partner[(int) inA] == inB : inA == inB;
  }
}
