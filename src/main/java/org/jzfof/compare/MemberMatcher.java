package org.jzfof.compare;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.error.MemoryException;
import org.jzfof.threads.Parallel;

/**
 * Matches groups by the IDs of their members. Groups with the same members are found by a
 * fingerprint of 128 bits. Of the remaining groups, two match if each shares more members with the
 * other than with any further group.
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
   * Sums of hashes over the members, independent of the order of the members.
   *
   * @param first sum of one hash of the IDs
   * @param second sum of another hash of the IDs
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

    /** Returns the fingerprints of all groups. */
    static Fingerprint[] of(StoredMembers members) {
      Fingerprint[] all = new Fingerprint[members.length().length];
      members.forEachInParallel((g, ids) -> all[g] = of(ids));
      return all;
    }
  }

  /** Matches equal groups: those of the same number first, which most are. */
  private void matchEqual() {
    Fingerprint[] ofA = Fingerprint.of(a);
    Fingerprint[] ofB = Fingerprint.of(b);
    Map<Fingerprint, Integer> groupOf = new HashMap<>();
    for (int g = 0; g < ofB.length; g++) {
      if (g < ofA.length && ofA[g].equals(ofB[g])) {
        match(g, g, ofA[g]);
      } else {
        groupOf.put(ofB[g], g);
      }
    }
    for (int g = 0; g < ofA.length; g++) {
      Integer same = matching.partner()[g] == Matching.NONE ? groupOf.remove(ofA[g]) : null;
      if (same != null) {
        match(g, same, ofA[g]);
      }
    }
  }

  private void match(int group, int partner, Fingerprint of) {
    matching.partner()[group] = partner;
    matching.shared()[group] = of.length;
  }

  private void matchByOverlap() {
    boolean[] matched = matching.partnered(b.length().length);
    Owners owners = Owners.of(b, matched);
    int[] bestOfB = new int[matched.length];
    long[] largestShare = new long[matched.length];
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
            if (n > largestShare[other]) {
              largestShare[other] = n;
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
   * The groups that contain each ID.
   *
   * @param ids increasing, with repetitions
   * @param groups group of each ID, increasing where IDs are equal
   */
  private record Owners(long[] ids, int[] groups) {
    static Owners of(StoredMembers members, boolean[] excluded) {
      long count = 0;
      for (int g = 0; g < excluded.length; g++) {
        count += excluded[g] ? 0 : members.length()[g];
      }
      if (count > Integer.MAX_VALUE - 8) {
        throw new MemoryException(
            "%d particles are in groups that differ, more than can be compared: use --no-members"
                .formatted(count));
      }
      long[] sorted = new long[(int) count];
      int[] end = {0};
      members.forEach(
          g -> !excluded[g],
          (g, ids) -> {
            System.arraycopy(ids, 0, sorted, end[0], ids.length);
            end[0] += ids.length;
          });
      Parallel.sort(sorted);
      int[] groups = new int[sorted.length];
      Arrays.fill(groups, Matching.NONE);
      Owners owners = new Owners(sorted, groups);
      members.forEach(
          g -> !excluded[g],
          (g, ids) -> {
            for (long id : ids) {
              int first = owners.first(id);
              groups[owners.firstWhere(first, at -> sorted[at] > id || groups[at] < 0)] = g;
            }
          });
      return owners;
    }

    /** Returns the index of the first entry of an ID, or its insertion point. */
    private int first(long id) {
      return firstWhere(0, at -> ids[at] >= id);
    }

    /**
     * Returns the first index, from a start on, at which a condition holds; the condition must hold
     * for all later indices as well.
     */
    private int firstWhere(int from, IntPredicate holds) {
      int low = from;
      int high = ids.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (holds.test(middle)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }

    /**
     * Counts how many IDs belong to each group; a repeated ID counts as often as both sides have
     * it.
     */
    Map<Integer, Long> count(long[] batch) {
      Map<Integer, Long> counts = new HashMap<>();
      long[] sorted = batch.clone();
      Arrays.sort(sorted);
      for (int i = 0; i < sorted.length; ) {
        long id = sorted[i];
        int times = 0;
        for (; i < sorted.length && sorted[i] == id; i++) {
          times++;
        }
        int at = first(id);
        while (at < ids.length && ids[at] == id) {
          int group = groups[at];
          long occurrences = 0;
          for (; at < ids.length && ids[at] == id && groups[at] == group; at++) {
            occurrences++;
          }
          counts.merge(group, Math.min(times, occurrences), Long::sum);
        }
      }
      return counts;
    }
  }
}
