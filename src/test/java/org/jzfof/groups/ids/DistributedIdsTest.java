package org.jzfof.groups.ids;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.OutputException;

/** Members of groups that lie on several ranks, asked for in blocks smaller than the groups. */
class DistributedIdsTest {
  private static final int GROUPS = 60;
  private static final int TYPES = 3;

  /** One member: its group and type, and the rank that has it. */
  private record Member(int group, int type, int rank, long id) {}

  /** Some IDs are repeated, also across ranks, and half of them are negative as signed numbers. */
  private static List<Member> members(int ranks, SplittableRandom random) {
    List<Member> all = new ArrayList<>();
    for (int g = 0; g < GROUPS; g++) {
      int length = g == 0 ? 3000 : g < 4 ? 400 : 1 + random.nextInt(30);
      int home = random.nextInt(ranks);
      for (int i = 0; i < length; i++) {
        int rank = g % 3 == 0 ? random.nextInt(ranks) : home;
        long id = random.nextInt(8) == 0 ? random.nextInt(5) - 2 : random.nextLong();
        all.add(new Member(g, random.nextInt(TYPES), rank, id));
      }
    }
    all.sort(
        Comparator.comparingInt(Member::group)
            .thenComparingInt(Member::type)
            .thenComparing(Member::id, Long::compareUnsigned));
    return all;
  }

  /** Each rank asks for rows of its own: its share, all of them, none. */
  @ParameterizedTest
  @CsvSource({"1, 5", "2, 1", "3, 7", "3, 400", "4, 100000", "5, 3"})
  void everyRankGetsTheRowsThatItAsksFor(int ranks, int block) {
    List<Member> all = members(ranks, new SplittableRandom(ranks + 10L * block));
    long[] expected = all.stream().mapToLong(Member::id).toArray();
    ThreadRanks.run(
        ranks,
        comm -> {
          DistributedIds ids = distribute(comm, all, block);
          assertEquals(all.size(), ids.count());
          RowRange share = RowRange.share(all.size(), comm.rank(), ranks);
          RowRange first = comm.rank() == 0 ? new RowRange(0, all.size()) : new RowRange(9, 0);
          RowRange last = new RowRange(all.size() - 100L * comm.rank(), 100L * comm.rank());
          for (RowRange asked : List.of(share, first, last)) {
            assertArrayEquals(
                Arrays.copyOfRange(expected, (int) asked.first(), (int) asked.end()),
                rows(ids, asked, block));
          }
          return null;
        });
  }

  /** The failure of a rank is its own, whether other blocks are under way or it is the last. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2000, 4500})
  void sinkThatFailsEndsAllRanks(int row) {
    List<Member> all = members(3, new SplittableRandom(1));
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    3,
                    comm -> {
                      DistributedIds ids = distribute(comm, all, 100);
                      ids.stream(
                          0,
                          all.size(),
                          (first, values, at, count) -> {
                            if (comm.rank() == 1 && first + count > row) {
                              throw new OutputException("the disk is full");
                            }
                          });
                      comm.sum(new long[1]);
                      return null;
                    }));
    assertEquals(1, e.rank());
    assertEquals("the disk is full", e.getCause().getMessage());
  }

  /** Equal IDs in all places leave nothing but the ranks to tell members apart. */
  @Test
  void oneIdForAllIsSharedOutEvenly() {
    List<Member> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      all.add(new Member(i < 700 ? 0 : 1, 0, i % 3, 5));
    }
    ThreadRanks.run(
        3,
        comm -> {
          DistributedIds ids = distribute(comm, all, 11);
          RowRange share = RowRange.share(all.size(), comm.rank(), 3);
          assertEquals(share.count(), rows(ids, share, 11).length);
          assertEquals(all.size() - 2, ids.repeated().count()); // one for each group
          return null;
        });
  }

  /**
   * IDs in an order of their own: the first groups in parts, which some ranks lack, others whole.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void partsOfGroupsKeepTheirOrder(int ranks) {
    SplittableRandom random = new SplittableRandom(ranks);
    int[] length = {1000, 0, 701, 1, 30, 8, 8};
    int parts = 4;
    long[] all = random.longs(Arrays.stream(length).sum()).toArray();
    ThreadRanks.run(
        ranks,
        comm -> {
          List<long[]> ids = new ArrayList<>();
          List<Integer> numbers = new ArrayList<>();
          List<Integer> places = new ArrayList<>();
          int start = 0;
          for (int g = 0; g < length.length; g++) {
            RowRange part = RowRange.share(length[g], comm.rank(), ranks);
            boolean here = g % ranks == comm.rank();
            int first = g < parts ? (int) part.first() : 0;
            int end = g < parts ? (int) part.end() : here ? length[g] : 0;
            if (g < parts || here) {
              numbers.add(g);
              places.add(first);
              ids.add(Arrays.copyOfRange(all, start + first, start + end));
            }
            start += length[g];
          }
          DistributedIds found =
              IdsOnCpu.make(
                  comm,
                  all.length,
                  context ->
                      DistributedIds.inOrder(
                          context,
                          numbers.stream().mapToLong(n -> n).toArray(),
                          places.stream().mapToLong(p -> p).toArray(),
                          ids.stream().mapToLong(of -> of.length).toArray(),
                          context
                              .memory()
                              .upload(ids.stream().flatMapToLong(Arrays::stream).toArray()),
                          RepeatedIds.NONE));
          assertArrayEquals(all, rows(found, new RowRange(0, all.length), all.length));
          RowRange share = RowRange.share(all.length, comm.rank(), ranks);
          assertArrayEquals(
              Arrays.copyOfRange(all, (int) share.first(), (int) share.end()),
              rows(found, share, all.length));
          return null;
        });
  }

  private static DistributedIds distribute(Communicator comm, List<Member> all, int block) {
    List<Member> here = all.stream().filter(m -> m.rank == comm.rank()).toList();
    long[] numbers = here.stream().mapToLong(Member::group).distinct().toArray();
    long[] lengthType = new long[TYPES * numbers.length];
    for (Member member : here) {
      lengthType[TYPES * Arrays.binarySearch(numbers, member.group) + member.type]++;
    }
    long[] ids = here.stream().mapToLong(Member::id).toArray();
    return IdsOnCpu.increasing(comm, block, numbers, lengthType, ids);
  }

  private static long[] rows(DistributedIds ids, RowRange asked, int block) {
    LongStream.Builder got = LongStream.builder();
    long[] next = {asked.first()};
    ids.stream(
        asked.first(),
        asked.end(),
        (row, some, at, count) -> {
          assertEquals(next[0], row);
          // Those that are here come all at once.
          assertTrue(count <= block || count == asked.count(), count + " IDs at once");
          next[0] += count;
          Arrays.stream(some, at, at + count).forEach(got::add);
        });
    return got.build().toArray();
  }
}
