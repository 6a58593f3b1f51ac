package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.threads.ThreadRanks;

/** Members of groups that lie on several ranks, in blocks smaller than the groups. */
class GatheredIdsTest {
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

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 1", "3, 7", "3, 400", "4, 100000", "5, 3"})
  void idsComeInOrder(int ranks, int longest) {
    List<Member> all = members(ranks, new SplittableRandom(ranks + 10L * longest));
    long[] length = new long[GROUPS];
    all.forEach(member -> length[member.group]++);
    ThreadRanks.run(
        ranks,
        comm -> {
          List<Member> here = all.stream().filter(m -> m.rank == comm.rank()).toList();
          long[] numbers = here.stream().mapToLong(Member::group).distinct().toArray();
          long[] lengthType = new long[TYPES * numbers.length];
          for (Member member : here) {
            lengthType[TYPES * Arrays.binarySearch(numbers, member.group) + member.type]++;
          }
          GatheredIds ids =
              new GatheredIds(
                  comm,
                  numbers,
                  lengthType,
                  here.stream().mapToLong(Member::id).toArray(),
                  comm.rank() == 0 ? length : new long[0],
                  longest);
          LongStream.Builder got = LongStream.builder();
          long[] next = {0};
          ids.stream(
              (row, count, block) -> {
                assertEquals(next[0], row);
                assertTrue(count <= Math.max(ranks, longest), count + " IDs at once");
                next[0] += count;
                Arrays.stream(block, 0, count).forEach(got::add);
              });
          if (comm.rank() == 0) {
            assertEquals(all.size(), ids.count());
            assertArrayEquals(all.stream().mapToLong(Member::id).toArray(), got.build().toArray());
          }
          return null;
        });
  }
}
