package org.jzfof.compare;

import java.util.Optional;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.MemberChoice;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.catalogue.stored.StoredTable;

/**
 * The result of a comparison of the subhaloes of two catalogues. A pair consists of a subhalo of A
 * and the subhalo of B with which it shares most members, if the same is true in the opposite
 * direction.
 *
 * @param pairs number of subhaloes that have a partner
 * @param equal number of pairs with the same members
 * @param mains number of first subhaloes of groups in A
 * @param likeMains number of first subhaloes whose partner shares more than 98 % of the members of
 *     both
 * @param likeOthers number of other subhaloes whose partner shares more than 90 %
 * @param mostBound number of pairs with the same most bound particle
 * @param vmax number of pairs whose largest circular velocities differ by less than 1 %
 */
public record SubhaloComparison(
    int inA,
    int inB,
    int pairs,
    int equal,
    int mains,
    int likeMains,
    int likeOthers,
    int mostBound,
    int vmax) {
  /** Pairs of subhaloes of two catalogues, with their statistics. */
  record Matched(Matching matching, SubhaloComparison comparison) {}

  private static final double MIN_MAIN_SHARE = 0.98;
  private static final double MIN_OTHER_SHARE = 0.9;
  private static final double CLOSE = 0.01;

  /**
   * Compares the subhaloes; the result is empty if a catalogue has no subhaloes or if their members
   * are unknown.
   *
   * @param trustHeaders whether to continue if headers of a snapshot beside a catalogue contradict
   *     each other
   */
  static Optional<Matched> of(StoredCatalogue a, StoredCatalogue b, boolean trustHeaders) {
    if (!comparable(a) || !comparable(b)) {
      return Optional.empty();
    }
    MemberChoice members = new MemberChoice(true, trustHeaders);
    Optional<StoredMembers> ofA = StoredMembers.of(a, members);
    Optional<StoredMembers> ofB = StoredMembers.of(b, members);
    return ofA.isPresent() && ofB.isPresent()
        ? Optional.of(of(Side.of(a, ofA.get()), Side.of(b, ofB.get())))
        : Optional.empty();
  }

  private static boolean comparable(StoredCatalogue catalogue) {
    return catalogue.hasSubhaloes()
        && catalogue
            .subhaloTable()
            .hasAll(
                SubhaloColumns.LENGTH,
                SubhaloColumns.RANK,
                SubhaloColumns.MOST_BOUND_ID,
                SubhaloColumns.VMAX);
  }

  /** The columns of one catalogue that are compared. */
  private record Side(
      StoredMembers members, long[] length, long[] rank, long[] mostBound, double[] vmax) {
    static Side of(StoredCatalogue catalogue, StoredMembers members) {
      StoredTable table = catalogue.subhaloTable();
      return new Side(
          members,
          table.longs(SubhaloColumns.LENGTH),
          table.longs(SubhaloColumns.RANK),
          table.longs(SubhaloColumns.MOST_BOUND_ID),
          table.doubles(SubhaloColumns.VMAX));
    }
  }

  private static Matched of(Side a, Side b) {
    Matching matching = MemberMatcher.match(a.members, b.members);
    int[] partner = matching.partner();
    int[] paired =
        IntStream.range(0, partner.length).filter(s -> partner[s] != Matching.NONE).toArray();
    double[] jaccard = new double[partner.length];
    int equal = 0;
    int mostBound = 0;
    int vmax = 0;
    for (int s : paired) {
      int other = partner[s];
      long shared = matching.shared()[s];
      jaccard[s] = shared / (double) (a.length[s] + b.length[other] - shared);
      equal += jaccard[s] == 1 ? 1 : 0;
      mostBound += a.mostBound[s] == b.mostBound[other] ? 1 : 0;
      vmax += Math.abs(a.vmax[s] / b.vmax[other] - 1) < CLOSE ? 1 : 0;
    }
    int mains = 0;
    int likeMains = 0;
    int likeOthers = 0;
    for (int s = 0; s < partner.length; s++) {
      boolean main = a.rank[s] == 0;
      mains += main ? 1 : 0;
      likeMains += main && jaccard[s] > MIN_MAIN_SHARE ? 1 : 0;
      likeOthers += !main && jaccard[s] > MIN_OTHER_SHARE ? 1 : 0;
    }
    return new Matched(
        matching,
        new SubhaloComparison(
            partner.length,
            b.length.length,
            paired.length,
            equal,
            mains,
            likeMains,
            likeOthers,
            mostBound,
            vmax));
  }

  /** Returns whether all subhaloes have the same members. */
  public boolean same() {
    return inA == inB && equal == inA;
  }
}
