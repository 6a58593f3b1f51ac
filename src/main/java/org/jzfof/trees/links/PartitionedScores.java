package org.jzfof.trees.links;

import java.util.Arrays;
import org.jzfof.trees.links.PairScores.Visitor;

/**
 * Sums as in {@link PairScores}, in many small tables by the number of the earlier object. Members
 * come in random order, so that one table of all pairs would cause a cache miss for each of them.
 * Each table therefore has a buffer of a few hundred members, which are added together.
 */
final class PartitionedScores {
  private static final int TABLES = 128;
  private static final int BUFFER_SIZE = 512;
  private static final int WIDTH = 3;

  private final int objects;
  private final PairScores[] tables = new PairScores[TABLES];
  private final long[][] buffers = new long[TABLES][WIDTH * BUFFER_SIZE];
  private final int[] filled = new int[TABLES];

  PartitionedScores(int objects) {
    this.objects = objects;
    Arrays.setAll(tables, t -> new PairScores());
  }

  /** Adds to the sums of a pair. */
  void add(int earlier, int later, long toLater, long toEarlier) {
    int t = (int) ((long) earlier * TABLES / objects);
    if (filled[t] == buffers[t].length) {
      flush(t);
    }
    long[] rows = buffers[t];
    int at = filled[t];
    rows[at] = PairScores.key(earlier, later);
    rows[at + 1] = toLater;
    rows[at + 2] = toEarlier;
    filled[t] = at + WIDTH;
  }

  private void flush(int t) {
    for (int at = 0; at < filled[t]; at += WIDTH) {
      tables[t].addMember(buffers[t][at], buffers[t][at + 1], buffers[t][at + 2]);
    }
    filled[t] = 0;
  }

  /** Adds all sums of another instance, which must have the same number of objects. */
  PartitionedScores addAll(PartitionedScores others) {
    for (int t = 0; t < TABLES; t++) {
      flush(t);
      others.flush(t);
      tables[t].addAll(others.tables[t]);
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
