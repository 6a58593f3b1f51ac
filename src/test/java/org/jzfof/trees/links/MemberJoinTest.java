package org.jzfof.trees.links;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.JzfofException;

/** Links by members that are dealt out to ranks, on any number of them, in any blocks. */
class MemberJoinTest {
  private static final int OBJECTS = 40;

  /** Members in rows: ID, object, rank. */
  private record Rows(long[] ids, int[] objects, int[] ranks) {
    MemberTable read(Communicator comm, int block) {
      EvenShares shares = new EvenShares(ids.length, comm.size());
      int[] at = {(int) shares.start(comm.rank())};
      return MemberTable.read(
          comm,
          OBJECTS,
          shares.count(comm.rank()),
          ids.length,
          (count, id, object, rank) -> {
            System.arraycopy(ids, at[0], id, 0, count);
            System.arraycopy(objects, at[0], object, 0, count);
            System.arraycopy(ranks, at[0], rank, 0, count);
            at[0] += count;
            return count;
          },
          object -> "object " + object,
          block);
    }

    double[][] scores(Rows other, RankWeights weights) {
      double[][] scores = new double[OBJECTS][OBJECTS];
      for (int i = 0; i < ids.length; i++) {
        for (int j = 0; j < other.ids.length; j++) {
          if (ids[i] == other.ids[j]) {
            scores[objects[i]][other.objects[j]] += weights.of(ranks[i]);
          }
        }
      }
      return scores;
    }
  }

