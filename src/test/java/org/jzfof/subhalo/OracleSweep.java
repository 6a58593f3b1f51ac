package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The candidates of a group: members join structures in the order of decreasing density, and where
 * two structures meet, the shorter one is a candidate (Gadget-4, subfind_excursionset.cc).
 */
final class OracleSweep {
  /** Nearest members among which denser ones are looked for, itself counted; least length. */
  static final int LINKS = 20;

  private final OracleParticles all;
  private final int[] order;
  private final Map<Integer, Integer> rank = new HashMap<>();

  /**
   * @param order members by decreasing density
   */
  OracleSweep(OracleParticles all, int[] order) {
    this.all = all;
    this.order = order;
    for (int r = 0; r < order.length; r++) {
      rank.put(order[r], r);
    }
  }

  /** The two nearest denser members of the nearest ones, or one or none. */
  int[] denser(int member) {
    int[] others = Arrays.stream(order).filter(other -> other != member).toArray();
    return Arrays.stream(all.nearest(member, others, LINKS - 1))
        .filter(other -> rank.get(other) < rank.get(member))
        .limit(2)
        .toArray();
  }

  /** All candidates, inner ones before those that they are in, the whole group last. */
  List<int[]> candidates() {
    List<int[]> candidates = new ArrayList<>();
    Map<Integer, List<Integer>> structureOf = new HashMap<>();
    for (int member : order) {
      int[] denser = denser(member);
      List<Integer> structure;
      if (denser.length == 0) {
        structure = new ArrayList<>();
      } else {
        structure = structureOf.get(denser[0]);
        List<Integer> other = structureOf.get(denser[denser.length - 1]);
        if (other != structure) {
          List<Integer> shorter = isMain(structure, other) ? other : structure;
          structure = shorter == other ? structure : other;
          if (shorter.size() >= LINKS && structure.size() >= LINKS) {
            candidates.add(shorter.stream().mapToInt(i -> i).toArray());
          }
          structure.addAll(shorter);
          for (int i : shorter) {
            structureOf.put(i, structure);
          }
        }
      }
      structure.add(member);
      structureOf.put(member, structure);
    }
    candidates.add(order);
    return candidates;
  }

  private boolean isMain(List<Integer> one, List<Integer> other) {
    return one.size() != other.size()
        ? one.size() > other.size()
        : rank.get(one.get(0)) < rank.get(other.get(0));
  }
}
