package org.jzfof.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.trees.EvolvingMock.Member;

/** Trees and main progenitors of a series of mock subhaloes, by passing labels around. */
final class BruteTrees {
  /** One subhalo, or group, with its links to others. */
  record Halo(int output, int number, int group, int length, long mostBound) {}

  private final List<Halo> haloes = new ArrayList<>();
  private final int[] descendant;
  private final int[] progenitor;

  /**
   * @param linked for each snapshot whether it is linked to the next one of the list
   * @param subhaloes whether they stand in groups, and follow their most bound members
   */
  BruteTrees(List<List<Member>> series, boolean[] linked, boolean subhaloes) {
    int[] first = new int[series.size() + 1];
    for (int n = 0; n < series.size(); n++) {
      List<Member> members = series.get(n);
      first[n] = haloes.size();
      for (int o = 0; o < EvolvingMock.objects(members); o++) {
        int number = o;
        List<Member> own = members.stream().filter(m -> m.object() == number).toList();
        haloes.add(
            new Halo(n, o, subhaloes ? EvolvingMock.group(o) : o, own.size(), own.get(0).id()));
      }
    }
    first[series.size()] = haloes.size();
    descendant = new int[haloes.size()];
    progenitor = new int[haloes.size()];
    Arrays.fill(descendant, -1);
    Arrays.fill(progenitor, -1);
    for (int n = 0; n + 1 < series.size(); n++) {
      if (linked[n]) {
        BruteLinks links = BruteLinks.of(series.get(n), series.get(n + 1), subhaloes);
        put(descendant, first[n], first[n + 1], links.descendants());
        put(progenitor, first[n + 1], first[n], links.progenitors());
      }
    }
  }

  private static void put(int[] pointers, int of, int to, long... numbers) {
    for (int i = 0; i < numbers.length; i++) {
      pointers[of + i] = numbers[i] < 0 ? -1 : to + (int) numbers[i];
    }
  }

  List<Halo> haloes() {
    return haloes;
  }

  int[] descendants() {
    return descendant;
  }

  /** The smallest number of a halo of the tree of each halo. */
  int[] trees(boolean mostBound) {
    int[] label = new int[haloes.size()];
    Arrays.setAll(label, h -> h);
    boolean changed = true;
    while (changed) {
      int[] before = label.clone();
      for (int a = 0; a < label.length; a++) {
        for (int b = 0; b < label.length; b++) {
          if (connected(a, b, mostBound)) {
            label[a] = Math.min(label[a], label[b]);
            label[b] = label[a];
          }
        }
      }
      changed = !Arrays.equals(before, label);
    }
    return label;
  }

  private boolean connected(int a, int b, boolean mostBound) {
    Halo one = haloes.get(a);
    Halo other = haloes.get(b);
    return descendant[a] == b
        || progenitor[a] == b
        || one.output == other.output && one.group == other.group
        || mostBound && one.mostBound == other.mostBound;
  }

  /** Of the progenitors of a halo the one with the longest history, or -1. */
  int mainProgenitor(int halo) {
    int main = -1;
    for (int h = 0; h < descendant.length; h++) {
      if (descendant[h] == halo && (main < 0 || branch(h) > branch(main))) {
        main = h;
      }
    }
    return main;
  }

  private long branch(int halo) {
    int main = mainProgenitor(halo);
    return haloes.get(halo).length + (main < 0 ? 0 : branch(main));
  }
}
