package org.jzfof.domain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;

/** Splitters cut all samples in order into pieces of equal size. */
class SplittersTest {
  /** Keys anywhere, few different ones, and the highest that there is. */
  @ParameterizedTest
  @CsvSource({
    "1000, 9223372036854775807, 4, 1",
    "1000, 9223372036854775807, 4, 3",
    "1000, 9223372036854775807, 33, 5",
    "1000, 5, 4, 3",
    "7, 3, 12, 3",
    "1, 1, 2, 2"
  })
  void cutAllSamplesInOrder(int samples, long keys, int pieces, int ranks) {
    SplittableRandom random = new SplittableRandom(samples + pieces);
    long[] all = random.longs(samples, 0, keys).toArray();
    all[samples / 2] = Long.MAX_VALUE;
    long[] given = all.clone();
    List<Splitters> found = ThreadRanks.run(ranks, comm -> split(given, pieces, comm));
    Arrays.sort(all);
    for (Splitters splitters : found) {
      check(splitters, all, pieces);
    }
  }

  /** Every rank has a share of the samples, the second none. */
  private static Splitters split(long[] all, int pieces, Communicator comm) {
    int shares = Math.max(1, comm.size() - 1);
    int share = comm.rank() == 0 ? 0 : comm.rank() - 1;
    boolean none = comm.rank() == 1;
    long[] own =
        IntStream.range(0, none ? 0 : all.length)
            .filter(i -> i % shares == share)
            .mapToLong(i -> all[i])
            .sorted()
            .toArray();
    return Splitters.of(own, pieces, comm);
  }

  private static void check(Splitters splitters, long[] all, int pieces) {
    int samples = all.length;
    for (int p = 1; p < pieces; p++) {
      int at = samples * p / pieces;
      long key = all[at];
      assertEquals(key, splitters.key()[p - 1]);
      long before = Arrays.stream(all, 0, at).filter(k -> k == key).count();
      long same = Arrays.stream(all).filter(k -> k == key).count();
      assertEquals((double) before / same, splitters.fraction()[p - 1]);
    }
  }

  @Test
  void withoutSamplesTheLastPieceHasAll() {
    Splitters splitters = MortonKeys.splitters(new long[0], 3);
    assertArrayEquals(new long[2], splitters.key());
    assertEquals(2, splitters.pieceOf(0, 0));
    assertEquals(2, splitters.pieceOf(Long.MAX_VALUE, 0.5));
  }
}
