package org.jzfof.trees.links;

/**
 * Two sums over the common members of each pair of an earlier and a later group or subhalo: one of
 * the weights by rank in the earlier object, one of the weights by rank in the later object. The
 * table grows as needed.
 */
final class PairScores {
  private static final long EMPTY = -1;

  /**
   * Number of values per pair: key, both sums and padding, so that a pair lies in one cache line.
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
    void accept(int earlier, int later, long toLater, long toEarlier);
  }

  /** Packs a pair into one number. */
  static long key(int earlier, int later) {
    return (long) earlier << 32 | later;
  }

  /** Adds to the sums of a pair. */
  void add(int earlier, int later, long toLater, long toEarlier) {
    add(key(earlier, later), toLater, toEarlier);
  }

  /** Adds to the sums of the pair with a {@link #key}. */
  void add(long key, long toLater, long toEarlier) {
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
  }

  /** Adds all sums of another table. */
  PairScores addAll(PairScores others) {
    others.forEach(this::add);
    return this;
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < table.length; i += STRIDE) {
      if (table[i] != EMPTY) {
        visitor.accept((int) (table[i] >>> 32), (int) table[i], table[i + 1], table[i + 2]);
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
