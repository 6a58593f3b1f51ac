package org.jzfof.cluster;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jzfof.comm.ArrayParts;
import org.jzfof.threads.Parallel;

/**
 * Sums over the members of clusters, column by column.
 *
 * @param label label of each cluster
 * @param size number of members
 * @param cores number of core points among them
 * @param firstId smallest ID of a member, unsigned
 * @param row row of the first member among the particles of all ranks
 */
record ClusterTable(long[] label, long[] size, long[] cores, long[] firstId, long[] row) {
  private static final int WIDTH = 5;

  private ClusterTable(long[][] columns) {
    this(columns[0], columns[1], columns[2], columns[3], columns[4]);
  }

  private long[][] columns() {
    return new long[][] {label, size, cores, firstId, row};
  }

  /** Number of clusters. */
  int count() {
    return label.length;
  }

  /** The clusters whose indices satisfy a condition. */
  ClusterTable select(IntPredicate condition) {
    int[] selected =
        Parallel.indices(count(), Parallel.STREAM_GRAIN).filter(condition).sorted().toArray();
    return new ClusterTable(
        Arrays.stream(columns())
            .map(column -> ArrayParts.take(column, selected))
            .toArray(long[][]::new));
  }

  /** Packs the table into a message. */
  long[] pack() {
    return ArrayParts.join(columns());
  }

  /** Makes a table from messages of {@link #pack}, one after the other. */
  static ClusterTable unpack(long[][] messages) {
    long[][] columns = new long[WIDTH][];
    for (int c = 0; c < WIDTH; c++) {
      int column = c;
      columns[c] =
          ArrayParts.join(
              Arrays.stream(messages)
                  .map(
                      message -> {
                        int length = message.length / WIDTH;
                        return Arrays.copyOfRange(message, column * length, (column + 1) * length);
                      })
                  .toArray(long[][]::new));
    }
    return new ClusterTable(columns);
  }

  /**
   * Index of the cluster of a label.
   *
   * @throws IllegalStateException if no cluster has the label; labels must increase
   */
  int indexOf(long wanted) {
    int found = Arrays.binarySearch(label, wanted);
    if (found < 0) {
      throw new IllegalStateException("no cluster has the label " + wanted);
    }
    return found;
  }

  /** Adds the sums of other members of the same clusters; labels must increase. */
  void add(ClusterTable others) {
    for (int i = 0; i < others.count(); i++) {
      int at = indexOf(others.label[i]);
      size[at] += others.size[i];
      cores[at] += others.cores[i];
      if (Long.compareUnsigned(others.firstId[i], firstId[at]) < 0) {
        firstId[at] = others.firstId[i];
      }
      row[at] = Math.min(row[at], others.row[i]);
    }
  }
}
