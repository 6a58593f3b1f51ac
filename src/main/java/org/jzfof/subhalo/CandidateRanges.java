package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Candidates for subhaloes of a group: of two branches that meet in a saddle point the shorter one,
 * if both are long enough, and the whole group. They are stretches of one chain of all members, and
 * nested or disjoint; inner ones come before those that they are in, and the group is the last.
 *
 * @param start first of each stretch
 * @param length of each stretch
 * @param around the smallest candidate that each is in, the last one in itself
 */
public record CandidateRanges(int[] start, int[] length, int[] around) {
  private static final int NONE = SubhaloMembers.NONE;

  /** Number of candidates. */
  public int count() {
    return start.length;
  }

  /**
   * The chain of a group and its candidates.
   *
   * @param own place in the chain of the first member of each branch that is in none below it
   * @param candidates stretches of it
   */
  public record Chain(int[] own, CandidateRanges candidates) {}

  /** Puts the branches of a tree into a chain: its lengths must have been set. */
  public static Chain chain(SaddleTree tree) {
    int nodes = tree.nodes();
    boolean[] candidate = new boolean[nodes];
    int[] main = mainBranches(tree, candidate);
    int[] start = new int[nodes];
    int[] own = new int[nodes];
    int members = 0;
    for (int node = nodes - 1; node >= 0; node--) {
      if (tree.parent(node) == NONE) {
        start[node] = members;
        members += tree.length(node);
      }
      own[node] = start[node];
      for (int which = 0; node >= tree.basins() && which < 2; which++) {
        int child = tree.child(node, main[node] ^ which);
        start[child] = own[node];
        own[node] += tree.length(child);
      }
    }
    return new Chain(own, numbered(tree, candidate, start, members));
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

  private static CandidateRanges numbered(
      SaddleTree tree, boolean[] candidate, int[] start, int members) {
    int[] number = new int[candidate.length];
    int count = 0;
    for (int node = 0; node < number.length; node++) {
      number[node] = candidate[node] ? count++ : NONE;
    }
    int[] starts = new int[count + 1];
    int[] lengths = new int[count + 1];
    int[] around = new int[count + 1];
    lengths[count] = members;
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
    return new CandidateRanges(starts, lengths, around);
  }

  /**
   * What is bound in a candidate.
   *
   * @param length members that are
   * @param smallestId of these
   */
  public record Bound(int candidate, int length, long smallestId) {}

  /**
   * Ranks of the subhaloes of a group: the longest first, of equal ones that with the smallest
   * member ID.
   *
   * @return rank of that of each candidate, or {@link SubhaloMembers#NONE}
   */
  public int[] ranks(List<Bound> bound) {
    List<Bound> sorted = new ArrayList<>(bound);
    sorted.sort(
        Comparator.comparingInt(Bound::length)
            .reversed()
            .thenComparing(Bound::smallestId, Long::compareUnsigned)
            .thenComparing(Bound::candidate));
    int[] rank = new int[count()];
    Arrays.fill(rank, NONE);
    for (int r = 0; r < sorted.size(); r++) {
      rank[sorted.get(r).candidate()] = r;
    }
    return rank;
  }

  /**
   * Rank of the subhalo of the smallest candidate around one that has any, or 0.
   *
   * @param rank as from {@link #ranks}
   */
  public int parent(int candidate, int[] rank) {
    int at = candidate;
    do {
      if (around[at] == at) {
        return 0;
      }
      at = around[at];
    } while (rank[at] < 0);
    return rank[at];
  }
}
