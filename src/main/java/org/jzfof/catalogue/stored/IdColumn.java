package org.jzfof.catalogue.stored;

import java.util.Arrays;

/**
 * The IDs of the members of one particle type, or of all types, read in blocks of consecutive rows.
 * A group usually has one run of rows; where its subhaloes part the types it has several.
 */
final class IdColumn {
  private static final int BLOCK = 1 << 20;

  private final long[] first;
  private final long[] count;
  private final int[] groupOfRun; // null if every group has one run
  private final long end;
  private final Reader reader;

  /** Reader of consecutive IDs. */
  @FunctionalInterface
  interface Reader {
    /** Reads rows, starting with {@code from}, to the start of an array. */
    void read(long from, int rows, long[] into);
  }

  /**
   * @param first first row of each group
   * @param count number of rows of each group
   */
  IdColumn(long[] first, long[] count, Reader reader) {
    this(first, count, null, reader);
  }

  /**
   * @param first first row of each run
   * @param count number of rows of each run
   * @param groupOfRun group of each run, increasing
   */
  IdColumn(long[] first, long[] count, int[] groupOfRun, Reader reader) {
    this.first = first;
    this.count = count;
    this.groupOfRun = groupOfRun;
    this.end = end(first, count);
    this.reader = reader;
  }

  /** Returns the largest end of the rows of any group. */
  static long end(long[] first, long[] count) {
    long end = 0;
    for (int g = 0; g < first.length; g++) {
      end = Math.max(end, count[g] > 0 ? first[g] + count[g] : 0);
    }
    return end;
  }

  long rows(int run) {
    return count[run];
  }

  /** First row of a run. */
  long first(int run) {
    return first[run];
  }

  /** Number of runs. */
  int runs() {
    return count.length;
  }

  /** Group of a run. */
  int group(int run) {
    return groupOfRun == null ? run : groupOfRun[run];
  }

  /** Number of rows of all groups. */
  long members() {
    return Arrays.stream(count).sum();
  }

  /** Largest end of the rows of any group. */
  long end() {
    return end;
  }

  /** Reads rows independent of their groups. */
  void read(long from, int rows, long[] into) {
    reader.read(from, rows, into);
  }

  /**
   * Returns a reader of the IDs of consecutive groups; each thread needs its own.
   *
   * @param from first group
   * @param to one past the last group
   */
  Window window(int from, int to) {
    long last = 0;
    for (int g = from; g < to; g++) {
      last = Math.max(last, count[g] > 0 ? first[g] + count[g] : 0);
    }
    return new Window(last);
  }

  /** A block of consecutive rows, which moves with the groups that are read. */
  final class Window {
    private final long last;
    private long[] block = new long[0];
    private long blockStart;
    private int blockRows;

    private Window(long last) {
      this.last = last;
    }

    /**
     * Copies the IDs of a group, at most as many as an array can hold.
     *
     * @param at index in the array of the first ID
     */
    void copy(int group, long[] into, int at) {
      int rows = (int) count[group];
      if (first[group] < blockStart || first[group] + rows > blockStart + blockRows) {
        blockRows = (int) Math.max(rows, Math.min(BLOCK, last - first[group]));
        block = block.length < blockRows ? new long[blockRows] : block;
        blockStart = first[group];
        reader.read(blockStart, blockRows, block);
      }
      System.arraycopy(block, (int) (first[group] - blockStart), into, at, rows);
    }
  }
}
