package org.jzfof.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;

/**
 * The groups of this rank that have members on other ranks too, and these ranks. The members of a
 * group on one rank are a segment of the group; the segment on the rank of its root is the owner.
 *
 * @param spanning indices of these groups among those of this rank, increasing
 * @param isOwner whether the segment on this rank is the owner [spanning]
 * @param rank ranks of the other segments [spanning][segments]
 * @param number indices of the group on these ranks [spanning][segments]
 */
public record GroupSegments(int[] spanning, boolean[] isOwner, int[][] rank, int[][] number) {
  /**
   * Longs of a message about a segment: the group's index on the receiver, the segment's rank, and
   * the group's index on that rank.
   */
  private static final int LONGS = 3;

  /** Creates the segments of one rank, or of ranks without spanning groups. */
  public static GroupSegments none() {
    return new GroupSegments(new int[0], new boolean[0], new int[0][], new int[0][]);
  }

  /**
   * Exchanges the segments of all spanning groups. Every rank calls this method.
   *
   * @param numbers index among the groups of this rank of each part and each owned group of {@code
   *     shared}, negative for a group that is not kept
   */
  public static GroupSegments of(SharedGroups shared, int[] numbers, Communicator comm) {
    int parts = shared.parts().length;
    long[] ofParts = Arrays.stream(numbers, 0, parts).asLongStream().toArray();
    long[] partNumbers = shared.toOwners(ofParts, 1);
    List<List<int[]>> segments = new ArrayList<>();
    for (int o = 0; o < shared.owned().length; o++) {
      segments.add(new ArrayList<>(List.of(new int[] {comm.rank(), numbers[parts + o]})));
    }
    for (int e = 0; e < partNumbers.length; e++) {
      segments
          .get(shared.entries()[e])
          .add(new int[] {shared.rankOfEntry(e), (int) partNumbers[e]});
    }
    segments.removeIf(group -> group.get(0)[1] < 0);
    return of(comm, messages(segments, comm.size()));
  }

  /** Returns whether a group of this rank has members on other ranks. */
  public boolean has(int group) {
    return Arrays.binarySearch(spanning, group) >= 0;
  }

  /** Returns whether this rank has all members of a group, or owns the group. */
  public boolean reports(int group) {
    int at = Arrays.binarySearch(spanning, group);
    return at < 0 || isOwner[at];
  }

  /** Returns the messages that list, for each rank, the other segments of its groups. */
  private static long[][] messages(List<List<int[]>> groups, int size) {
    List<List<Long>> perRank = new ArrayList<>();
    for (int r = 0; r < size; r++) {
      perRank.add(new ArrayList<>());
    }
    for (List<int[]> segments : groups) {
      for (int[] to : segments) {
        for (int[] other : segments) {
          if (other != to) {
            perRank.get(to[0]).addAll(List.of((long) to[1], (long) other[0], (long) other[1]));
          }
        }
      }
    }
    return perRank.stream()
        .map(m -> m.stream().mapToLong(Long::longValue).toArray())
        .toArray(long[][]::new);
  }

  private static GroupSegments of(Communicator comm, long[][] messages) {
    List<long[]> rows = new ArrayList<>();
    long[][] received = comm.allToAll(messages);
    for (int owner = 0; owner < received.length; owner++) {
      for (int at = 0; at < received[owner].length; at += LONGS) {
        long[] row = Arrays.copyOfRange(received[owner], at, at + LONGS + 1);
        row[LONGS] = owner;
        rows.add(row);
      }
    }
    int[] spanning = rows.stream().mapToInt(row -> (int) row[0]).sorted().distinct().toArray();
    GroupSegments all =
        new GroupSegments(
            spanning,
            new boolean[spanning.length],
            new int[spanning.length][0],
            new int[spanning.length][0]);
    for (long[] row : rows) {
      int at = Arrays.binarySearch(spanning, (int) row[0]);
      all.isOwner[at] = row[LONGS] == comm.rank();
      all.rank[at] = append(all.rank[at], (int) row[1]);
      all.number[at] = append(all.number[at], (int) row[2]);
    }
    return all;
  }

  private static int[] append(int[] values, int value) {
    int[] more = Arrays.copyOf(values, values.length + 1);
    more[values.length] = value;
    return more;
  }
}
