package org.jzfof.pairs.cpu;

import org.jzfof.groups.ExactSums;

/** Sums of the products of the weights of pairs, by bins. One instance per thread of work. */
final class PairProducts {
  private final PairTree some;
  private final PairTree others;
  private final long[] sums;

  /**
   * @param counts bins
   */
  PairProducts(PairTree some, PairTree others, int counts) {
    this.some = some;
    this.others = others;
    this.sums = new long[ExactSums.LONGS * counts];
  }

  /** Adds the pair of two points. */
  void add(int bin, int i, int j) {
    ExactSums.add(sums, ExactSums.LONGS * bin, some.weight(i, i + 1) * others.weight(j, j + 1), 0);
  }

  /** Adds all pairs of a point of some and a point of others. */
  void add(int bin, int from, int to, int otherFrom, int otherTo) {
    long a = some.weight(from, to);
    long b = others.weight(otherFrom, otherTo);
    ExactSums.add(sums, ExactSums.LONGS * bin, a * b, Math.multiplyHigh(a, b));
  }

  /** Adds all pairs of two different points of some, each once. */
  void addWithin(int bin, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      add(bin, i, i + 1, from, i);
    }
  }

  /** Adds all sums to others. */
  void addTo(long[] total) {
    ExactSums.addRow(total, 0, sums, 0, sums.length);
  }
}
