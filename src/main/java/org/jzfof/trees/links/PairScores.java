package org.jzfof.trees.links;

/**
 * Sums over the common members of each pair of an earlier and a later group or subhalo: of the
 * weights by rank in the earlier object, of the weights by rank in the later object, and the
 * numbers of members with such weights. The table grows as needed.
 */
final class PairScores {
  private static final long EMPTY = -1;
  private static final long ONE_TO_LATER = 1L << 32;

  /**
   * Number of values per pair: key, both sums and both numbers, so that a pair lies in one cache
   * line.
   */
  private static final int STRIDE = 4;

  private long[] table = empty(1 << 6);
  private int count;

  private static long[] empty(int slots) {
    long[] table = new long[Math.multiplyExact(STRIDE, slots)];
    for (int i = 0; i < table.length; i += STRIDE) {
      table[i] = EMPTY;
    }
    return table;
  }

  /** Consumes pairs. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param counts numbers of members with weights to the later and to the earlier object, 32 bits
     *     each
     */
    void accept(int earlier, int later, long toLater, long toEarlier, long counts);
  }

  /** Packs a pair into one number. */
  static long key(int earlier, int later) {
    return (long) earlier << 32 | later;
  }

  /** Adds a common member to the sums of the pair with a {@link #key}. */
  void addMember(long key, long toLater, long toEarlier) {
    add(key, toLater, toEarlier, (toLater == 0 ? 0 : ONE_TO_LATER) + (toEarlier == 0 ? 0 : 1));
  }

  /** Adds to the sums of the pair with a {@link #key}. */
  void add(long key, long toLater, long toEarlier, long counts) {
    int at = find(key);
    if (table[at] == EMPTY) {
      if (2 * STRIDE * ++count > table.length) {
        grow();
        at = find(key);
      }
      table[at] = key;
    }
    table[at + 1] += toLater;
    table[at + 2] += toEarlier;
    table[at + 3] += counts;
  }

  /** Adds all sums of another table. */
  PairScores addAll(PairScores others) {
    others.forEach(
        (earlier, later, toLater, toEarlier, counts) ->
            add(key(earlier, later), toLater, toEarlier, counts));
    return this;
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < table.length; i += STRIDE) {
      if (table[i] != EMPTY) {
        visitor.accept(
            (int) (table[i] >>> 32), (int) table[i], table[i + 1], table[i + 2], table[i + 3]);
      }
    }
  }

  private int find(long key) {
    int last = table.length - STRIDE;
    int at = (int) IdHash.of(key) * STRIDE & last;
    while (table[at] != EMPTY && table[at] != key) {
      at = at + STRIDE & last;
    }
    return at;
  }

  private void grow() {
    long[] old = table;
    table = empty(2 * (old.length / STRIDE));
    for (int i = 0; i < old.length; i += STRIDE) {
      if (old[i] != EMPTY) {
        System.arraycopy(old, i, table, find(old[i]), STRIDE);
      }
    }
  }
}
