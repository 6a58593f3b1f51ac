package org.jzfof.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The branches of a tree that end in one halo: the main branch, and the branches that merge into it
 * or into one another. A branch consists of a halo, its main progenitor, the main progenitor of
 * that, and so on. The order of the branches allows drawing without crossings: the line of a
 * merger, drawn across the branches between, crosses no branch that still exists at that time. Each
 * branch is followed by those that merge into it, the earliest mergers first.
 *
 * @param branches the main branch is the first
 * @param all number of all branches, of which the largest are kept
 */
public record MergerHistory(List<Branch> branches, int all) {
  /**
   * One branch.
   *
   * @param haloes indices in the tree, latest halo first
   * @param into index in the list of the branch that it merges into, less than its own index; -1
   *     for the main branch
   * @param merger the halo that it merges into, an index in the tree; -1 for the main branch
   */
  public record Branch(int[] haloes, int into, int merger) {}

  /**
   * Finds the branches of a tree.
   *
   * @param limit maximum number of branches beside the main branch; those with the largest masses,
   *     of themselves or of branches that merge into them, are kept
   */
  public static MergerHistory of(StoredTree tree, int limit) {
    List<Branch> all = new Builder(tree).branches();
    double[] largest = new double[all.size()];
    for (int b = all.size() - 1; b >= 0; b--) {
      Branch branch = all.get(b);
      double ofBranch =
          Arrays.stream(branch.haloes).mapToDouble(h -> tree.mass()[h]).max().orElse(0);
      largest[b] = Math.max(largest[b], ofBranch);
      if (branch.into >= 0) {
        largest[branch.into] = Math.max(largest[branch.into], largest[b]);
      }
    }
    int[] selected =
        IntStream.range(0, all.size())
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(b -> -largest[b]).thenComparing(b -> b))
            .limit(1L + limit)
            .mapToInt(b -> b)
            .sorted()
            .toArray();
    List<Branch> branches = new ArrayList<>();
    for (int b : selected) {
      Branch branch = all.get(b);
      int into = branch.into < 0 ? -1 : Arrays.binarySearch(selected, branch.into);
      branches.add(new Branch(branch.haloes, into, branch.merger));
    }
    return new MergerHistory(branches, all.size());
  }

  /** Collects all branches. */
  private static final class Builder {
    private final StoredTree tree;
    private final int[] first;
    private final int[] next;
    private final List<Branch> branches = new ArrayList<>();

    /** The last halo of a branch that is not yet added, and its merger. */
    private record Start(int halo, int into, int merger) {}

    Builder(StoredTree tree) {
      this.tree = tree;
      int haloes = tree.descendant().length;
      this.first = new int[haloes];
      this.next = new int[haloes];
      Arrays.fill(first, -1);
      for (int h = haloes - 1; h >= 0; h--) {
        int descendant = tree.descendant()[h];
        if (descendant >= 0) {
          next[h] = first[descendant];
          first[descendant] = h;
        }
      }
    }

    List<Branch> branches() {
      List<Start> stack = new ArrayList<>();
      stack.add(new Start(tree.root(), -1, -1));
      while (!stack.isEmpty()) {
        stack.addAll(add(stack.remove(stack.size() - 1)));
      }
      return branches;
    }

    /** Adds a branch; returns the branches that merge into it, the latest mergers first. */
    private List<Start> add(Start start) {
      List<Integer> haloes = new ArrayList<>();
      List<Start> mergers = new ArrayList<>();
      for (int h = start.halo; h >= 0; h = tree.mainProgenitor()[h]) {
        haloes.add(h);
        for (int p = first[h]; p >= 0; p = next[p]) {
          if (p != tree.mainProgenitor()[h]) {
            mergers.add(new Start(p, branches.size(), h));
          }
        }
      }
      branches.add(
          new Branch(haloes.stream().mapToInt(h -> h).toArray(), start.into, start.merger));
      return mergers;
    }
  }
}
