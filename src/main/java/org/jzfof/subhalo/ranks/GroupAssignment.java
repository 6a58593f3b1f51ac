package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;

/**
 * Assignment of complete groups to ranks. A group whose members are all on one rank stays there; a
 * group on several ranks moves to one of them all. Of the longest groups, those that are on several
 * ranks go one by one to the rank with the least work, and some move away from ranks with much more
 * work than the mean. Groups move in rounds, so that no rank gets many more members in a round than
 * a limit, unless a single group is longer.
 *
 * @param rank rank that searches each group of the member list
 * @param round round in which the group moves to that rank, or {@link #STAYS}
 * @param rounds number of rounds, the same on all ranks
 */
record GroupAssignment(int[] rank, int[] round, int rounds) {
  /** Value instead of a round for groups that stay on their rank. */
  static final int STAYS = -1;

  /** Number of groups per rank that are assigned one by one. */
  private static final int LONGEST = 256;

  /** Home of a group that is on several ranks. */
  private static final int SEVERAL = -1;

  /**
   * Exponent of the search time as a function of the number of members, between that of pair sums
   * and of tree searches.
   */
  private static final double COST = 1.5;

  /** Ratio to the mean work above which a rank gives groups away. */
  private static final double MAX_LOAD = 1.1;

  /**
   * Returns the groups of a round.
   *
   * @param order groups in any order, of which the first {@code from} are left out
   * @param which number of the round, or {@link #STAYS}
   * @return these groups in this order
   */
  int[] groupsOf(int[] order, int from, int which) {
    int[] groups = new int[order.length - from];
    int count = 0;
    for (int i = from; i < order.length; i++) {
      groups[count] = order[i];
      count += round[order[i]] == which ? 1 : 0;
    }
    return Arrays.copyOf(groups, count);
  }

  /**
   * Creates the assignment; every rank calls it.
   *
   * @param number catalogue row of each group of this rank's member list
   * @param first first row of the range of each rank, and the number of groups [size+1]
   * @param length numbers of members of the groups in this rank's range of the catalogue
   * @param begin catalogue row of the first group that is assigned; earlier groups stay
   * @param maximum intended maximum number of members that move to a rank in a round
   */
  static GroupAssignment of(
      Communicator comm, long[] number, long[] first, long[] length, long begin, long maximum) {
    RowTransfer parts = RowTransfer.ofRequests(comm, first, number);
    Range range =
        new Range(comm, first[comm.rank()], length, homes(parts.leaving(), length.length), begin);
    int[] rank = range.ranks();
    Moves moves = range.moves(rank, maximum);
    long[] answers = new long[length.length];
    Arrays.setAll(answers, g -> (long) moves.round[g] << Integer.SIZE | rank[g]);
    long[] own = parts.moved(answers, 1);
    return new GroupAssignment(
        Arrays.stream(own).mapToInt(answer -> (int) answer).toArray(),
        Arrays.stream(own).mapToInt(answer -> (int) (answer >> Integer.SIZE)).toArray(),
        moves.rounds);
  }

  /** Returns the rank that has all members of each group, or {@link #SEVERAL}. */
  private static int[] homes(RankRows requests, int groups) {
    int[] home = new int[groups];
    Arrays.fill(home, Integer.MAX_VALUE);
    for (int r = 0; r < requests.start().length - 1; r++) {
      for (int i = (int) requests.start()[r]; i < requests.start()[r + 1]; i++) {
        int group = requests.row()[i];
        home[group] = home[group] == Integer.MAX_VALUE ? r : SEVERAL;
      }
    }
    return home;
  }

  /**
   * @param round round of each group of the range, or {@link #STAYS}
   */
  private record Moves(int[] round, int rounds) {}

