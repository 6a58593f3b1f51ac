package org.jzfof.trees.links;

import org.jzfof.comm.Communicator;
import org.jzfof.threads.Parallel;

/**
 * Links the groups or subhaloes of two snapshots by their common members (Springel et al. 2021,
 * section 7.3; Gadget-4 uses the weights {@link RankWeights#ofMostBound}). The descendant is the
 * later object with the highest sum of weights by ranks in the earlier object. The progenitor is
 * the earlier object with the highest sum of weights by ranks in the later object. Of equal sums
 * the lowest number is chosen.
 */
public final class MemberJoin {
  private MemberJoin() {}

  /**
   * Links two snapshots; collective over all ranks.
   *
   * @return all links, on every rank
   */
  public static SnapshotLinks link(
      Communicator comm, MemberTable earlier, MemberTable later, RankWeights weights) {
    Matches matches = match(comm, earlier, later, weights);
    return new SnapshotLinks(matches.ofFirst().partner(), matches.ofSecond().partner());
  }

  /**
   * The best partners of two catalogues in each other.
   *
   * @param ofFirst partners in the second catalogue
   * @param ofSecond partners in the first catalogue
   */
  public record Matches(Partners ofFirst, Partners ofSecond) {}

  /**
   * Finds the best partners by the rules of the links; collective over all ranks.
   *
   * @return all partners, on every rank
   */
  public static Matches match(
      Communicator comm, MemberTable first, MemberTable second, RankWeights weights) {
    BestPartners ofFirst = new BestPartners(comm, first.objects());
    BestPartners ofSecond = new BestPartners(comm, second.objects());
    common(first, second.buckets(), weights)
        .forEach(
            (one, other, toSecond, toFirst, counts) -> {
              ofFirst.add(one, other, toSecond, (int) (counts >>> Integer.SIZE));
              ofSecond.add(other, one, toFirst, (int) counts);
            });
    return new Matches(ofFirst.best(), ofSecond.best());
  }

  /** Returns the scores of the common members that are on this rank. */
  private static PartitionedScores common(
      MemberTable earlierTable, MemberBucket[] later, RankWeights weights) {
    MemberBucket[] earlier = earlierTable.buckets();
    int parts = Math.max(1, Math.min(earlier.length, Parallel.threads()));
    return Parallel.indices(parts, 1)
        .mapToObj(
            part -> {
              PartitionedScores scores = new PartitionedScores(earlierTable.objects());
              for (int b = part; b < earlier.length; b += parts) {
                addCommon(earlier[b], later[b], weights, scores);
              }
              return scores;
            })
        .reduce(PartitionedScores::addAll)
        .orElseThrow();
  }

  private static void addCommon(
      MemberBucket earlier, MemberBucket later, RankWeights weights, PartitionedScores scores) {
    for (int m = 0; m < earlier.count(); m++) {
      for (int other = later.find(earlier.id(m));
          other != MemberBucket.NONE;
          other = later.next(other)) {
        long toLater = weights.of(earlier.rank(m));
        long toEarlier = weights.of(later.rank(other));
        if (toLater != 0 || toEarlier != 0) {
          scores.add(earlier.object(m), later.object(other), toLater, toEarlier);
        }
      }
    }
  }
}
