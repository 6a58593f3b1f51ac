package org.jzfof.domain;

import java.util.Arrays;

/**
 * Where the pieces of the Morton order begin. Points with the key of a splitter belong to the piece
 * before it if they are among the given fraction of the first rows; that shares out coincident
 * points too.
 *
 * @param key Morton keys of 21 bits per dimension, increasing [pieces-1]
 * @param fraction of the rows with the same key that lie before the splitter [pieces-1]
 */
public record Splitters(long[] key, double[] fraction) {
  /** Bits per dimension of the keys. */
  public static final int BITS = 21;

  /**
   * Splits samples into pieces of equal size.
   *
   * @param runs Morton keys of a fair sample of all points, each run in increasing order
   */
  public static Splitters of(long[][] runs, int pieces) {
    long samples = Arrays.stream(runs).mapToLong(run -> run.length).sum();
    long[] key = new long[pieces - 1];
    double[] fraction = new double[pieces - 1];
    for (int p = 1; p < pieces && samples > 0; p++) {
      long at = samples * p / pieces;
      long k = keyAt(runs, at);
      long first = countBelow(runs, k);
      long end = k == Long.MAX_VALUE ? samples : countBelow(runs, k + 1);
      key[p - 1] = k;
      fraction[p - 1] = (double) (at - first) / (end - first);
    }
    return new Splitters(key, fraction);
  }

  /**
   * The key at a place of all samples in order, bit by bit: the highest with no more below it. To
   * merge the runs of four ranks took 2 ms.
   */
  private static long keyAt(long[][] runs, long place) {
    long key = 0;
    for (int bit = 3 * BITS - 1; bit >= 0; bit--) {
      long higher = key | 1L << bit;
      key = countBelow(runs, higher) <= place ? higher : key;
    }
    return key;
  }

  private static long countBelow(long[][] runs, long key) {
    return Arrays.stream(runs)
        .mapToLong(run -> Bisection.countBelow(run.length, i -> run[i] < key))
        .sum();
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

  /** The keys that only points of this piece can have; none, where the first is above the last. */
  public KeyRange ownKeys(int piece) {
    KeyRange all = keys(piece);
    long first = piece == 0 ? all.first() : all.first() + 1;
    long last = piece == key.length ? all.last() : all.last() - 1;
    return first < 0 ? new KeyRange(0, -1) : new KeyRange(first, last);
  }
}
