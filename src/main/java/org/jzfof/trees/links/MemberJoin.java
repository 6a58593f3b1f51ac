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
    BestPartners descendants = new BestPartners(comm, earlier.objects());
    BestPartners progenitors = new BestPartners(comm, later.objects());
    common(earlier, later.buckets(), weights)
        .forEach(
            (before, after, toLater, toEarlier) -> {
              descendants.add(before, after, toLater);
              progenitors.add(after, before, toEarlier);
            });
    return new SnapshotLinks(descendants.best(), progenitors.best());
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
      int other = later.find(earlier.id(m));
      if (other != MemberBucket.NONE) {
        long toLater = weights.of(earlier.rank(m));
        long toEarlier = weights.of(later.rank(other));
        if (toLater != 0 || toEarlier != 0) {
          scores.add(earlier.object(m), later.object(other), toLater, toEarlier);
        }
      }
    }
  }
}
