package org.jzfof.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;

/**
 * Which groups of this rank have members on other ranks as well, and on which. The members of a
 * group on one rank are a segment of it; the segment on the rank of its root is its owner.
 *
 * @param spanning numbers of these groups among those of this rank, increasing
 * @param isOwner whether the segment here is the owner [spanning]
 * @param rank the ranks of the other segments [spanning][any]
 * @param number the numbers of the group on these [spanning][any]
 */
public record GroupSegments(int[] spanning, boolean[] isOwner, int[][] rank, int[][] number) {
  /** Longs of a message about a segment: the group's number at the receiver, rank, number there. */
  private static final int LONGS = 3;

  /** Of one rank, or where no group spans ranks. */
  public static GroupSegments none() {
    return new GroupSegments(new int[0], new boolean[0], new int[0][], new int[0][]);
  }

  /**
   * Tells every segment of all others; every rank calls it.
   *
   * @param shared the groups that span ranks
   * @param numbers number among the groups of this rank of each part and each owned group of {@code
   *     shared}, negative where it is not kept
   */
  public static GroupSegments of(SharedGroups shared, int[] numbers, Communicator comm) {
    int parts = shared.parts().length;
    long[] ofParts = Arrays.stream(numbers, 0, parts).asLongStream().toArray();
    long[] elsewhere = shared.toOwners(ofParts, 1);
    List<List<int[]>> segments = new ArrayList<>();
    for (int o = 0; o < shared.owned().length; o++) {
      segments.add(new ArrayList<>(List.of(new int[] {comm.rank(), numbers[parts + o]})));
    }
    for (int e = 0; e < elsewhere.length; e++) {
      segments.get(shared.entries()[e]).add(new int[] {shared.rankOfEntry(e), (int) elsewhere[e]});
    }
    segments.removeIf(group -> group.get(0)[1] < 0);
    return of(comm, introductions(segments, comm.size()));
  }

  /** Whether a group of this rank has members on others. */
  public boolean has(int group) {
    return Arrays.binarySearch(spanning, group) >= 0;
  }

  /** Whether this rank has all of a group, or owns it. */
  public boolean reports(int group) {
    int at = Arrays.binarySearch(spanning, group);
    return at < 0 || isOwner[at];
  }

  /** Messages that tell each rank the other segments of its own groups. */
  private static long[][] introductions(List<List<int[]>> groups, int size) {
    List<List<Long>> messages = new ArrayList<>();
    for (int r = 0; r < size; r++) {
      messages.add(new ArrayList<>());
    }
    for (List<int[]> segments : groups) {
      for (int[] to : segments) {
        for (int[] other : segments) {
          if (other != to) {
            messages.get(to[0]).addAll(List.of((long) to[1], (long) other[0], (long) other[1]));
          }
        }
      }
    }
    return messages.stream()
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
