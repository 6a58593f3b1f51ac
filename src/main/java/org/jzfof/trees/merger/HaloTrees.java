package org.jzfof.trees.merger;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The assignment of haloes to trees. Haloes of any catalogues belong to the same tree if they are
 * connected by descendants or progenitors, are in one group, or have the same most bound particle
 * (Gadget-4, halotrees). Trees are ordered by their first haloes. Haloes of a tree are ordered from
 * the last catalogue to the first, and by number within a catalogue.
 *
 * @param tree tree of each halo, from 0
 * @param index index of each halo in its tree, from 0
 * @param length number of haloes of each tree
 */
public record HaloTrees(int[] tree, int[] index, int[] length) {
  /**
   * Finds the trees.
   *
   * @param mostBound ID of the most bound particle of each halo; null if unknown
   */
  static HaloTrees of(HaloLinks links, GroupChains chains, long... mostBound) {
    Sets sets = new Sets(links.haloes());
    for (int[] pointers : new int[][] {links.descendant(), links.progenitor(), chains.first()}) {
      for (int halo = 0; halo < pointers.length; halo++) {
        if (pointers[halo] != SnapshotLinks.NONE) {
          sets.unite(halo, pointers[halo]);
        }
      }
    }
    if (mostBound != null) {
      uniteEqual(mostBound, sets);
    }
    return numbered(links, sets);
  }

  private static void uniteEqual(long[] ids, Sets sets) {
    long[] distinct = LongStream.of(ids).sorted().distinct().toArray();
    int[] first = new int[distinct.length];
    Arrays.fill(first, SnapshotLinks.NONE);
    for (int halo = 0; halo < ids.length; halo++) {
      int at = Arrays.binarySearch(distinct, ids[halo]);
      if (first[at] == SnapshotLinks.NONE) {
        first[at] = halo;
      } else {
        sets.unite(halo, first[at]);
      }
    }
  }

  private static HaloTrees numbered(HaloLinks links, Sets sets) {
    int[] number = new int[links.haloes()];
    Arrays.fill(number, SnapshotLinks.NONE);
    int[] tree = new int[links.haloes()];
    int[] index = new int[links.haloes()];
    int[] length = new int[links.haloes()];
    int trees = 0;
    for (int output = links.outputs() - 1; output >= 0; output--) {
      for (int halo = links.first(output); halo < links.first(output + 1); halo++) {
        int set = sets.of(halo);
        if (number[set] == SnapshotLinks.NONE) {
          number[set] = trees++;
        }
        tree[halo] = number[set];
        index[halo] = length[tree[halo]]++;
      }
    }
    return new HaloTrees(tree, index, Arrays.copyOf(length, trees));
  }

  /** Number of trees. */
  public int trees() {
    return length.length;
  }

  /** Returns the first row of each tree in a list of all haloes, tree by tree. */
  public long[] start() {
    long[] start = new long[length.length];
    for (int t = 1; t < start.length; t++) {
      start[t] = start[t - 1] + length[t - 1];
    }
    return start;
  }

  /** Returns the indices of haloes in their trees, {@link SnapshotLinks#NONE} for none. */
  public int[] indices(int... haloes) {
    return Arrays.stream(haloes)
        .map(halo -> halo == SnapshotLinks.NONE ? SnapshotLinks.NONE : index[halo])
        .toArray();
  }

  /** Returns the row of each halo in the list of all haloes, tree by tree. */
  public int[] rows() {
    long[] start = start();
    int[] rows = new int[tree.length];
    Arrays.setAll(rows, halo -> (int) start[tree[halo]] + index[halo]);
    return rows;
  }

  /** Disjoint sets of numbers (Tarjan and van Leeuwen 1984, path halving). */
  private static final class Sets {
    private final int[] parent;

    Sets(int count) {
      parent = new int[count];
      Arrays.setAll(parent, i -> i);
    }

    int of(int member) {
      int at = member;
      while (parent[at] != at) {
        parent[at] = parent[parent[at]];
        at = parent[at];
      }
      return at;
    }

    /** Unites the sets of two numbers; the root with the larger number remains a root. */
    void unite(int a, int b) {
      int rootA = of(a);
      int rootB = of(b);
      parent[Math.min(rootA, rootB)] = Math.max(rootA, rootB);
    }
  }
}
