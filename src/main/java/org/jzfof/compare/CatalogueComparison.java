package org.jzfof.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.MemberChoice;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.error.UsageException;

/**
 * The result of a comparison of two catalogues.
 *
 * @param by description of how groups were matched
 * @param pairs number of groups with a partner
 * @param reordered number of pairs whose groups have different numbers in A and B
 * @param onlyInA names of the datasets that could not be compared because B lacks them
 * @param onlyInB names of the datasets that could not be compared because A lacks them
 * @param subhaloes comparison of the subhaloes; empty if a catalogue has none, or if their members
 *     are unknown or not requested
 * @param compared names of the compared parts, for a report
 */
public record CatalogueComparison(
    String by,
    int pairs,
    int reordered,
    List<String> onlyInA,
    List<String> onlyInB,
    Differences differences,
    Optional<SubhaloComparison> subhaloes,
    List<String> compared) {
  private static final String IDS = "IDs";

  /**
   * Settings of a comparison.
   *
   * @param tolerance largest relative difference of floats that counts as none
   * @param members whether to use the IDs of the members if both catalogues have them
   * @param rows number of differences of each kind to list
   * @param trustHeaders whether to continue if headers of a snapshot beside a catalogue contradict
   *     each other
   */
  public record Options(double tolerance, boolean members, int rows, boolean trustHeaders) {
    /**
     * @throws UsageException if a value is out of range; the message names the option
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
   * Compares two catalogues.
   *
   * @throws org.jzfof.error.JzfofException if a catalogue cannot be read
   */
  public static CatalogueComparison of(StoredCatalogue a, StoredCatalogue b, Options options) {
    Matched matched = Matched.of(a, b, options);
    Matching matching = matched.matching;
    List<Quantity> quantities = Quantity.of(a, b);
    SubhaloNumbers numbers = new SubhaloNumbers(a, b);
    List<String> onlyInA = new ArrayList<>(onlyIn(a, b, quantities, quantity -> true));
    List<String> onlyInB = new ArrayList<>(onlyIn(b, a, quantities, quantity -> true));
    List<String> subhaloesOnlyInA = numbers.only(true);
    List<String> subhaloesOnlyInB = numbers.only(false);
    onlyInA.addAll(subhaloesOnlyInA);
    onlyInB.addAll(subhaloesOnlyInB);
    boolean idsInA = StoredMembers.areListed(a);
    boolean idsInB = StoredMembers.areListed(b);
    if (idsInA && !idsInB && b.groups() > 0 && b.isFromJzfof()) {
      onlyInA.add(IDS);
    } else if (idsInB && !idsInA && a.groups() > 0 && a.isFromJzfof()) {
      onlyInB.add(IDS);
    }
    DifferenceFinder finder = new DifferenceFinder(a, b, matching, options.tolerance, options.rows);
    if (a.isFromJzfof() && b.isFromJzfof() && a.isLaidOutAs(b)) {
      Predicate<Quantity> needed = Predicate.not(Quantity::optional);
      finder.addMissing(onlyIn(a, b, quantities, needed), true);
      finder.addMissing(onlyIn(b, a, quantities, needed), false);
      finder.addMissing(subhaloesOnlyInA, true);
      finder.addMissing(subhaloesOnlyInB, false);
    }
    Differences differences = finder.find();
    int reordered = 0;
    for (int g = 0; g < matching.partner().length; g++) {
      int other = matching.partner()[g];
      reordered += other != Matching.NONE && other != g ? 1 : 0;
    }
    Optional<SubhaloComparison.Matched> subhaloes =
        options.members ? SubhaloComparison.of(a, b, options.trustHeaders) : Optional.empty();
    boolean alike = a.isLaidOutAs(b);
    if (alike && subhaloes.isPresent()) {
      numbers.compare(matching, subhaloes.get().matching(), options.tolerance, differences);
    }
    List<String> compared = new ArrayList<>(List.of("groups"));
    if (matched.byMembers) {
      compared.add("their members");
    }
    if (subhaloes.filter(both -> both.comparison().inA() > 0).isPresent()) {
      compared.add(alike ? "subhaloes" : "members of subhaloes");
    }
    return new CatalogueComparison(
        matched.by,
        matching.pairs(),
        reordered,
        onlyInA,
        onlyInB,
        differences,
        subhaloes.map(SubhaloComparison.Matched::comparison),
        compared);
  }

  private static List<String> onlyIn(
      StoredCatalogue one,
      StoredCatalogue other,
      List<Quantity> quantities,
      Predicate<Quantity> filter) {
    boolean known = one.groups() > 0 && other.groups() > 0;
    return Stream.concat(
            quantities.stream().filter(filter).map(Quantity::column),
            Stream.of(GroupColumns.OFFSET_OF_TYPES))
        .filter(column -> known && one.groupTable().has(column))
        .filter(column -> !other.groupTable().has(column))
        .map(CatalogueColumn::name)
        .toList();
  }

  /**
   * Pairs of groups.
   *
   * @param by description of how the pairs were found, for a report
   */
  private record Matched(Matching matching, String by, boolean byMembers) {
    static Matched of(StoredCatalogue a, StoredCatalogue b, Options options) {
      if (!options.members) {
        return byCentre(a, b, "");
      }
      MemberChoice members = new MemberChoice(false, options.trustHeaders);
      Optional<StoredMembers> ofA = StoredMembers.of(a, members);
      Optional<StoredMembers> ofB = StoredMembers.of(b, members);
      if (ofA.isEmpty() || ofB.isEmpty()) {
        String filter = ofA.isPresent() ? "B has" : ofB.isPresent() ? "A has" : "both have";
        return byCentre(
            a, b, ": " + filter + " no member IDs, nor a snapshot in group order beside it");
      }
      return new Matched(
          MemberMatcher.match(ofA.get(), ofB.get()),
          "by their members, A's %s, B's %s".formatted(ofA.get().source(), ofB.get().source()),
          true);
    }

    private static Matched byCentre(StoredCatalogue a, StoredCatalogue b, String why) {
      double[] side = a.boxSize();
      if (!a.periodic()) {
        Arrays.fill(side, Double.POSITIVE_INFINITY);
      }
      Matching matching = CentreMatcher.match(centres(a, b), centres(b, a), side);
      return new Matched(matching, "by centre and mass" + why, false);
    }

    private static CentreMatcher.Groups centres(StoredCatalogue one, StoredCatalogue other) {
      return new CentreMatcher.Groups(
          one.groupTable().doubles(Quantity.centre(one, other)),
          one.groupTable().doubles(GroupColumns.MASS));
    }
  }
}
