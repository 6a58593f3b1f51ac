package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The candidates for subhaloes of a group with their members.
 *
 * @param chain row of each among all members
 * @param stretches of the chain
 */
public record SubhaloCandidates(int[] chain, CandidateRanges stretches) {
  static SubhaloCandidates of(DensityOrder order) {
    int[] basin = new int[order.member().length];
    SaddleTree tree = joined(order, basin);
    int[] branch = tree.branches(0, basin);
    long[] members = new long[tree.nodes()];
    for (int node : branch) {
      members[node]++;
    }
    tree.setMembers(members);
    CandidateRanges.Chain placed = CandidateRanges.chain(tree);
    int[] next = placed.own();
    int[] chain = new int[branch.length];
    for (int rank = 0; rank < chain.length; rank++) {
      chain[next[branch[rank]]++] = order.member()[rank];
    }
    return new SubhaloCandidates(chain, placed.candidates());
  }

  /**
   * Finds basins, and joins them by edges, by the rank of the member that makes them.
   *
   * @param basin takes that of each member
   */
  private static SaddleTree joined(DensityOrder order, int[] basin) {
    int[] peak = new int[basin.length];
    int basins = 0;
    // Pointer jumping along the nearest denser member: one jump each, as denser ones come first.
    for (int r = 0; r < basin.length; r++) {
      int next = order.nearest()[r];
      if (next == SubhaloMembers.NONE) {
        peak[basins] = r;
        basin[r] = basins++;
      } else {
        basin[r] = basin[next];
      }
    }
    SaddleTree tree = new SaddleTree(Arrays.copyOf(peak, basins));
    for (int r = 0; r < basin.length; r++) {
      int second = order.second()[r];
      if (second != SubhaloMembers.NONE && basin[second] != basin[r]) {
        tree.join(r, basin[r], basin[second]);
      }
    }
    return tree;
  }

  /** Number of candidates. */
  int count() {
    return stretches.count();
  }

  /** Number of members of one. */
  int length(int candidate) {
    return stretches.length()[candidate];
  }

  /** The smallest candidate that one is in. */
  int around(int candidate) {
    return stretches.around()[candidate];
  }

  /** Rows of the members of one. */
  int[] members(int candidate) {
    int start = stretches.start()[candidate];
    return Arrays.copyOfRange(chain, start, start + length(candidate));
  }
}
