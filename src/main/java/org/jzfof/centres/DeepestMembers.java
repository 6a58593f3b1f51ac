package org.jzfof.centres;

import java.util.Arrays;
import org.jzfof.groups.GroupSegments;

/** The deepest member found so far in each group. */
final class DeepestMembers {
  /** Longs per member in a message: potential, ID, x and y, z. */
  private static final int LONGS = 4;

  private final long[] potential;
  private final GroupCentres centres;

  private DeepestMembers(GroupCentres centres) {
    this.potential = new long[centres.id().length];
    this.centres = centres;
    Arrays.fill(potential, Long.MIN_VALUE);
  }

  /**
   * Finds the deepest candidate of each group.
   *
   * @param centres receives the deepest candidate of each group that has candidates
   */
  static DeepestMembers of(
      GroupCentres centres, CandidateMembers candidates, long[] potential, long[] id) {
    DeepestMembers deepest = new DeepestMembers(centres);
    for (int i = 0; i < candidates.count(); i++) {
      int[] position = candidates.position();
      deepest.offer(
          candidates.group()[i],
          potential[i],
          id[i],
          position[3 * i],
          position[3 * i + 1],
          position[3 * i + 2]);
    }
    return deepest;
  }

  /** Returns whether a deepest member of a group was found. */
  boolean isFound(int group) {
    return potential[group] != Long.MIN_VALUE;
  }

  /** Returns the deepest members; undefined for groups without one. */
  GroupCentres centres() {
    return centres;
  }

  private void offer(int group, long depth, long id, int x, int y, int z) {
    boolean same = depth == potential[group];
    if (depth > potential[group] || same && Long.compareUnsigned(id, centres.id()[group]) < 0) {
      potential[group] = depth;
      centres.id()[group] = id;
      centres.position()[3 * group] = x;
      centres.position()[3 * group + 1] = y;
      centres.position()[3 * group + 2] = z;
    }
  }

  /** Merges the deepest members of other ranks. Every rank calls this method. */
  void mergeRanks(GroupSegments segments, SegmentSums others) {
    int[] spanning = segments.spanning();
    long[] local = new long[LONGS * spanning.length];
    for (int i = 0; i < spanning.length; i++) {
      int g = spanning[i];
      local[LONGS * i] = potential[g];
      local[LONGS * i + 1] = centres.id()[g];
      local[LONGS * i + 2] =
          (long) centres.position()[3 * g] << Integer.SIZE
              | centres.position()[3 * g + 1] & 0xffffffffL;
      local[LONGS * i + 3] = centres.position()[3 * g + 2];
    }
    others.query(
        new int[3 * spanning.length],
        spanning,
        LONGS,
        (positions, group) -> rows(local, spanning, group),
        (index, row, at) ->
            offer(
                spanning[index],
                row[at],
                row[at + 1],
                (int) (row[at + 2] >> Integer.SIZE),
                (int) row[at + 2],
                (int) row[at + 3]));
  }

  private static long[] rows(long[] table, int[] spanning, int[] group) {
    long[] rows = new long[LONGS * group.length];
    for (int i = 0; i < group.length; i++) {
      int at = Arrays.binarySearch(spanning, group[i]);
      System.arraycopy(table, LONGS * at, rows, LONGS * i, LONGS);
    }
    return rows;
  }
}
