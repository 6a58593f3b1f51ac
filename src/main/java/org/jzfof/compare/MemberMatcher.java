package org.jzfof.compare;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.error.MemoryException;

/**
 * Matches groups by the IDs of their members. Groups with the same members are found by a
 * fingerprint of 128 bits; of the others, two match when each shares more members with the other
 * than with any further group.
 */
final class MemberMatcher {
  private final StoredMembers a;
  private final StoredMembers b;
  private final Matching matching;

  private MemberMatcher(StoredMembers a, StoredMembers b) {
    this.a = a;
    this.b = b;
    this.matching = Matching.none(a.length().length, true);
  }

  /** Finds the pairs. */
  static Matching match(StoredMembers a, StoredMembers b) {
    MemberMatcher matcher = new MemberMatcher(a, b);
    matcher.matchEqual();
    matcher.matchByOverlap();
    return matcher.matching;
  }

  /**
   * Sums over the members that do not depend on their order.
   *
   * @param first sum of one hash of the IDs
   * @param second sum of another
   * @param length number of members
   */
  private record Fingerprint(long first, long second, int length) {
    static Fingerprint of(long[] ids) {
      long first = 0;
      long second = 0;
      for (long id : ids) {
        first += hash(id);
        second += hash(id ^ 0x5851f42d4c957f2dL);
      }
      return new Fingerprint(first, second, ids.length);
    }

    private static long hash(long id) {
      return new SplittableRandom(id).nextLong();
    }
  }

  private void matchEqual() {
    Map<Fingerprint, Integer> groupOf = new HashMap<>();
    b.forEach(g -> true, (g, ids) -> groupOf.put(Fingerprint.of(ids), g));
    a.forEach(
        g -> true,
        (g, ids) -> {
          Integer same = groupOf.remove(Fingerprint.of(ids));
          if (same != null) {
            matching.partner()[g] = same;
            matching.shared()[g] = ids.length;
          }
        });
  }

  private void matchByOverlap() {
    boolean[] taken = matching.taken(b.length().length);
    Owners owners = Owners.of(b, taken);
    int[] bestOfB = new int[taken.length];
    long[] most = new long[taken.length];
    Arrays.fill(bestOfB, Matching.NONE);
    int[] bestOfA = new int[a.length().length];
    a.forEach(
        g -> matching.partner()[g] == Matching.NONE,
        (g, ids) -> {
          bestOfA[g] = Matching.NONE;
          for (var shared : owners.count(ids).entrySet()) {
            int other = shared.getKey();
            long n = shared.getValue();
            if (n > matching.shared()[g] || n == matching.shared()[g] && other < bestOfA[g]) {
              matching.shared()[g] = n;
              bestOfA[g] = other;
            }
            if (n > most[other]) {
              most[other] = n;
              bestOfB[other] = g;
            }
          }
        });
    for (int g = 0; g < bestOfA.length; g++) {
      boolean open = matching.partner()[g] == Matching.NONE;
      if (open && bestOfA[g] != Matching.NONE && bestOfB[bestOfA[g]] == g) {
        matching.partner()[g] = bestOfA[g];
      }
    }
  }

  /**
   * The groups that IDs belong to.
   *
   * @param ids increasing
   * @param groups of each
   */
  private record Owners(long[] ids, int[] groups) {
    static Owners of(StoredMembers members, boolean[] without) {
      long count = 0;
      for (int g = 0; g < without.length; g++) {
        count += without[g] ? 0 : members.length()[g];
      }
      if (count > Integer.MAX_VALUE - 8) {
        throw new MemoryException(
            "%d particles are in groups that differ, more than can be compared: use --no-members"
                .formatted(count));
      }
      long[] sorted = new long[(int) count];
      int[] end = {0};
      members.forEach(
          g -> !without[g],
          (g, ids) -> {
            System.arraycopy(ids, 0, sorted, end[0], ids.length);
            end[0] += ids.length;
          });
      Arrays.parallelSort(sorted);
      int[] groups = new int[sorted.length];
      members.forEach(
          g -> !without[g],
          (g, ids) -> {
            for (long id : ids) {
              groups[Arrays.binarySearch(sorted, id)] = g;
            }
          });
      return new Owners(sorted, groups);
    }

    /** How many of some IDs belong to which group. */
    Map<Integer, Long> count(long[] some) {
      Map<Integer, Long> counts = new HashMap<>();
      for (long id : some) {
        int at = Arrays.binarySearch(ids, id);
        if (at >= 0) {
          counts.merge(groups[at], 1L, Long::sum);
        }
      }
      return counts;
    }
  }
}
