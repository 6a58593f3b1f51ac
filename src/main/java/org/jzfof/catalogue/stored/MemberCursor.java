package org.jzfof.catalogue.stored;

import java.util.List;

/**
 * Iterates over a range of the members of all groups or subhaloes of a catalogue: by particle type,
 * then by group, then in the order of the file.
 */
final class MemberCursor {
  private static final int BLOCK = 1 << 20;
  private static final int FEWEST = 1 << 14;

  private final List<IdColumn> columns;
  private int column;
  private int run;
  private long rank;
  private long remaining;
  private long[] block = new long[0];
  private long blockStart;
  private int blockRows;

  /**
   * @param columns one column per type
   * @param to end of the range
   */
  MemberCursor(List<IdColumn> columns, long from, long to) {
    this.columns = columns;
    this.remaining = to - from;
    long before = from;
    while (column < columns.size() && before >= columns.get(column).members()) {
      before -= columns.get(column).members();
      column++;
    }
    while (remaining > 0 && before >= columns.get(column).rows(run)) {
      before -= columns.get(column).rows(run);
      run++;
    }
    rank = before;
  }

  /**
   * Reads the next members.
   *
   * @param count number of members, at most {@link #remaining}
   * @param ids receives the IDs [count]
   * @param groups receives the groups or subhaloes [count]
   * @param ranks receives the index of each member in the subhalo among members of its type, from 0
   *     [count]
   * @return {@code count}
   */
  int next(int count, long[] ids, int[] groups, int[] ranks) {
    int done = 0;
    while (done < count) {
      skipEmpty();
      IdColumn current = columns.get(column);
      long row = current.first(run) + rank;
      if (row < blockStart || row >= blockStart + blockRows) {
        fill(current, row);
      }
      long inGroup = current.rows(run) - rank;
      long inBlock = blockStart + blockRows - row;
      int n = (int) Math.min(Math.min(inGroup, inBlock), count - done);
      System.arraycopy(block, (int) (row - blockStart), ids, done, n);
      int group = current.group(run);
      for (int i = 0; i < n; i++) {
        groups[done + i] = group;
        ranks[done + i] = (int) (rank + i);
      }
      done += n;
      rank += n;
      remaining -= n;
    }
    return count;
  }

  private void skipEmpty() {
    while (rank >= columns.get(column).rows(run)) {
      rank = 0;
      run++;
      if (run == columns.get(column).runs()) {
        run = 0;
        column++;
        blockRows = 0;
      }
    }
  }

  /** Reads a block; a cursor over few members reads no more than about twice their number. */
  private void fill(IdColumn current, long row) {
    long limit = Math.min(BLOCK, Math.max(FEWEST, 2 * remaining));
    blockRows = (int) Math.min(limit, current.end() - row);
    blockStart = row;
    block = block.length < blockRows ? new long[blockRows] : block;
    current.read(row, blockRows, block);
  }
}
