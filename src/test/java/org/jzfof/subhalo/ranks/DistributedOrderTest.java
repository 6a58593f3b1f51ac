package org.jzfof.subhalo.ranks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.subhalo.members.SortedOrder;

class DistributedOrderTest {
  private static final double[] ODD = {0, -0.0, 1, -1, Double.POSITIVE_INFINITY, 1e-320};

  /** Many equal numbers, ranks with nothing, and one rank that has nearly all. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void membersHaveTheirPlaces(int ranks) {
    SplittableRandom random = new SplittableRandom(ranks);
    for (int n : new int[] {0, 1, 3, 40, 3000}) {
      double[] number =
          random
              .doubles(n, -1, 1)
              .map(x -> random.nextInt(3) > 0 ? ODD[random.nextInt(ODD.length)] : x)
              .toArray();
      long[] id = random.longs(n).toArray();
      int only = random.nextInt(ranks);
      int[] rank = random.ints(n, 0, 2 * ranks).map(r -> r < ranks ? r / 2 * 2 : only).toArray();
      int[] order = SortedOrder.increasing(number, i -> id[i]);
      List<long[]> stretches =
          ThreadRanks.run(
              ranks,
              comm -> {
                int[] own = IntStream.range(0, n).filter(i -> rank[i] == comm.rank()).toArray();
                long[] key =
                    Arrays.stream(own)
                        .mapToLong(i -> DistributedOrder.increasing(number[i]))
                        .toArray();
                long[] ids = Arrays.stream(own).mapToLong(i -> id[i]).toArray();
                DistributedOrder shared = new DistributedOrder(comm, key, ids);
                for (int i = 0; i < own.length; i++) {
                  assertEquals(own[i], order[shared.index()[i]]);
                }
                long[] rows = Arrays.stream(own).asLongStream().flatMap(i -> rows(i, id)).toArray();
                long[] stretch = new long[2 * shared.count()];
                shared
                    .toStretches()
                    .move(new TypedColumns().longs(rows, 2), new TypedColumns().longs(stretch, 2));
                EvenShares even = new EvenShares(n, ranks);
                assertEquals(even.start(comm.rank()), shared.start()[comm.rank()]);
                assertEquals(2 * even.count(comm.rank()), stretch.length);
                long[] back = new long[rows.length];
                shared
                    .toStretches()
                    .back()
                    .move(new TypedColumns().longs(stretch, 2), new TypedColumns().longs(back, 2));
                assertArrayEquals(rows, back);
                return stretch;
              });
      long[] expected = Arrays.stream(order).asLongStream().flatMap(i -> rows(i, id)).toArray();
      assertArrayEquals(expected, stretches.stream().flatMapToLong(Arrays::stream).toArray());
    }
  }

  private static LongStream rows(long i, long[] id) {
    return LongStream.of(i, id[(int) i]);
  }

  /** Members that nothing tells apart have different places, and none is lost. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void equalIdsHavePlaces(int ranks) {
    int each = 7;
    List<int[]> places =
        ThreadRanks.run(
            ranks, comm -> new DistributedOrder(comm, new long[each], new long[each]).index());
    int[] sorted = places.stream().flatMapToInt(Arrays::stream).sorted().toArray();
    assertArrayEquals(IntStream.range(0, ranks * each).toArray(), sorted);
  }
}
