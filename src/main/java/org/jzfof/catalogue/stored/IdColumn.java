package org.jzfof.catalogue.stored;

import java.util.Arrays;

/** IDs of the members of one particle type, or of all, read in blocks of consecutive rows. */
final class IdColumn {
  private static final int BLOCK = 1 << 20;

  private final long[] first;
  private final long[] count;
  private final long end;
  private final Reader reader;
  private long[] block = new long[0];
  private long blockStart;
  private int blockRows;

  /** Reads consecutive IDs. */
  @FunctionalInterface
  interface Reader {
    /** Reads rows from a first one on into the start of an array. */
    void read(long from, int rows, long[] into);
  }

  /**
   * @param first row of each group
   * @param count rows of each group
   * @param reader reads them
   */
  IdColumn(long[] first, long[] count, Reader reader) {
    this.first = first;
    this.count = count;
    this.end = end(first, count);
    this.reader = reader;
  }

  /** Row behind the last one of any group. */
  static long end(long[] first, long[] count) {
    long end = 0;
    for (int g = 0; g < first.length; g++) {
      end = Math.max(end, count[g] > 0 ? first[g] + count[g] : 0);
    }
    return end;
  }

  long rows(int group) {
    return count[group];
  }

  /** First row of a group. */
  long first(int group) {
    return first[group];
  }

  /** Number of groups. */
  int groups() {
    return count.length;
  }

  /** Rows of all groups. */
  long members() {
    return Arrays.stream(count).sum();
  }

  /** Row behind the last one of any group. */
  long end() {
    return end;
  }

  /** Reads rows as they are, whatever group they are of. */
  void read(long from, int rows, long[] into) {
    reader.read(from, rows, into);
  }

  /** Copies the IDs of a group, at most as many as an array can hold, to a place of an array. */
  void copy(int group, long[] into, int at) {
    int rows = (int) count[group];
    if (first[group] < blockStart || first[group] + rows > blockStart + blockRows) {
      blockRows = (int) Math.max(rows, Math.min(BLOCK, end - first[group]));
      block = block.length < blockRows ? new long[blockRows] : block;
      blockStart = first[group];
      reader.read(blockStart, blockRows, block);
    }
    System.arraycopy(block, (int) (first[group] - blockStart), into, at, rows);
  }
}
