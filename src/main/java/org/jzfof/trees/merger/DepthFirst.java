package org.jzfof.trees.merger;

import java.util.Arrays;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The haloes of all trees in depth-first order (Lemson and Springel 2006), tree by tree: a halo is
 * followed by its main progenitor with all progenitors of that, then by its other progenitors with
 * theirs. The progenitors of a halo and its main branch are thus ranges of rows.
 *
 * @param row row of each halo
 * @param last last row of the progenitors of each halo
 * @param leaf row of the earliest halo of the main branch of each halo
 * @param root row of the latest halo that is reached from each halo by descendants
 */
public record DepthFirst(int[] row, int[] last, int[] leaf, int[] root) {
  /** Orders the haloes of all trees. */
  public static DepthFirst of(MergerTrees trees) {
    HaloLinks links = trees.links();
    Progenitors progenitors = trees.progenitors();
    int[] descendant = links.descendant();
    int[] last = new int[links.haloes()];
    Arrays.fill(last, 1);
    for (int halo = 0; halo < last.length; halo++) { // progenitors have lower numbers
      if (descendant[halo] != SnapshotLinks.NONE) {
        last[descendant[halo]] += last[halo];
      }
    }
    int[] row = new int[last.length];
    int[] root = new int[last.length];
    long[] free = trees.trees().start();
    for (int output = links.outputs() - 1; output >= 0; output--) {
      for (int halo = links.first(output); halo < links.first(output + 1); halo++) {
        if (descendant[halo] == SnapshotLinks.NONE) {
          int tree = trees.trees().tree()[halo];
          row[halo] = (int) free[tree];
          root[halo] = row[halo];
          free[tree] += last[halo];
        }
        int below = row[halo] + 1;
        for (int p = progenitors.main()[halo]; p != SnapshotLinks.NONE; p = progenitors.next()[p]) {
          row[p] = below;
          root[p] = root[halo];
          below += last[p];
        }
      }
    }
    int[] leaf = new int[last.length];
    for (int halo = 0; halo < last.length; halo++) {
      int main = progenitors.main()[halo];
      leaf[halo] = main == SnapshotLinks.NONE ? row[halo] : leaf[main];
      last[halo] += row[halo] - 1; // until here it was the number of rows
    }
    return new DepthFirst(row, last, leaf, root);
  }
}
