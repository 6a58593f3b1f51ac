package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.MemberRow;
import org.jzfof.subhalo.members.SubhaloMembers;

/** Groups whose members have all come to this rank, with the way back to where they were. */
final class WholeGroups {
  /** Bytes of a member here and on its way, and while subhaloes are looked for. */
  static final long MEMBER_BYTES = 344;

  /** Longs about a group that come before its members: its number, and how many these are. */
  private static final int HEAD = 2;

  private final Communicator comm;
  private final long[][] heads;
  private final long[] number;
  private final int[] start;

  /** Where the members of each group of each rank go [rank][group]. */
  private final int[][] place;

  /**
   * Tells the ranks which groups will come; every rank calls it.
   *
   * @param room for the members
   * @param heads number and members here of each group that goes to each rank
   */
  WholeGroups(Communicator comm, HeapRoom room, long[][] heads) {
    this.comm = comm;
    this.heads = comm.allToAll(heads);
    this.number =
        Arrays.stream(this.heads).flatMapToLong(WholeGroups::numbers).sorted().distinct().toArray();
    long[] length = new long[number.length];
    this.place = new int[this.heads.length][];
    forEachPart((rank, part, group, count) -> length[group] += count);
    long all = Arrays.stream(length).sum();
    long longest = Arrays.stream(length).max().orElse(0);
    room.require(
        all, all * MEMBER_BYTES, "%d members on a rank, %d of one group,".formatted(all, longest));
    this.start = new int[number.length + 1];
    for (int g = 0; g < number.length; g++) {
      start[g + 1] = start[g] + (int) length[g];
    }
    int[] next = start.clone();
    for (int r = 0; r < place.length; r++) {
      place[r] = new int[this.heads[r].length / HEAD];
    }
    forEachPart(
        (rank, part, group, count) -> {
          place[rank][part] = next[group];
          next[group] += (int) count;
        });
  }

  private static LongStream numbers(long[] head) {
    return IntStream.range(0, head.length / HEAD).mapToLong(part -> head[HEAD * part]);
  }

  private interface PartSink {
    void accept(int rank, int part, int group, long count);
  }

  private void forEachPart(PartSink sink) {
    for (int r = 0; r < heads.length; r++) {
      for (int part = 0; part < heads[r].length / HEAD; part++) {
        int group = Arrays.binarySearch(number, heads[r][HEAD * part]);
        sink.accept(r, part, group, heads[r][HEAD * part + 1]);
      }
    }
  }

  /**
   * Sends the members; every rank calls it.
   *
   * @param rows of the members that go to each rank, group by group as was told
   * @param map fixed-point map of their places
   * @param types number of particle types
   * @return the members of the groups, without links
   */
  SubhaloMembers receive(long[][] rows, FixedPoint map, int types) {
    long[] lengths = new long[heads.length];
    forEachPart((rank, part, group, count) -> lengths[rank] += MemberRow.LONGS * count);
    long[][] received = comm.allToAll(rows, lengths);
    SubhaloMembers members = MemberRow.allocate(map, start, types);
    for (int r = 0; r < received.length; r++) {
      int rank = r;
      long[] rowsOfRank = received[r];
      long[] first = Parts.starts(place[r].length, part -> heads[rank][HEAD * part + 1]);
      IntStream.range(0, place[r].length)
          .parallel()
          .forEach(
              part -> {
                int row = (int) first[part];
                for (int i = place[rank][part]; row < first[part + 1]; i++) {
                  MemberRow.read(rowsOfRank, row++, members, i);
                }
              });
      received[r] = null;
    }
    return members;
  }

  /** First member of each group, and their number. */
  int[] starts() {
    return start;
  }

  /** Numbers of the groups in the catalogue, increasing. */
  long[] numbers() {
    return number;
  }

  /**
   * Sends values of the members back to where they came from; every rank calls it.
   *
   * @param values of each member
   * @param counts members of this rank that went to each rank
   * @return values of the members that went to each rank, in their order
   */
  long[][] sendBack(long[] values, long[] counts) {
    long[][] answers = new long[heads.length][];
    for (int r = 0; r < heads.length; r++) {
      long[][] parts = new long[place[r].length][];
      for (int part = 0; part < parts.length; part++) {
        int from = place[r][part];
        parts[part] = Arrays.copyOfRange(values, from, from + (int) heads[r][HEAD * part + 1]);
      }
      answers[r] = Parts.join(parts);
    }
    return comm.allToAll(answers, counts);
  }
}
