package org.jzfof.compare;

import java.util.Arrays;
import java.util.Optional;
import org.jzfof.catalogue.StoredCatalogue;
import org.jzfof.catalogue.StoredMembers;
import org.jzfof.compare.Differences.Row;
import org.jzfof.error.UsageException;

/**
 * Two catalogues side by side.
 *
 * @param by how groups were matched
 * @param pairs groups that have a partner
 * @param reordered pairs that do not have the same number in both
 * @param differences what is not equal
 */
public record CatalogueComparison(String by, int pairs, int reordered, Differences differences) {
  /** Kinds of differences that are not named after a dataset. */
  public static final String ONLY_IN_A = "only in A";

  /** See {@link #ONLY_IN_A}. */
  public static final String ONLY_IN_B = "only in B";

  /** Members of a pair that only one of its groups has. */
  public static final String MEMBERS = "members";

  /**
   * How to compare.
   *
   * @param tolerance largest relative difference of floats that counts as none
   * @param members whether to use the IDs of the members, where both catalogues have them
   * @param rows differences of each kind to list
   */
  public record Options(double tolerance, boolean members, int rows) {
    /**
     * @throws UsageException naming the value at fault
     */
    public Options {
      if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
        throw new UsageException(
            "--tolerance is " + tolerance + ": give a number of at least 0, such as 1e-6");
      }
      if (rows < 0) {
        throw new UsageException("--rows is " + rows + ": give 0 or more");
      }
    }
  }

  /**
   * Compares.
   *
   * @throws org.jzfof.error.JzfofException if one of them cannot be read
   */
  public static CatalogueComparison of(StoredCatalogue a, StoredCatalogue b, Options options) {
    Differences differences = new Differences(options.rows);
    compareHeaders(a, b, options, differences);
    Optional<StoredMembers> membersOfA = options.members ? StoredMembers.of(a) : Optional.empty();
    Optional<StoredMembers> membersOfB = options.members ? StoredMembers.of(b) : Optional.empty();
    boolean known = membersOfA.isPresent() && membersOfB.isPresent();
    double[] side = side(a);
    Matching matching =
        known
            ? MemberMatcher.match(membersOfA.get(), membersOfB.get())
            : CentreMatcher.match(centres(a), centres(b), side);
    String by =
        known
            ? "by their members, A's %s, B's %s"
                .formatted(membersOfA.get().source(), membersOfB.get().source())
            : "by centre and mass"
                + (options.members ? ": " + missing(membersOfA, membersOfB) : "");
    compareGroups(a, b, matching, differences);
    for (Quantity quantity : Quantity.ALL) {
      if (a.groups() > 0 && b.groups() > 0 && a.has(quantity.name()) && b.has(quantity.name())) {
        compare(quantity.read(a, b, side), matching, options, differences);
      }
    }
    int reordered = 0;
    for (int g = 0; g < matching.partner().length; g++) {
      reordered += matching.partner()[g] >= 0 && matching.partner()[g] != g ? 1 : 0;
    }
    return new CatalogueComparison(by, matching.pairs(), reordered, differences);
  }

  private static String missing(Optional<StoredMembers> a, Optional<StoredMembers> b) {
    String which = a.isPresent() ? "B has" : b.isPresent() ? "A has" : "both have";
    return which + " no member IDs, nor a snapshot in group order beside it";
  }

  private static void compareHeaders(
      StoredCatalogue a, StoredCatalogue b, Options options, Differences differences) {
    for (int d = 0; d < 3; d++) {
      compareNumber("BoxSize", a.boxSize()[d], b.boxSize()[d], options, differences);
    }
    // As 1 + z, of which the tolerance is a part also today.
    compareNumber(
        "1 + Redshift", 1 + a.header("Redshift"), 1 + b.header("Redshift"), options, differences);
  }

  private static void compareNumber(
      String name, double inA, double inB, Options options, Differences differences) {
    double size = Math.abs(inA - inB) / Math.max(Math.abs(inA), Math.abs(inB));
    if (size > options.tolerance) {
      differences.add(
          name,
          size,
          () ->
              new Row(
                  Matching.NONE,
                  Matching.NONE,
                  name,
                  Numbers.text(new double[] {inA}, false),
                  Numbers.text(new double[] {inB}, false)));
    }
  }

  private static void compareGroups(
      StoredCatalogue a, StoredCatalogue b, Matching matching, Differences differences) {
    long[] inA = a.longs("GroupLen");
    long[] inB = b.longs("GroupLen");
    for (int g = 0; g < inA.length; g++) {
      int group = g;
      if (matching.partner()[g] == Matching.NONE) {
        differences.add(
            ONLY_IN_A,
            inA[g],
            () -> new Row(group, Matching.NONE, ONLY_IN_A, inA[group] + " particles", ""));
      }
    }
    boolean[] taken = matching.taken(inB.length);
    for (int g = 0; g < inB.length; g++) {
      int group = g;
      if (!taken[g]) {
        differences.add(
            ONLY_IN_B,
            inB[g],
            () -> new Row(Matching.NONE, group, ONLY_IN_B, "", inB[group] + " particles"));
      }
    }
    for (int g = 0; g < inA.length; g++) {
      int group = g;
      int other = matching.partner()[g];
      long shared = matching.shared()[g];
      if (other != Matching.NONE && shared != Matching.UNKNOWN) {
        long onlyA = inA[g] - shared;
        long onlyB = inB[other] - shared;
        if (onlyA + onlyB > 0) {
          differences.add(
              MEMBERS,
              onlyA + onlyB,
              () -> new Row(group, other, MEMBERS, onlyA + " of its own", onlyB + " of its own"));
        }
      }
    }
  }

  private static void compare(
      Quantity.Table table, Matching matching, Options options, Differences differences) {
    String name = table.quantity().name();
    boolean exact = table.quantity().scale() == Quantity.Scale.EXACT;
    for (int g = 0; g < matching.partner().length; g++) {
      int group = g;
      int other = matching.partner()[g];
      if (other != Matching.NONE) {
        double size = table.difference(g, other);
        if (size > (exact ? 0 : options.tolerance)) {
          differences.add(
              name,
              size,
              () -> new Row(group, other, name, table.text(true, group), table.text(false, other)));
        }
      }
    }
  }

  private static double[] side(StoredCatalogue catalogue) {
    double[] side = catalogue.boxSize();
    if (!catalogue.periodic()) {
      Arrays.fill(side, Double.POSITIVE_INFINITY);
    }
    return side;
  }

  private static CentreMatcher.Groups centres(StoredCatalogue catalogue) {
    return new CentreMatcher.Groups(catalogue.doubles("GroupPos"), catalogue.doubles("GroupMass"));
  }
}
