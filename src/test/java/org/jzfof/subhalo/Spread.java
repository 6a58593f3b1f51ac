package org.jzfof.subhalo;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Ways in which the members of a group may be spread over ranks. */
public enum Spread {
  STRETCHES,
  AT_RANDOM,
  ALL_BUT_THREE_ON_ONE,
  ON_EVERY_OTHER;

  /**
   * The members of each rank, in any order.
   *
   * @param members of the group
   * @return numbers of some of them [ranks][any]
   */
  public int[][] of(int members, int ranks, SplittableRandom random) {
    int most = random.nextInt(ranks);
    int[] rank =
        switch (this) {
          case STRETCHES -> IntStream.range(0, members).map(i -> i * ranks / members).toArray();
          case AT_RANDOM -> random.ints(members, 0, ranks).toArray();
          case ALL_BUT_THREE_ON_ONE ->
              IntStream.range(0, members)
                  .map(i -> i % (members / 3) == 1 ? random.nextInt(ranks) : most)
                  .toArray();
          case ON_EVERY_OTHER -> random.ints(members, 0, ranks).map(r -> r / 2 * 2).toArray();
        };
    return IntStream.range(0, ranks)
        .mapToObj(r -> IntStream.range(0, members).filter(i -> rank[i] == r).toArray())
        .toArray(int[][]::new);
  }
}
