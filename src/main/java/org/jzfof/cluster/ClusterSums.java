package org.jzfof.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.error.MemoryException;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.LabelTable;

/** Sums over the members of clusters, by the labels of the clusters. */
final class ClusterSums {
  /** Columns of a row. */
  static final int LABEL = 0;

  static final int SIZE = 1;
  static final int CORES = 2;
  static final int ID = 3;
  private static final int ROW = 4;
  private static final int WIDTH = 5;

  private static final int MAX_CLUSTERS = Integer.MAX_VALUE / WIDTH / 2;

  private final LabelTable indices = new LabelTable();
  private long[] rows = new long[64 * WIDTH];

  /** Number of clusters. */
  int count() {
    return indices.size();
  }

  /** Index of the cluster of a label; negative without such a cluster. */
  int indexOf(long label) {
    return (int) indices.get(label);
  }

  /**
   * Value of a cluster.
   *
   * @param column {@link #LABEL}, {@link #SIZE}, {@link #CORES} or {@link #ID}
   */
  long get(int cluster, int column) {
    return rows[cluster * WIDTH + column];
  }

  /**
   * Adds members of a cluster.
   *
   * @param id smallest ID of these members, unsigned
   * @param row row of the first of these members among all particles
   */
  void add(long label, long size, long cores, long id, long row) {
    int at = indexOf(label) * WIDTH;
    if (at < 0) {
      append(label, size, cores, id, row);
      return;
    }
    rows[at + SIZE] += size;
    rows[at + CORES] += cores;
    rows[at + ID] = Long.compareUnsigned(id, rows[at + ID]) < 0 ? id : rows[at + ID];
    rows[at + ROW] = Math.min(row, rows[at + ROW]);
  }

  private void append(long... row) {
    if (count() == MAX_CLUSTERS) {
      throw new MemoryException(
          "there are more than %d clusters: give a larger --eps or --min-points"
              .formatted(MAX_CLUSTERS));
    }
    int at = count() * WIDTH;
    if (at == rows.length) {
      rows = Arrays.copyOf(rows, 2 * at);
    }
    System.arraycopy(row, 0, rows, at, WIDTH);
    indices.lower(row[LABEL], count());
  }

  /** Adds the sums of other ranks, as returned by {@link #rows} or {@link #rowsByRank}. */
  void addAll(long[][] others) {
    for (long[] other : others) {
      for (int i = 0; i < other.length; i += WIDTH) {
        add(other[i + LABEL], other[i + SIZE], other[i + CORES], other[i + ID], other[i + ROW]);
      }
    }
  }

  /** The rows of all clusters, one after the other. */
  long[] rows() {
    return Arrays.copyOf(rows, count() * WIDTH);
  }

  /** The rows of all clusters, sorted into one array per rank by the ranks of the labels. */
  long[][] rowsByRank(int ranks) {
    int[] length = new int[ranks];
    for (int i = 0; i < count(); i++) {
      length[GlobalIndex.rank(get(i, LABEL))] += WIDTH;
    }
    long[][] parts = new long[ranks][];
    Arrays.setAll(parts, r -> new long[length[r]]);
    int[] at = new int[ranks];
    for (int i = 0; i < count(); i++) {
      int rank = GlobalIndex.rank(get(i, LABEL));
      System.arraycopy(rows, i * WIDTH, parts[rank], at[rank], WIDTH);
      at[rank] += WIDTH;
    }
    return parts;
  }

  /**
   * Indices of the clusters in the order of their numbers. If IDs are repeated, the row decides.
   */
  int[] order() {
    Comparator<Integer> larger = Comparator.comparingLong(i -> -get(i, SIZE));
    return IntStream.range(0, count())
        .boxed()
        .sorted(
            larger
                .thenComparing((i, j) -> Long.compareUnsigned(get(i, ID), get(j, ID)))
                .thenComparingLong(i -> get(i, ROW)))
        .mapToInt(i -> i)
        .toArray();
  }
}
