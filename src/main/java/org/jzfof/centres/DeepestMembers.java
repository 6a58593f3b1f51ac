package org.jzfof.centres;

import java.util.Arrays;
import org.jzfof.groups.GroupSegments;

/** The deepest member of each group so far. */
final class DeepestMembers {
  /** Longs that tell of one: potential, ID, x and y, z. */
  private static final int LONGS = 4;

  private final long[] potential;
  private final GroupCentres centres;

  private DeepestMembers(GroupCentres centres) {
    this.potential = new long[centres.id().length];
    this.centres = centres;
    Arrays.fill(potential, Long.MIN_VALUE);
  }

  /**
   * Of some members.
   *
   * @param centres is told of the deepest candidate of each group that has any
   */
  static DeepestMembers of(
      GroupCentres centres, CandidateMembers candidates, long[] potential, long[] id) {
    DeepestMembers deepest = new DeepestMembers(centres);
    for (int i = 0; i < candidates.count(); i++) {
      int[] place = candidates.place();
      deepest.offer(
          candidates.group()[i],
          potential[i],
          id[i],
          place[3 * i],
          place[3 * i + 1],
          place[3 * i + 2]);
    }
    return deepest;
  }

  /** Whether a group has one. */
  boolean found(int group) {
    return potential[group] != Long.MIN_VALUE;
  }

  /** Where they are; of no meaning where there is none. */
  GroupCentres centres() {
    return centres;
  }

  private void offer(int group, long depth, long id, int x, int y, int z) {
    boolean same = depth == potential[group];
    if (depth > potential[group] || same && Long.compareUnsigned(id, centres.id()[group]) < 0) {
      potential[group] = depth;
      centres.id()[group] = id;
      centres.place()[3 * group] = x;
      centres.place()[3 * group + 1] = y;
      centres.place()[3 * group + 2] = z;
    }
  }

  /** Takes those of other ranks as well; every rank calls it. */
  void join(GroupSegments segments, SegmentSums others) {
    int[] spanning = segments.spanning();
    long[] own = new long[LONGS * spanning.length];
    for (int i = 0; i < spanning.length; i++) {
      int g = spanning[i];
      own[LONGS * i] = potential[g];
      own[LONGS * i + 1] = centres.id()[g];
      own[LONGS * i + 2] =
          (long) centres.place()[3 * g] << Integer.SIZE | centres.place()[3 * g + 1] & 0xffffffffL;
      own[LONGS * i + 3] = centres.place()[3 * g + 2];
    }
    others.ask(
        new int[3 * spanning.length],
        spanning,
        LONGS,
        (places, group) -> rows(own, spanning, group),
        (place, row, at) ->
            offer(
                spanning[place],
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
