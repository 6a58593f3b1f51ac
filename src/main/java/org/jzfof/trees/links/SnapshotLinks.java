package org.jzfof.trees.links;

import java.util.Arrays;

/**
 * Links between the groups or subhaloes of two snapshots. Numbers are those in the catalogues, from
 * 0. The two need not be inverse to each other.
 *
 * @param descendants of each of the earlier ones, or {@link #NONE} [earlier]
 * @param progenitors of each of the later ones, or {@link #NONE} [later]
 */
public record SnapshotLinks(int[] descendants, int[] progenitors) {
  /** There is none. */
  public static final int NONE = -1;

  /** For each later one the first, by number, of those whose descendant it is. */
  public int[] firstProgenitors() {
    return firsts(descendants, progenitors.length);
  }

  /** For each earlier one the next, by number, with the same descendant. */
  public int[] nextProgenitors() {
    return nexts(descendants, progenitors.length);
  }

  /** For each earlier one the first, by number, of those whose progenitor it is. */
  public int[] firstDescendants() {
    return firsts(progenitors, descendants.length);
  }

  /** For each later one the next, by number, with the same progenitor. */
  public int[] nextDescendants() {
    return nexts(progenitors, descendants.length);
  }

  private static int[] firsts(int[] targets, int others) {
    int[] first = new int[others];
    Arrays.fill(first, NONE);
    for (int i = targets.length - 1; i >= 0; i--) {
      if (targets[i] != NONE) {
        first[targets[i]] = i;
      }
    }
    return first;
  }

  private static int[] nexts(int[] targets, int others) {
    int[] next = new int[targets.length];
    int[] last = new int[others];
    Arrays.fill(last, NONE);
    for (int i = targets.length - 1; i >= 0; i--) {
      next[i] = targets[i] == NONE ? NONE : last[targets[i]];
      if (targets[i] != NONE) {
        last[targets[i]] = i;
      }
    }
    return next;
  }
}
