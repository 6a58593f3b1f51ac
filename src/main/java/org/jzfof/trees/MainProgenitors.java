package org.jzfof.trees;

import java.util.Arrays;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The main progenitor of each halo: of those whose descendant it is, the one with the most members
 * in its own main branch, itself included (De Lucia and Blaizot 2007). Of equal ones the lowest
 * number counts.
 */
final class MainProgenitors {
  private MainProgenitors() {}

  /**
   * @param length members of each halo
   * @return main progenitors, {@link SnapshotLinks#NONE} where there is none
   */
  static int[] of(HaloLinks links, long... length) {
    long[] branch = length.clone();
    int[] main = new int[links.haloes()];
    Arrays.fill(main, SnapshotLinks.NONE);
    for (int halo = 0; halo < main.length; halo++) { // progenitors come before
      long most = -1;
      int next = links.firstProgenitor()[halo];
      while (next != SnapshotLinks.NONE) {
        if (branch[next] > most) {
          most = branch[next];
          main[halo] = next;
        }
        next = links.nextProgenitor()[next];
      }
      branch[halo] += Math.max(0, most);
    }
    return main;
  }
}
