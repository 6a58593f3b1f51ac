package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Candidates for subhaloes of a group: the shorter one of two branches that meet in a saddle point,
 * if both are long enough, and the complete group. Candidates are stretches of one chain of all
 * members, and are nested or disjoint. Inner candidates come before the enclosing ones; the group
 * is the last candidate.
 *
 * @param start index in the chain of the first member of each candidate
 * @param length number of members of each candidate
 * @param enclosing smallest candidate around each; the last candidate encloses itself
 */
public record CandidateRanges(int[] start, int[] length, int[] enclosing) {
  private static final int NONE = SubhaloMembers.NONE;

  /** Number of candidates. */
  public int count() {
    return start.length;
  }

  /**
   * The chain of a group and its candidates.
   *
   * @param firstIndex index in the chain of the first member of each branch that is in no branch
   *     below it
   */
  public record Chain(int[] firstIndex, CandidateRanges candidates) {}

  /** Puts the branches of a tree into a chain. The lengths of the tree must have been set. */
  public static Chain chain(SaddleTree tree) {
    int nodes = tree.nodes();
    boolean[] candidate = new boolean[nodes];
    int[] main = mainBranches(tree, candidate);
    int[] start = new int[nodes];
    int[] firstIndex = new int[nodes];
    int members = 0;
    for (int node = nodes - 1; node >= 0; node--) {
      if (tree.parent(node) == NONE) {
        start[node] = members;
        members += tree.length(node);
      }
      firstIndex[node] = start[node];
      for (int which = 0; node >= tree.basins() && which < 2; which++) {
        int child = tree.child(node, main[node] ^ which);
        start[child] = firstIndex[node];
        firstIndex[node] += tree.length(child);
      }
    }
    return new Chain(firstIndex, numbered(tree, candidate, start, members));
  }

  /**
   * Returns which child of each node is the longer branch; of equally long branches it is the one
   * with the denser first member.
   */
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
        candidate[shorter] = tree.length(shorter) >= SubhaloKernels.MIN_MEMBERS;
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
    int[] enclosing = new int[count + 1];
    lengths[count] = members;
    enclosing[count] = count;
    int[] within = new int[candidate.length];
    for (int node = number.length - 1; node >= 0; node--) {
      int up = tree.parent(node);
      within[node] = up == NONE ? count : candidate[up] ? number[up] : within[up];
      if (candidate[node]) {
        starts[number[node]] = start[node];
        lengths[number[node]] = tree.length(node);
        enclosing[number[node]] = within[node];
      }
    }
    return new CandidateRanges(starts, lengths, enclosing);
  }

  /** The bound members of a candidate. */
  public record Bound(int candidate, int length, long smallestId) {}

  /**
   * Ranks the subhaloes of a group: by decreasing length, equally long ones by the smallest member
   * ID.
   *
   * @return rank of the subhalo of each candidate, or {@link SubhaloMembers#NONE}
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
   * Returns the rank of the subhalo of the smallest enclosing candidate that has a subhalo, or 0.
   *
   * @param rank result of {@link #ranks}
   */
  public int parent(int candidate, int[] rank) {
    int at = candidate;
    do {
      if (enclosing[at] == at) {
        return 0;
      }
      at = enclosing[at];
    } while (rank[at] < 0);
    return rank[at];
  }
}
