package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The candidates for subhaloes of a group, and their members.
 *
 * @param chain row among all members of each member of the chain
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
    CandidateRanges.Chain layout = CandidateRanges.chain(tree);
    int[] next = layout.firstIndex();
    int[] chain = new int[branch.length];
    for (int rank = 0; rank < chain.length; rank++) {
      chain[next[branch[rank]]++] = order.member()[rank];
    }
    return new SubhaloCandidates(chain, layout.candidates());
  }

  /**
   * Finds the basins, and joins them by edges, in the order of the members that make the edges.
   *
   * @param basin output: basin of each member
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

  /** Returns the number of candidates. */
  int count() {
    return stretches.count();
  }

  /** Returns the number of members of a candidate. */
  int length(int candidate) {
    return stretches.length()[candidate];
  }

  /** Returns the smallest candidate around another one. */
  int enclosing(int candidate) {
    return stretches.enclosing()[candidate];
  }

  /** Returns the rows of the members of a candidate. */
  int[] members(int candidate) {
    int start = stretches.start()[candidate];
    return Arrays.copyOfRange(chain, start, start + length(candidate));
  }
}
