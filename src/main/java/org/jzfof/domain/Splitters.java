package org.jzfof.domain;

import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;

/**
 * The keys at which the domains of the ranks begin in the Morton order. Points with the key of a
 * splitter belong to the domain before it if they are among the given fraction of the first rows,
 * so that coincident points are distributed as well.
 *
 * @param key Morton keys of 21 bits per dimension, increasing [domains-1]
 * @param fraction of the rows with the same key that lie before the splitter [domains-1]
 */
public record Splitters(long[] key, double[] fraction) {
  /** Bits per dimension of the keys. */
  public static final int BITS = 21;

  /**
   * Splits samples into domains of equal size. The samples stay where they are: only counts of the
   * samples below some keys are sent.
   *
   * @param own Morton keys that this rank has of a fair sample of all points, increasing
   * @param comm the ranks, all of which call it
   */
  public static Splitters of(long[] own, int pieces, Communicator comm) {
    int cuts = pieces - 1;
    double[] fraction = new double[cuts];
    long[] samples = {own.length};
    comm.sum(samples);
    if (samples[0] == 0) {
      return new Splitters(new long[cuts], fraction);
    }
    long[] place = LongStream.rangeClosed(1, cuts).map(p -> samples[0] * p / pieces).toArray();
    long[] key = SharedBisection.keys(comm, place, 3 * BITS, (c, k) -> countBelow(own, k));
    long[] around = new long[2 * cuts];
    for (int c = 0; c < cuts; c++) {
      long k = key[c];
      around[2 * c] = countBelow(own, k);
      around[2 * c + 1] = Bisection.countBelow(own.length, i -> own[i] <= k);
    }
    comm.sum(around);
    for (int c = 0; c < cuts; c++) {
      long first = around[2 * c];
      fraction[c] = (double) (place[c] - first) / (around[2 * c + 1] - first);
    }
    return new Splitters(key, fraction);
  }

  private static int countBelow(long[] run, long key) {
    return Bisection.countBelow(run.length, i -> run[i] < key);
  }

  /**
   * The piece of a point.
   *
   * @param k its Morton key
   * @param place its row over the number of rows
   */
  public int pieceOf(long k, double place) {
    return Bisection.countBelow(key.length, p -> key[p] < k || key[p] == k && fraction[p] <= place);
  }

  /** The keys that points of a piece can have; those of a splitter itself on both sides of it. */
  public KeyRange keys(int piece) {
    return new KeyRange(
        piece == 0 ? 0 : key[piece - 1], piece == key.length ? Long.MAX_VALUE : key[piece]);
  }

  /** The keys that only points of this domain can have; none, where the first is above the last. */
  public KeyRange ownKeys(int piece) {
    KeyRange all = keys(piece);
    long first = piece == 0 ? all.first() : all.first() + 1;
    long last = piece == key.length ? all.last() : all.last() - 1;
    return first < 0 ? new KeyRange(0, -1) : new KeyRange(first, last);
  }
}