  /**
   * The groups in this rank's range of the catalogue.
   *
   * @param number catalogue row of the first group
   * @param home rank that has all members of each group, or {@link #SEVERAL}
   */
  private record Range(Communicator comm, long number, long[] length, int[] home, long begin) {
    /** Returns the rank of each group; every rank calls it. */
    int[] ranks() {
      int size = comm.size();
      int from = index(begin);
      int to = index(begin + (long) LONGEST * size);
      long[] heads = new long[2 * (to - from)];
      for (int g = from; g < to; g++) {
        heads[2 * (g - from)] = length[g];
        heads[2 * (g - from) + 1] = home[g];
      }
      long[] longest = ArrayParts.join(comm.allGather(heads));
      long before = comm.exclusiveScan(to - from);
      double[] load = work();
      int[] ranks = ofLongest(longest, load);
      int[] byLoad =
          IntStream.range(0, size)
              .boxed()
              .sorted(Comparator.comparingDouble(r -> load[r]))
              .mapToInt(r -> r)
              .toArray();
      int[] rank = home.clone();
      for (int g = from; g < rank.length; g++) {
        if (g < to) {
          rank[g] = ranks[(int) before + g - from];
        } else if (home[g] == SEVERAL) {
          rank[g] = byLoad[(int) ((number + g) % size)];
        }
      }
      return rank;
    }

    private int index(long row) {
      return (int) Math.max(0, Math.min(length.length, row - number));
    }

    /**
     * Returns the work of the groups that are completely on each rank, and of all others [size+1].
     */
    private double[] work() {
      int size = comm.size();
      double[] work = new double[size + 1];
      for (int g = index(begin); g < length.length; g++) {
        work[home[g] == SEVERAL ? size : home[g]] += cost(length[g]);
      }
      double[] all = comm.allGather(work);
      double[] sum = new double[size + 1];
      for (int i = 0; i < all.length; i++) {
        sum[i % sum.length] += all[i];
      }
      return sum;
    }

    /**
     * Returns the ranks of the longest groups.
     *
     * @param heads length and home of each
     * @param load input: work of each rank, and of the groups on several ranks; output: the same
     *     with the longest groups on their new ranks
     */
    private static int[] ofLongest(long[] heads, double[] load) {
      int size = load.length - 1;
      double limit = MAX_LOAD * Arrays.stream(load).sum() / size;
      TreeSet<Integer> idle =
          new TreeSet<>(Comparator.<Integer>comparingDouble(r -> load[r]).thenComparing(r -> r));
      IntStream.range(0, size).forEach(idle::add);
      int[] rank = new int[heads.length / 2];
      for (int g = 0; g < rank.length; g++) {
        double cost = cost(heads[2 * g]);
        int home = (int) heads[2 * g + 1];
        int least = idle.first();
        boolean stays =
            home != SEVERAL && (load[home] <= limit || load[least] + cost >= load[home]);
        rank[g] = stays ? home : least;
        if (!stays) {
          idle.remove(least);
          load[least] += cost;
          idle.add(least);
        }
        if (!stays && home != SEVERAL) {
          idle.remove(home);
          load[home] -= cost;
          idle.add(home);
        }
      }
      return rank;
    }

    private static double cost(long members) {
      return Math.pow(members, COST);
    }

    /** Returns the rounds; every rank calls it. */
    Moves moves(int[] rank, long maximum) {
      int size = comm.size();
      long[] members = new long[size];
      for (int g = index(begin); g < rank.length; g++) {
        members[rank[g]] += home[g] == rank[g] ? 0 : length[g];
      }
      long[][] all = comm.allGather(members);
      long[] before = new long[size];
      long most = 0;
      for (int r = 0; r < size; r++) {
        long total = 0;
        for (int from = 0; from < size; from++) {
          before[r] += from < comm.rank() ? all[from][r] : 0;
          total += all[from][r];
        }
        most = Math.max(most, total);
      }
      int[] round = new int[rank.length];
      Arrays.fill(round, STAYS);
      for (int g = index(begin); g < rank.length; g++) {
        if (home[g] != rank[g]) {
          round[g] = (int) (before[rank[g]] / maximum);
          before[rank[g]] += length[g];
        }
      }
      return new Moves(round, Math.toIntExact((most + maximum - 1) / maximum));
    }
  }
}
