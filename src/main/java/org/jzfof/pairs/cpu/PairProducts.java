package org.jzfof.pairs.cpu;

import org.jzfof.groups.ExactSums;

/** Sums of the products of the weights of pairs, by bins. Each thread has its own instance. */
final class PairProducts {
  private final PairTree points;
  private final PairTree partners;
  private final long[] sums;

  PairProducts(PairTree points, PairTree partners, int counts) {
    this.points = points;
    this.partners = partners;
    this.sums = new long[ExactSums.LONGS * counts];
  }

  /** Adds the pair of two points. */
  void add(int bin, int i, int j) {
    ExactSums.add(
        sums, ExactSums.LONGS * bin, points.weight(i, i + 1) * partners.weight(j, j + 1), 0);
  }

  /** Adds all pairs of a point of [from, to) and a partner of [otherFrom, otherTo). */
  void add(int bin, int from, int to, int otherFrom, int otherTo) {
    long a = points.weight(from, to);
    long b = partners.weight(otherFrom, otherTo);
    ExactSums.add(sums, ExactSums.LONGS * bin, a * b, Math.multiplyHigh(a, b));
  }

  /** Adds all pairs of two different points of [from, to), each once. */
  void addWithin(int bin, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      add(bin, i, i + 1, from, i);
    }
  }

  /** Adds the sums of this instance to {@code total}. */
  void addTo(long[] total) {
    ExactSums.addRow(total, 0, sums, 0, sums.length);
  }
}
