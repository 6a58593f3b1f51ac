package org.jzfof.subhalo.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.ThreadRanks;

/** Ranks and rounds of groups, for groups on one rank and on several. */
class GroupAssignmentTest {
  private static final long MAXIMUM = 500;

  /**
   * Groups and the ranks that have members of them.
   *
   * @param length members of each group, decreasing
   * @param parts ranks with members of each group
   */
  private record Groups(long[] length, int[][] parts) {
    /** Returns the catalogue rows of the groups of a rank. */
    long[] rows(int rank) {
      return IntStream.range(0, length.length)
          .filter(g -> Arrays.stream(parts[g]).anyMatch(r -> r == rank))
          .mapToLong(g -> g)
          .toArray();
    }
  }

  @Test
  void onlyGroupsOnSeveralRanksMove() {
    for (int ranks : new int[] {1, 2, 3, 5}) {
      Groups groups = groups(ranks, 400 * ranks);
      List<GroupAssignment> found = assign(groups, ranks, 3);
      long[][] members = new long[found.get(0).rounds()][ranks];
      for (int g = 3; g < groups.length.length; g++) {
        int[] parts = groups.parts[g];
        int first = of(groups, found, parts[0], g, true);
        assertTrue(first >= 0 && first < ranks, "rank " + first);
        for (int rank : parts) {
          assertEquals(first, of(groups, found, rank, g, true), "rank of group " + g);
          int round = of(groups, found, rank, g, false);
          assertEquals(of(groups, found, parts[0], g, false), round, "round of group " + g);
          assertEquals(parts.length == 1, round == GroupAssignment.STAYS, "group " + g);
        }
        if (parts.length == 1) {
          assertEquals(parts[0], first, "group " + g);
        } else {
          members[of(groups, found, parts[0], g, false)][first] += groups.length[g];
        }
      }
      assertEquals(ranks > 1, members.length > 1, "rounds");
      for (long[] round : members) {
        assertTrue(Arrays.stream(round).max().orElse(0) < MAXIMUM + groups.length[3]);
      }
    }
  }

  @Test
  void ranksWithMuchMoreWorkGiveGroupsAway() {
    int ranks = 4;
    long[] length = IntStream.range(0, 200).mapToLong(g -> 1000 - 4 * g).toArray();
    int[][] parts = new int[length.length][];
    Arrays.setAll(parts, g -> new int[] {1});
    Groups groups = new Groups(length, parts);
    GroupAssignment found = assign(groups, ranks, 0).get(1);
    double[] work = new double[ranks];
    for (int g = 0; g < length.length; g++) {
      work[found.rank()[g]] += Math.pow(length[g], 1.5);
      assertEquals(found.rank()[g] == 1, found.round()[g] == GroupAssignment.STAYS);
    }
    double mean = Arrays.stream(work).sum() / ranks;
    for (int r = 0; r < ranks; r++) {
      assertEquals(mean, work[r], 0.15 * mean, "work of rank " + r);
    }
  }

  /** Each fourth group, and the longest ones, are on several ranks. */
  private static Groups groups(int ranks, int count) {
    SplittableRandom random = new SplittableRandom(ranks);
    long[] length = IntStream.range(0, count).mapToLong(g -> 20 + (count - g) / 8).toArray();
    int[][] parts = new int[count][];
    Arrays.setAll(
        parts,
        g ->
            g % 4 == 0 && ranks > 1
                ? IntStream.of(g / 4 % ranks, (g / 4 + 1 + random.nextInt(ranks - 1)) % ranks)
                    .distinct()
                    .toArray()
                : new int[] {g % ranks});
    return new Groups(length, parts);
  }

  private static List<GroupAssignment> assign(Groups groups, int ranks, long begin) {
    int count = groups.length.length;
    long[] first = new long[ranks + 1];
    Arrays.setAll(first, r -> (long) count * r / ranks);
    return ThreadRanks.run(
        ranks,
        comm ->
            GroupAssignment.of(
                comm,
                groups.rows(comm.rank()),
                first,
                Arrays.copyOfRange(
                    groups.length, (int) first[comm.rank()], (int) first[comm.rank() + 1]),
                begin,
                MAXIMUM));
  }

  /** Returns the rank or the round of a group as a rank knows it. */
  private static int of(
      Groups groups, List<GroupAssignment> found, int at, int group, boolean isRank) {
    int local = Arrays.binarySearch(groups.rows(at), group);
    return isRank ? found.get(at).rank()[local] : found.get(at).round()[local];
  }
}
