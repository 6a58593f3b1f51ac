package org.jzfof.trees.links;

import java.util.Arrays;

/**
 * Links between the groups or subhaloes of two snapshots. Numbers are those in the catalogues, from
 * 0. Descendants and progenitors need not be inverse to each other.
 *
 * @param descendants descendant of each earlier object, or {@link #NONE} [earlier]
 * @param progenitors progenitor of each later object, or {@link #NONE} [later]
 */
public record SnapshotLinks(int[] descendants, int[] progenitors) {
  /** Value for the absence of a link. */
  public static final int NONE = -1;

  /** For each later object, returns the first object, by number, whose descendant it is. */
  public int[] firstProgenitors() {
    return firsts(descendants, progenitors.length);
  }

  /** For each earlier object, returns the next object, by number, with the same descendant. */
  public int[] nextProgenitors() {
    return nexts(descendants, progenitors.length);
  }

  /** For each earlier object, returns the first object, by number, whose progenitor it is. */
  public int[] firstDescendants() {
    return firsts(progenitors, descendants.length);
  }

  /** For each later object, returns the next object, by number, with the same progenitor. */
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
