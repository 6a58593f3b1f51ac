package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;

/**
 * Assigns complete groups of a catalogue to ranks in rounds, so that no rank gets many more members
 * in a round than a limit, unless a single group is longer. The longest groups of a round go one by
 * one to the rank with the least work. The others, which are about equally long, go to the ranks in
 * turn.
 */
final class GroupRounds {
  /** Number of groups per rank that are assigned one by one. */
  private static final int LONGEST = 256;

  /**
   * Exponent of the search time as a function of the number of members, between that of pair sums
   * and of tree searches.
   */
  private static final double COST = 1.5;

  private final Communicator comm;
  private final long[] length;
  private final long[] first;
  private final long[] cut;

  /**
   * Every rank calls the constructor.
   *
   * @param length numbers of members of the groups in this rank's range of the catalogue
   * @param first first group of the range of each rank, and the number of groups [size+1]
   * @param begin number of the first group that is assigned; earlier groups are skipped
   * @param maximum intended maximum number of members of a rank in a round
   */
  GroupRounds(Communicator comm, long[] length, long[] first, long begin, long maximum) {
    this.comm = comm;
    this.length = length;
    this.first = first;
    int skipped = (int) Math.max(0, Math.min(length.length, begin - first[comm.rank()]));
    long members = Arrays.stream(length, skipped, length.length).sum();
    long before = comm.exclusiveScan(members);
    long[] all = {members};
    comm.sum(all);
    long ofRound = maximum * comm.size();
    int rounds = Math.toIntExact((all[0] + ofRound - 1) / ofRound);
    this.cut = new long[rounds + 1];
    cut[0] = skipped;
    long start = before;
    for (int g = skipped; g < length.length; g++) {
      cut[(int) (start / ofRound) + 1]++;
      start += length[g];
    }
    comm.sum(cut);
    ArrayParts.prefixSum(cut);
  }

  int count() {
    return cut.length - 1;
  }

  /** Returns the number of the first group of each round, and the number of groups [count+1]. */
  long[] cuts() {
    return cut.clone();
  }

  /** Returns the ranks of the groups of a round; every rank calls it. */
  Owners owners(int round) {
    long from = cut[round];
    long end = Math.min(cut[round + 1], from + (long) LONGEST * comm.size());
    long localFirst = first[comm.rank()];
    long[] lengths =
        Arrays.copyOfRange(
            length,
            within(from - localFirst),
            Math.max(within(from - localFirst), within(end - localFirst)));
    long[] longest = ArrayParts.join(comm.allGather(lengths));
    return Owners.of(longest, from, comm.size());
  }

  private int within(long group) {
    return (int) Math.max(0, Math.min(length.length, group));
  }

  /**
   * The ranks to which groups are assigned.
   *
   * @param longest ranks of this group and of the other longest groups
   * @param turn ranks of the other groups, in turn forwards and backwards
   */
  record Owners(long from, int[] longest, int[] turn) {
    static Owners of(long[] lengths, long from, int size) {
      double[] load = new double[size];
      PriorityQueue<Integer> idle =
          new PriorityQueue<>(
              Comparator.<Integer>comparingDouble(r -> load[r]).thenComparing(r -> r));
      IntStream.range(0, size).forEach(idle::add);
      int[] rank = new int[lengths.length];
      for (int g = 0; g < rank.length; g++) {
        rank[g] = idle.remove();
        load[rank[g]] += Math.pow(lengths[g], COST);
        idle.add(rank[g]);
      }
      int[] turn =
          IntStream.range(0, size)
              .boxed()
              .sorted(Comparator.comparingDouble(r -> load[r]))
              .mapToInt(r -> r)
              .toArray();
      return new Owners(from, rank, turn);
    }

    /** Returns the rank that gets a group of the round. */
    int of(long group) {
      long i = group - from;
      if (i < longest.length) {
        return longest[(int) i];
      }
      long step = (i - longest.length) % (2L * turn.length);
      return turn[(int) (step < turn.length ? step : 2L * turn.length - 1 - step)];
    }
  }
}
