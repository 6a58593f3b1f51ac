package org.jzfof.trees.merger;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * Linked lists of the haloes of each friends-of-friends group.
 *
 * @param first first halo of the group of each halo
 * @param next next halo in the group of each halo, or {@link SnapshotLinks#NONE}
 */
public record GroupChains(int[] first, int[] next) {
  /**
   * @param group number of the group of each halo in its catalogue
   */
  static GroupChains of(HaloLinks links, long... group) {
    int[] first = new int[links.haloes()];
    int[] next = new int[links.haloes()];
    Arrays.fill(next, SnapshotLinks.NONE);
    for (int output = 0; output < links.outputs(); output++) {
      Map<Long, Integer> last = new HashMap<>();
      for (int halo = links.first(output); halo < links.first(output + 1); halo++) {
        Integer before = last.put(group[halo], halo);
        first[halo] = before == null ? halo : first[before];
        if (before != null) {
          next[before] = halo;
        }
      }
    }
    return new GroupChains(first, next);
  }
}
