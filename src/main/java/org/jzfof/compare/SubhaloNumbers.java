package org.jzfof.compare;

import java.util.List;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;

/** What two catalogues say of subhaloes, apart from their members. */
final class SubhaloNumbers {
  /** All of them together, where only one catalogue has any. */
  private static final String SUBHALOES = "Subhalo";

  private static final CatalogueColumn FIRST = GroupColumns.FIRST_SUBHALO;

  private final StoredCatalogue a;
  private final StoredCatalogue b;
  private final boolean anyInA;
  private final boolean anyInB;
  private final StoredTable tableA; // null where not both have subhaloes
  private final StoredTable tableB; // as of A

  SubhaloNumbers(StoredCatalogue a, StoredCatalogue b) {
    this.a = a;
    this.b = b;
    this.anyInA = a.hasSubhaloes();
    this.anyInB = b.hasSubhaloes();
    boolean both = anyInA && anyInB;
    this.tableA = both ? a.subhaloTable() : null;
    this.tableB = both ? b.subhaloTable() : null;
  }

  /** Names of what only one of them has. */
  List<String> only(boolean ofA) {
    if (tableA == null) {
      return (ofA ? anyInA : anyInB) ? List.of(SUBHALOES) : List.of();
    }
    StoredTable here = ofA ? tableA : tableB;
    StoredTable there = ofA ? tableB : tableA;
    return here.rows() == 0 || there.rows() == 0
        ? List.of()
        : Quantity.ofSubhaloes(tableA, tableB).stream()
            .filter(quantity -> here.has(quantity.column()) && !there.has(quantity.column()))
            .map(Quantity::name)
            .toList();
  }

  /**
   * Compares the numbers of pairs, and which subhalo is the first of each group.
   *
   * @param groups pairs of groups
   * @param subhaloes pairs of subhaloes
   */
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

  /** By the subhalo itself, as numbers depend on the order of the groups. */
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
