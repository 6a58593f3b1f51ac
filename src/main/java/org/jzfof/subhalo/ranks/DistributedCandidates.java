package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.subhalo.CandidateRanges;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The candidates for subhaloes of a group whose members are on several ranks.
 *
 * @param stretches candidates as stretches of a chain of the members of all ranks; the same on
 *     every rank
 * @param chainIndex index in the chain of each member of this rank [m]
 */
public record DistributedCandidates(CandidateRanges stretches, int[] chainIndex) {
  private static final int DENSER = 2;

  /** Finds the candidates; every rank calls it. */
  public static DistributedCandidates of(DistributedMembers members, DensityKernels kernels) {
    int count = members.count();
    int[] denser = DistributedLinks.denser(members, kernels);
    SubhaloMembers local = members.local();
    long[] sparse = new long[count];
    Arrays.setAll(sparse, i -> DistributedOrder.increasing(-local.density()[i]));
    DistributedOrder order = new DistributedOrder(members.comm(), sparse, local.id());
    long[] links = order.toStretches().moved(ranks(members, order.index(), denser), DENSER);
    long[] nearest = new long[order.count()];
    long[] second = new long[nearest.length];
    Arrays.setAll(nearest, r -> links[DENSER * r]);
    Arrays.setAll(second, r -> links[DENSER * r + 1]);
    DistributedSaddles saddles =
        new DistributedSaddles(members.comm(), order.start(), nearest, second);
    CandidateRanges.Chain chain = CandidateRanges.chain(saddles.tree());
    long[] ofStretch =
        Arrays.stream(saddles.branch()).mapToLong(b -> chain.firstIndex()[b]).toArray();
    long[] inChain = order.toStretches().back().moved(ofStretch, 1);
    long[] rank = Arrays.stream(order.index()).asLongStream().toArray();
    return new DistributedCandidates(
        chain.candidates(), new DistributedOrder(members.comm(), inChain, rank).index());
  }

  /**
   * Returns the ranks by density of the members that are linked to; {@code denser} has their
   * numbers.
   */
  private static long[] ranks(DistributedMembers members, int[] rank, int[] denser) {
    int[] linked =
        IntStream.range(0, denser.length).filter(k -> denser[k] != SubhaloMembers.NONE).toArray();
    long[] requested = Arrays.stream(linked).mapToLong(k -> denser[k]).toArray();
    int[] answers =
        RowTransfer.ofRequests(members.comm(), members.start(), requested).moved(rank, 1);
    long[] ranks = new long[denser.length];
    Arrays.fill(ranks, SubhaloMembers.NONE);
    for (int k = 0; k < linked.length; k++) {
      int memberRank = rank[linked[k] / DENSER];
      if (answers[k] >= memberRank) {
        throw new IllegalArgumentException(
            "member %d of %d, said to be denser than number %d by density"
                .formatted(requested[k], members.total(), memberRank));
      }
      ranks[linked[k]] = answers[k];
    }
    return ranks;
  }
}
