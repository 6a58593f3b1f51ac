package org.jzfof.trees.merger;

import java.util.Arrays;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * Finds the main progenitor of each halo: among the haloes whose descendant it is, the one with the
 * most members summed over its main branch, itself included (De Lucia and Blaizot 2007). Of equal
 * haloes the lowest number is chosen.
 */
final class MainProgenitors {
  private MainProgenitors() {}

  /**
   * @return main progenitor of each halo, or {@link SnapshotLinks#NONE}
   */
  static int[] of(HaloLinks links, long... length) {
    long[] branch = length.clone();
    int[] main = new int[links.haloes()];
    Arrays.fill(main, SnapshotLinks.NONE);
    for (int halo = 0; halo < main.length; halo++) { // progenitors have lower numbers
      long largest = -1;
      int next = links.firstProgenitor()[halo];
      while (next != SnapshotLinks.NONE) {
        if (branch[next] > largest) {
          largest = branch[next];
          main[halo] = next;
        }
        next = links.nextProgenitor()[next];
      }
      branch[halo] += Math.max(0, largest);
    }
    return main;
  }
}
