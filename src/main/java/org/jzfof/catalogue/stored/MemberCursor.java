package org.jzfof.catalogue.stored;

import java.util.List;

/**
 * Goes through a range of the members of all groups or subhaloes of a catalogue: particle type by
 * type, in each group by group, in each in the order of the file.
 */
public final class MemberCursor {
  private static final int BLOCK = 1 << 20;
  private static final int FEWEST = 1 << 14;

  private final List<IdColumn> columns;
  private int column;
  private int group;
  private long rank;
  private long left;
  private long[] block = new long[0];
  private long blockStart;
  private int blockRows;

  /**
   * @param columns one per type
   * @param from first member
   * @param to behind the last member
   */
  MemberCursor(List<IdColumn> columns, long from, long to) {
    this.columns = columns;
    this.left = to - from;
    long before = from;
    while (column < columns.size() && before >= columns.get(column).members()) {
      before -= columns.get(column).members();
      column++;
    }
    while (left > 0 && before >= columns.get(column).rows(group)) {
      before -= columns.get(column).rows(group);
      group++;
    }
    rank = before;
  }

  /** How many members are still to come. */
  public long left() {
    return left;
  }

  /**
   * Reads the next members.
   *
   * @param count how many, at most as many as are left
   * @param ids of them [count]
   * @param groups their groups or subhaloes [count]
   * @param ranks their places in the group or subhalo among those of their type, from 0 [count]
   */
  public void next(int count, long[] ids, int[] groups, int[] ranks) {
    int done = 0;
    while (done < count) {
      skipEmpty();
      IdColumn own = columns.get(column);
      long row = own.first(group) + rank;
      if (row < blockStart || row >= blockStart + blockRows) {
        fill(own, row);
      }
      long inGroup = own.rows(group) - rank;
      long inBlock = blockStart + blockRows - row;
      int n = (int) Math.min(Math.min(inGroup, inBlock), count - done);
      System.arraycopy(block, (int) (row - blockStart), ids, done, n);
      for (int i = 0; i < n; i++) {
        groups[done + i] = group;
        ranks[done + i] = (int) (rank + i);
      }
      done += n;
      rank += n;
      left -= n;
    }
  }

  private void skipEmpty() {
    while (rank >= columns.get(column).rows(group)) {
      rank = 0;
      group++;
      if (group == columns.get(column).groups()) {
        group = 0;
        column++;
        blockRows = 0;
      }
    }
  }

  /** Of a share of the members no more is read than about as many rows. */
  private void fill(IdColumn own, long row) {
    long wanted = Math.min(BLOCK, Math.max(FEWEST, 2 * left));
    blockRows = (int) Math.min(wanted, own.end() - row);
    blockStart = row;
    block = block.length < blockRows ? new long[blockRows] : block;
    own.read(row, blockRows, block);
  }
}