  /** IDs are any 64 bits, 0 and -1 among them; both snapshots have many of them in common. */
  private static Rows rows(int count, long seed) {
    SplittableRandom pool = new SplittableRandom(5);
    long[] ids = new long[count + count / 5];
    Arrays.setAll(ids, i -> i < 2 ? -i : pool.nextLong());
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = ids.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long swapped = ids[i];
      ids[i] = ids[j];
      ids[j] = swapped;
    }
    int[] objects = new int[count];
    int[] ranks = new int[count];
    int[] length = new int[OBJECTS];
    for (int i = 0; i < count; i++) {
      objects[i] = random.nextInt(1 + random.nextInt(OBJECTS - 3)); // the last ones are empty
      ranks[i] = length[objects[i]]++;
    }
    return new Rows(Arrays.copyOf(ids, count), objects, ranks);
  }

  private static int[] best(double[][] scores) {
    int[] best = new int[scores.length];
    for (int o = 0; o < best.length; o++) {
      best[o] = SnapshotLinks.NONE;
      for (int other = 0; other < scores[o].length; other++) {
        if (scores[o][other] > (best[o] == SnapshotLinks.NONE ? 0 : scores[o][best[o]])) {
          best[o] = other;
        }
      }
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource({"1, 1000000", "1, 7", "2, 100", "3, 1000000", "3, 13", "5, 50", "8, 1"})
  void linksAreThoseOfLoopsOverAllMembers(int ranks, int block) {
    Rows earlier = rows(600, 1);
    Rows later = rows(500, 2);
    for (RankWeights weights : List.of(RankWeights.EQUAL, RankWeights.ofMostBound())) {
      int[] descendants = best(earlier.scores(later, weights));
      int[] progenitors = best(later.scores(earlier, weights));
      List<SnapshotLinks> links =
          ThreadRanks.run(
              ranks,
              comm ->
                  MemberJoin.link(
                      comm, earlier.read(comm, block), later.read(comm, block), weights));
      for (SnapshotLinks own : links) {
        assertArrayEquals(descendants, own.descendants());
        assertArrayEquals(progenitors, own.progenitors());
      }
      assertTrue(Arrays.stream(descendants).anyMatch(d -> d == SnapshotLinks.NONE));
      assertTrue(Arrays.stream(descendants).filter(d -> d >= 0).count() > OBJECTS / 2);
    }
  }

  @Test
  void withoutMembersThereAreNoLinks() {
    Rows none = new Rows(new long[0], new int[0], new int[0]);
    Communicator alone = new LocalCommunicator();
    SnapshotLinks links =
        MemberJoin.link(alone, none.read(alone, 9), rows(50, 3).read(alone, 9), RankWeights.EQUAL);
    int[] unlinked = new int[OBJECTS];
    Arrays.fill(unlinked, SnapshotLinks.NONE);
    assertArrayEquals(unlinked, links.descendants());
    assertArrayEquals(unlinked, links.progenitors());
  }

  /** Of equal scores the lowest number counts, whichever comes first. */
  @Test
  void tiesGoToTheLowestNumber() {
    Rows earlier = new Rows(new long[] {1, 2, 3, 4}, new int[4], new int[] {0, 1, 2, 3});
    Rows later = new Rows(new long[] {1, 2, 3, 4}, new int[] {9, 9, 4, 4}, new int[4]);
    Communicator alone = new LocalCommunicator();
    SnapshotLinks links =
        MemberJoin.link(alone, earlier.read(alone, 2), later.read(alone, 2), RankWeights.EQUAL);
    assertEquals(4, links.descendants()[0]);
  }

  /** The members behind the 16th count nothing, though they are many more. */
  @Test
  void onlyTheMostBoundCount() {
    int count = 60;
    Rows earlier = new Rows(new long[count], new int[count], new int[count]);
    Rows later = new Rows(new long[count], new int[count], new int[count]);
    for (int i = 0; i < count; i++) {
      earlier.ids[i] = i;
      earlier.ranks[i] = i;
      later.ids[i] = i;
      later.objects[i] = i == 15 ? 3 : i < 16 ? 1 : 2;
      later.ranks[i] = i;
    }
    later.ids[3] = 1000; // of the first ones nothing but the member of rank 15 is left
    for (int i = 0; i < 15; i++) {
      later.ids[i] = 1000 + i;
    }
    Communicator alone = new LocalCommunicator();
    RankWeights weights = RankWeights.ofMostBound();
    SnapshotLinks links =
        MemberJoin.link(alone, earlier.read(alone, 9), later.read(alone, 9), weights);
    assertEquals(3, links.descendants()[0]);
    assertEquals(SnapshotLinks.NONE, links.progenitors()[2]);
    assertEquals(0, links.progenitors()[3]);
  }

  /** As of a particle that was split: each object counts it once, by its lowest rank. */
  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 7", "5, 3"})
  void sharedIdsCountOncePerObject(int ranks, int block) {
    Rows earlier = rows(300, 4);
    Rows later = rows(300, 6);
    for (int i = 0; i < 120; i++) { // two or three of each
      later.ids[i] = earlier.ids[i % 50];
    }
    int[] owners = sharing(later, smallestShared(later)).map(i -> later.objects[i]).toArray();
    Rows once = oncePerObject(later);
    assertTrue(once.ids.length < later.ids.length);
    long members = Arrays.stream(later.ids).filter(id -> times(later, id) > 1).count();
    ThreadRanks.run(
        ranks,
        comm -> {
          MemberTable before = earlier.read(comm, block);
          MemberTable after = later.read(comm, block);
          assertTrue(before.shared().isEmpty());
          assertEquals(members, after.shared().orElseThrow().members());
          assertEquals(0, after.shared().orElseThrow().removed());
          assertEquals(
              "ID %s belongs to a member of object %d and to another member of object %d"
                  .formatted(Long.toUnsignedString(smallestShared(later)), owners[0], owners[1]),
              after.shared().orElseThrow().example());
          for (RankWeights weights : List.of(RankWeights.EQUAL, RankWeights.ofMostBound())) {
            int[] descendants = best(earlier.scores(once, weights));
            int[] progenitors = best(once.scores(earlier, weights));
            SnapshotLinks links = MemberJoin.link(comm, before, after, weights);
            assertArrayEquals(descendants, links.descendants());
            assertArrayEquals(progenitors, links.progenitors());
            SnapshotLinks back = MemberJoin.link(comm, after, before, weights);
            assertArrayEquals(progenitors, back.descendants());
          }
          return null;
        });
  }

  private static long times(Rows rows, long id) {
    return Arrays.stream(rows.ids).filter(other -> other == id).count();
  }

  private static IntStream sharing(Rows rows, long id) {
    return IntStream.range(0, rows.ids.length)
        .filter(i -> rows.ids[i] == id)
        .boxed()
        .sorted(Comparator.comparingInt(i -> rows.objects[i]))
        .mapToInt(i -> i);
  }

  private static long smallestShared(Rows rows) {
    return Arrays.stream(rows.ids)
        .filter(id -> times(rows, id) > 1)
        .boxed()
        .min(Long::compareUnsigned)
        .orElseThrow();
  }

  /** The rows without those whose ID has a lower rank in the same object. */
  private static Rows oncePerObject(Rows rows) {
    int[] first =
        IntStream.range(0, rows.ids.length)
            .filter(
                i ->
                    IntStream.range(0, rows.ids.length)
                        .noneMatch(
                            j ->
                                rows.ids[j] == rows.ids[i]
                                    && rows.objects[j] == rows.objects[i]
                                    && rows.ranks[j] < rows.ranks[i]))
            .toArray();
    return new Rows(
        Arrays.stream(first).mapToLong(i -> rows.ids[i]).toArray(),
        Arrays.stream(first).map(i -> rows.objects[i]).toArray(),
        Arrays.stream(first).map(i -> rows.ranks[i]).toArray());
  }

  /** An ID of very many objects, such as 0 for all new particles, would make too many pairs. */
  @Test
  void anIdOfTooManyObjectsIsLeftOut() {
    int objects = MemberBucket.MAX_OBJECTS + 1;
    int count = 4 * objects;
    Rows rows = new Rows(new long[count], new int[count], new int[count]);
    for (int i = 0; i < count; i++) {
      rows.ids[i] = i < objects ? 0 : i;
      rows.objects[i] = i % objects;
    }
    Communicator alone = new LocalCommunicator();
    MemberTable table =
        MemberTable.read(
            alone,
            objects,
            count,
            count,
            (n, id, object, rank) -> {
              System.arraycopy(rows.ids, 0, id, 0, n);
              System.arraycopy(rows.objects, 0, object, 0, n);
              return n;
            },
            object -> "object " + object);
    assertEquals(objects, table.shared().orElseThrow().members());
    assertEquals(objects, table.shared().orElseThrow().removed());
    MemberJoin.Matches matches = MemberJoin.match(alone, table, table, RankWeights.EQUAL);
    for (int o = 0; o < objects; o++) {
      assertEquals(o, matches.ofFirst().partner()[o]);
      assertEquals(3, matches.ofFirst().members()[o]);
    }
  }

  /** The number of common members, of those that count. */
  @ParameterizedTest
  @CsvSource({"1, 1000", "3, 13", "5, 50"})
  void commonMembersAreCounted(int ranks, int block) {
    Rows first = rows(600, 1);
    Rows second = rows(500, 2);
    for (int most : new int[] {2, 5, 1000}) {
      RankWeights weights = RankWeights.ofFirst(most);
      double[][] toSecond = first.scores(second, weights);
      int[] partner = best(toSecond);
      for (MemberJoin.Matches own :
          ThreadRanks.run(
              ranks,
              comm ->
                  MemberJoin.match(
                      comm, first.read(comm, block), second.read(comm, block), weights))) {
        assertArrayEquals(partner, own.ofFirst().partner());
        assertArrayEquals(best(second.scores(first, weights)), own.ofSecond().partner());
        for (int o = 0; o < OBJECTS; o++) {
          double expected = partner[o] < 0 ? 0 : toSecond[o][partner[o]];
          assertEquals(expected, own.ofFirst().members()[o]);
        }
      }
    }
  }

  /** Where most members share their ID, IDs are not what they should be. */
  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 7", "5, 3"})
  void idsThatMostlyOccurTwiceAreRefused(int ranks, int block) {
    Rows rows = rows(300, 4);
    for (int i = 0; i < 152; i++) {
      rows.ids[i] = 77 + i / 2;
    }
    int first = Math.min(rows.objects[0], rows.objects[1]);
    JzfofException fault =
        assertThrows(
            CatalogueException.class, () -> ThreadRanks.run(ranks, comm -> rows.read(comm, block)));
    assertTrue(
        fault.getMessage().startsWith("ID 77 belongs to a member of object " + first + " and"),
        fault.getMessage());
    assertTrue(fault.getMessage().contains("152 of 300 members"), fault.getMessage());
  }

  @Test
  void chainsGoThroughAllThatHaveOneTarget() {
    SnapshotLinks links = new SnapshotLinks(new int[] {2, -1, 0, 2, 2}, new int[] {4, -1, 4});
    assertArrayEquals(new int[] {2, -1, 0}, links.firstProgenitors());
    assertArrayEquals(new int[] {3, -1, -1, 4, -1}, links.nextProgenitors());
    assertArrayEquals(new int[] {-1, -1, -1, -1, 0}, links.firstDescendants());
    assertArrayEquals(new int[] {2, -1, -1}, links.nextDescendants());
  }
}
