package org.jzfof.domain;

import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;

/**
 * The keys at which the domains of the ranks begin in the Morton order. Of the points whose key
 * equals a splitter, those among the given fraction of the first rows belong to the domain before
 * the splitter, so that coincident points are distributed as well.
 *
 * @param key Morton keys of 21 bits per dimension, increasing [domains-1]
 * @param fraction fraction of the rows with the key of a splitter that lie before it [domains-1]
 */
public record Splitters(long[] key, double[] fraction) {
  /** Bits per dimension of the keys. */
  public static final int BITS = 21;

  /**
   * Splits samples into domains of equal size. No sample is sent, only the number of samples below
   * candidate keys.
   *
   * <p>Every rank calls it.
   *
   * @param local Morton keys of a fair sample of the points of this rank, increasing
   */
  public static Splitters of(long[] local, int pieces, Communicator comm) {
    int cuts = pieces - 1;
    double[] fraction = new double[cuts];
    long[] samples = {local.length};
    comm.sum(samples);
    if (samples[0] == 0) {
      return new Splitters(new long[cuts], fraction);
    }
    long[] target = LongStream.rangeClosed(1, cuts).map(p -> samples[0] * p / pieces).toArray();
    long[] key = SharedBisection.keys(comm, target, 3 * BITS, (c, k) -> countBelow(local, k));
    long[] counts = new long[2 * cuts];
    for (int c = 0; c < cuts; c++) {
      long k = key[c];
      counts[2 * c] = countBelow(local, k);
      counts[2 * c + 1] = Bisection.countBelow(local.length, i -> local[i] <= k);
    }
    comm.sum(counts);
    for (int c = 0; c < cuts; c++) {
      long first = counts[2 * c];
      fraction[c] = (double) (target[c] - first) / (counts[2 * c + 1] - first);
    }
    return new Splitters(key, fraction);
  }

  /** The same keys, with all points of the key of a splitter in one piece. */
  Splitters withWholeKeys() {
    return new Splitters(key, new double[fraction.length]);
  }

  private static int countBelow(long[] run, long key) {
    return Bisection.countBelow(run.length, i -> run[i] < key);
  }

  /**
   * The piece of a point.
   *
   * @param k Morton key of the point
   * @param rowFraction row of the point over the number of rows
   */
  public int pieceOf(long k, double rowFraction) {
    return Bisection.countBelow(
        key.length, p -> key[p] < k || key[p] == k && fraction[p] <= rowFraction);
  }

  /**
   * The keys that points of a piece can have. The key of a splitter belongs to the pieces on both
   * sides.
   */
  public KeyRange keys(int piece) {
    return new KeyRange(
        piece == 0 ? 0 : key[piece - 1], piece == key.length ? Long.MAX_VALUE : key[piece]);
  }

  /**
   * The keys that only points of this piece can have. The range is empty if the first key is above
   * the last.
   */
  public KeyRange exclusiveKeys(int piece) {
    KeyRange all = keys(piece);
    long first = piece == 0 ? all.first() : all.first() + 1;
    long last = piece == key.length ? all.last() : all.last() - 1;
    return first < 0 ? new KeyRange(0, -1) : new KeyRange(first, last);
  }
}
