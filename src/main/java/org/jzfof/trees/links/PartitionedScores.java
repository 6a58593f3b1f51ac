package org.jzfof.trees.links;

import java.util.Arrays;
import org.jzfof.trees.links.PairScores.Visitor;

/**
 * Sums as in {@link PairScores}, in many small tables by the number of the earlier object. Members
 * come in random order, and one table of all pairs would miss the cache with each of them: a few
 * hundred are kept for each table, and added to it together.
 */
final class PartitionedScores {
  private static final int TABLES = 128;
  private static final int KEPT = 512;
  private static final int WIDTH = 3;

  private final int objects;
  private final PairScores[] tables = new PairScores[TABLES];
  private final long[][] kept = new long[TABLES][WIDTH * KEPT];
  private final int[] filled = new int[TABLES];

  /**
   * @param objects number of earlier ones
   */
  PartitionedScores(int objects) {
    this.objects = objects;
    Arrays.setAll(tables, t -> new PairScores());
  }

  /** Adds to the sums of a pair. */
  void add(int earlier, int later, long toLater, long toEarlier) {
    int t = (int) ((long) earlier * TABLES / objects);
    if (filled[t] == kept[t].length) {
      flush(t);
    }
    long[] rows = kept[t];
    int at = filled[t];
    rows[at] = PairScores.key(earlier, later);
    rows[at + 1] = toLater;
    rows[at + 2] = toEarlier;
    filled[t] = at + WIDTH;
  }

  private void flush(int t) {
    for (int at = 0; at < filled[t]; at += WIDTH) {
      tables[t].add(kept[t][at], kept[t][at + 1], kept[t][at + 2]);
    }
    filled[t] = 0;
  }

  /** Adds all sums of others, of as many objects. */
  PartitionedScores and(PartitionedScores others) {
    for (int t = 0; t < TABLES; t++) {
      flush(t);
      others.flush(t);
      tables[t].and(others.tables[t]);
    }
    return this;
  }

  void forEach(Visitor visitor) {
    for (int t = 0; t < TABLES; t++) {
      flush(t);
      tables[t].forEach(visitor);
    }
  }
}
