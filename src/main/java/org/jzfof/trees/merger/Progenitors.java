package org.jzfof.trees.merger;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The progenitors of each halo, which are the haloes whose descendant it is, in decreasing order of
 * the members summed over the main branch of each, itself included (De Lucia and Blaizot 2007). The
 * first one is the main progenitor. Of equal haloes the one with the lowest number comes first.
 *
 * @param main main progenitor of each halo, or {@link SnapshotLinks#NONE}
 * @param next next progenitor of the same descendant, or {@link SnapshotLinks#NONE}
 */
public record Progenitors(int[] main, int[] next) {
  static Progenitors of(HaloLinks links, long... length) {
    long[] branch = length.clone();
    int[] main = new int[links.haloes()];
    int[] next = new int[links.haloes()];
    Arrays.fill(main, SnapshotLinks.NONE);
    Arrays.fill(next, SnapshotLinks.NONE);
    Comparator<Integer> largestFirst = Comparator.comparingLong(halo -> -branch[halo]);
    Comparator<Integer> order = largestFirst.thenComparing(Comparator.naturalOrder());
    for (int halo = 0; halo < main.length; halo++) { // progenitors have lower numbers
      if (links.firstProgenitor()[halo] == SnapshotLinks.NONE) {
        continue;
      }
      int[] sorted = of(links, halo).boxed().sorted(order).mapToInt(p -> p).toArray();
      main[halo] = sorted[0];
      for (int i = 1; i < sorted.length; i++) {
        next[sorted[i - 1]] = sorted[i];
      }
      branch[halo] += branch[sorted[0]];
    }
    return new Progenitors(main, next);
  }

  private static IntStream of(HaloLinks links, int halo) {
    return IntStream.iterate(
        links.firstProgenitor()[halo],
        progenitor -> progenitor != SnapshotLinks.NONE,
        progenitor -> links.nextProgenitor()[progenitor]);
  }
}
