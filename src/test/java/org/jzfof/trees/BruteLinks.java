package org.jzfof.trees;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jzfof.trees.EvolvingMock.Member;

/** Descendants and progenitors by loops over all members, in doubles. */
record BruteLinks(long[] descendants, long[] progenitors) {
  private static final double SAME = 1e-9;

  /**
   * @param mostBound whether members count by their rank, otherwise all alike
   */
  static BruteLinks of(List<Member> earlier, List<Member> later, boolean mostBound) {
    return new BruteLinks(best(earlier, later, mostBound), best(later, earlier, mostBound));
  }

  /** For each object of some the other one with the highest sum over the members of the first. */
  private static long[] best(List<Member> some, List<Member> others, boolean mostBound) {
    Map<Long, Member> byId = new HashMap<>();
    others.forEach(m -> byId.put(m.id(), m));
    long[] best = new long[EvolvingMock.objects(some)];
    Arrays.fill(best, -1);
    for (int o = 0; o < best.length; o++) {
      Map<Integer, Double> scores = new TreeMap<>();
      for (Member m : some) {
        Member there = byId.get(m.id());
        if (m.object() == o && there != null) {
          double weight = !mostBound ? 1 : m.rank() < 16 ? 1 / (1 + Math.sqrt(m.rank())) : 0;
          scores.merge(there.object(), weight, Double::sum);
        }
      }
      double highest = 0;
      for (Map.Entry<Integer, Double> score : scores.entrySet()) {
        if (score.getValue() > highest + SAME) {
          highest = score.getValue();
          best[o] = score.getKey();
        }
      }
    }
    return best;
  }

  /** For each target the smallest number that points to it. */
  static long[] first(long[] pointers, int targets) {
    long[] first = new long[targets];
    for (int t = 0; t < targets; t++) {
      int target = t;
      first[t] = next(pointers, -1, p -> p == target);
    }
    return first;
  }

  /** For each the next larger number that points to the same. */
  static long[] next(long[] pointers) {
    long[] next = new long[pointers.length];
    for (int i = 0; i < next.length; i++) {
      long target = pointers[i];
      next[i] = target < 0 ? -1 : next(pointers, i, p -> p == target);
    }
    return next;
  }

  private static long next(long[] pointers, int after, LongPredicate wanted) {
    for (int i = after + 1; i < pointers.length; i++) {
      if (wanted.test(pointers[i])) {
        return i;
      }
    }
    return -1;
  }
}
