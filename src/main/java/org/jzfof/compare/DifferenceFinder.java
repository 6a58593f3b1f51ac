package org.jzfof.compare;

import java.util.List;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.compare.Differences.Row;
import org.jzfof.threads.Parallel;

/** Compares the matched groups of two catalogues. */
final class DifferenceFinder {
  private static final int NONE = Matching.NONE;
  private static final String ONLY_IN_A = "only in A";
  private static final String ONLY_IN_B = "only in B";
  private static final String LINKING_LENGTH = "LinkingLength";
  private static final String MINIMUM_LENGTH = "MinimumGroupLength";
  private static final String TIME = "Time";
  private static final String MEMBERS = "members";

  /**
   * Bytes of a wide column, of a value for each of nine moments or types, and its parts as read.
   */
  private static final int LARGE_COLUMN = 2 * 9 * Double.BYTES;

  /** Share of the heap, as a divisor, for columns that are read at once. */
  private static final int HEAP_SHARE = 4;

  private final StoredCatalogue a;
  private final StoredCatalogue b;
  private final Matching matching;
  private final double tolerance;
  private final Differences differences;

  /**
   * @param tolerance largest relative difference of floats that counts as none
   * @param rows number of differences of each kind to keep in full
   */
  DifferenceFinder(
      StoredCatalogue a, StoredCatalogue b, Matching matching, double tolerance, int rows) {
    this.a = a;
    this.b = b;
    this.matching = matching;
    this.tolerance = tolerance;
    this.differences = new Differences(rows);
  }

  /**
   * Adds datasets that only one of two catalogues of jzfof has. They count as differences because
   * jzfof always writes them.
   */
  void addMissing(List<String> names, boolean inA) {
    for (String name : names) {
      differences.add(
          name,
          Double.POSITIVE_INFINITY,
          () -> new Row(NONE, NONE, name, inA ? "" : "missing", inA ? "missing" : ""));
    }
  }

  /** Finds all differences of headers, unmatched groups, members and values. */
  Differences find() {
    for (int d = 0; d < 3; d++) {
      compareNumber("BoxSize", a.boxSize()[d], b.boxSize()[d]);
    }
    // For 1 + z the relative tolerance is meaningful at z = 0 as well.
    compareNumber("1 + Redshift", 1 + a.header("Redshift"), 1 + b.header("Redshift"));
    compareStated(TIME, a.header(TIME), b.header(TIME));
    compareStated(
        LINKING_LENGTH, a.lengthParameter(LINKING_LENGTH), b.lengthParameter(LINKING_LENGTH));
    compareStated(MINIMUM_LENGTH, a.number(MINIMUM_LENGTH), b.number(MINIMUM_LENGTH));
    if (a.isFromJzfof() && b.isFromJzfof()) { // other codes do not write the types
      compareTypes("PrimaryTypes");
      compareTypes("SecondaryTypes");
    }
    long[] lengthInA = a.groupTable().longs(GroupColumns.LENGTH);
    long[] lengthInB = b.groupTable().longs(GroupColumns.LENGTH);
    listOnlyInA(lengthInA);
    listOnlyInB(lengthInB);
    compareMembers(lengthInA, lengthInB);
    compareQuantities();
    compareOffsets(a, true);
    compareOffsets(b, false);
    return differences;
  }

  /** Compares the quantities in their order, but reads several at once, each by a thread. */
  private void compareQuantities() {
    if (a.groups() == 0 || b.groups() == 0) {
      return;
    }
    List<Quantity> inBoth =
        Quantity.of(a, b).stream()
            .filter(quantity -> a.groupTable().has(quantity.column()))
            .filter(quantity -> b.groupTable().has(quantity.column()))
            .toList();
    long bytes = LARGE_COLUMN * ((long) a.groups() + b.groups());
    long fit = Runtime.getRuntime().maxMemory() / HEAP_SHARE / bytes;
    int atOnce = (int) Math.max(1, Math.min(Parallel.threads(), fit));
    for (int from = 0; from < inBoth.size(); from += atOnce) {
      List<Quantity> some = inBoth.subList(from, Math.min(from + atOnce, inBoth.size()));
      Quantity.Values[] values = new Quantity.Values[some.size()];
      Parallel.forEach(values.length, 1, i -> values[i] = some.get(i).ofGroups(a, b));
      for (int i = 0; i < values.length; i++) {
        differences.compare(matching, some.get(i), values[i], tolerance);
      }
    }
  }

  /** Compares a number that some codes do not write; NaN stands for such a number. */
  private void compareStated(String name, double inA, double inB) {
    if (!Double.isNaN(inA) && !Double.isNaN(inB)) {
      compareNumber(name, inA, inB);
    }
  }

  private void compareNumber(String name, double inA, double inB) {
    boolean unknown = Double.isNaN(inA) && Double.isNaN(inB);
    double size = Math.abs(inA - inB) / Math.max(Math.abs(inA), Math.abs(inB));
    if (inA != inB && !unknown && !(size <= tolerance)) {
      String textInA = Numbers.text(new double[] {inA}, false);
      String textInB = Numbers.text(new double[] {inB}, false);
      differences.add(name, size, () -> new Row(NONE, NONE, name, textInA, textInB));
    }
  }

  private void compareTypes(String name) {
    String inA = Numbers.text(a.parameters(name), true);
    String inB = Numbers.text(b.parameters(name), true);
    if (!inA.equals(inB)) {
      differences.add(name, Double.POSITIVE_INFINITY, () -> new Row(NONE, NONE, name, inA, inB));
    }
  }

  private void compareOffsets(StoredCatalogue catalogue, boolean isA) {
    if (catalogue.groups() == 0 || !catalogue.groupTable().has(GroupColumns.OFFSET_OF_TYPES)) {
      return;
    }
    OffsetCheck check = OffsetCheck.of(catalogue);
    for (int g = 0; g < catalogue.groups(); g++) {
      int group = g;
      if (check.isWrong(g)) {
        differences.add(
            OffsetCheck.NAME,
            Double.POSITIVE_INFINITY,
            () ->
                isA
                    ? new Row(group, NONE, OffsetCheck.NAME, check.text(group), "")
                    : new Row(NONE, group, OffsetCheck.NAME, "", check.text(group)));
      }
    }
  }

  private void listOnlyInA(long[] length) {
    for (int g = 0; g < length.length; g++) {
      int group = g;
      if (matching.partner()[g] == NONE) {
        differences.add(
            ONLY_IN_A,
            length[g],
            () -> new Row(group, NONE, ONLY_IN_A, length[group] + " particles", ""));
      }
    }
  }

  private void listOnlyInB(long[] length) {
    boolean[] partnered = matching.partnered(length.length);
    for (int g = 0; g < length.length; g++) {
      int group = g;
      if (!partnered[g]) {
        differences.add(
            ONLY_IN_B,
            length[g],
            () -> new Row(NONE, group, ONLY_IN_B, "", length[group] + " particles"));
      }
    }
  }

  private void compareMembers(long[] lengthInA, long[] lengthInB) {
    for (int g = 0; g < lengthInA.length; g++) {
      int group = g;
      int other = matching.partner()[g];
      long shared = matching.shared()[g];
      if (other != NONE && shared != Matching.UNKNOWN) {
        long inA = lengthInA[g] - shared;
        long inB = lengthInB[other] - shared;
        if (inA + inB > 0) {
          differences.add(
              MEMBERS,
              inA + inB,
              () -> new Row(group, other, MEMBERS, inA + " of its own", inB + " of its own"));
        }
      }
    }
  }
}
