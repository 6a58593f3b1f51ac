package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Candidates for subhaloes of a group: of two branches that meet in a saddle point the shorter one,
 * if both are long enough, and the whole group. They are stretches of one chain of all members, and
 * nested or disjoint; inner ones come before those that they are in, and the group is the last.
 *
 * @param chain members by rank
 * @param start first of each stretch
 * @param length of each stretch
 * @param around the smallest candidate that each is in, the last one in itself
 */
record Candidates(int[] chain, int[] start, int[] length, int[] around) {
  private static final int NONE = SubhaloMembers.NONE;

  /**
   * @param loops over members
   */
  static Candidates of(DensityOrder order, Loops loops) {
    SaddleTree tree = SaddleTree.of(order, loops);
    int nodes = tree.nodes();
    boolean[] candidate = new boolean[nodes];
    int[] main = mainBranches(tree, candidate);
    int[] start = new int[nodes];
    int[] cursor = new int[nodes];
    int roots = 0;
    for (int node = nodes - 1; node >= 0; node--) {
      if (tree.parent(node) == NONE) {
        start[node] = roots;
        roots += tree.length(node);
      }
      cursor[node] = start[node];
      for (int which = 0; node >= tree.basins() && which < 2; which++) {
        int child = tree.child(node, main[node] ^ which);
        start[child] = cursor[node];
        cursor[node] += tree.length(child);
      }
    }
    int[] chain = new int[order.member().length];
    for (int rank = 0; rank < chain.length; rank++) {
      chain[cursor[tree.branch(rank)]++] = rank;
    }
    return numbered(tree, candidate, start, chain);
  }

  /** Finds which child is the longer branch; of equal ones it has the denser first member. */
  private static int[] mainBranches(SaddleTree tree, boolean[] candidate) {
    int[] first = new int[tree.nodes()];
    int[] main = new int[tree.nodes()];
    for (int node = 0; node < first.length; node++) {
      if (node < tree.basins()) {
        first[node] = tree.birth(node);
      } else {
        int one = tree.child(node, 0);
        int other = tree.child(node, 1);
        int longer = Integer.compare(tree.length(one), tree.length(other));
        boolean firstIsMain = longer > 0 || longer == 0 && first[one] < first[other];
        main[node] = firstIsMain ? 0 : 1;
        int shorter = firstIsMain ? other : one;
        first[node] = first[firstIsMain ? one : other];
        candidate[shorter] = tree.length(shorter) >= SubhaloKernels.LEAST;
      }
    }
    return main;
  }

  private static Candidates numbered(
      SaddleTree tree, boolean[] candidate, int[] start, int[] chain) {
    int[] number = new int[candidate.length];
    int count = 0;
    for (int node = 0; node < number.length; node++) {
      number[node] = candidate[node] ? count++ : NONE;
    }
    int[] starts = new int[count + 1];
    int[] lengths = new int[count + 1];
    int[] around = new int[count + 1];
    lengths[count] = chain.length;
    around[count] = count;
    int[] within = new int[candidate.length];
    for (int node = number.length - 1; node >= 0; node--) {
      int up = tree.parent(node);
      within[node] = up == NONE ? count : candidate[up] ? number[up] : within[up];
      if (candidate[node]) {
        starts[number[node]] = start[node];
        lengths[number[node]] = tree.length(node);
        around[number[node]] = within[node];
      }
    }
    return new Candidates(chain, starts, lengths, around);
  }

  /** Number of candidates. */
  int count() {
    return start.length;
  }

  /** Ranks of the members of one. */
  int[] members(int candidate) {
    return Arrays.copyOfRange(chain, start[candidate], start[candidate] + length[candidate]);
  }
}
