package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.subhalo.CandidateRanges;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Assigns candidates of a group of limited length, each with all candidates inside it, to single
 * ranks. The assignment runs in rounds, the longest candidate first and each to the rank with the
 * fewest members, so that the members of a rank in a round are limited too.
 */
final class CandidateSubtrees {
  private static final int NONE = SubhaloMembers.NONE;

  private final List<Family> byStart;
  private final long[] start;
  private final int rounds;

  /**
   * A candidate with all candidates inside it.
   *
   * @param candidates indices of the candidates, inner ones first; the last one encloses all others
   * @param start index in the chain of the first member
   * @param length number of members
   */
  record Family(int[] candidates, int start, int length, int round, int rank) {
    int end() {
      return start + length;
    }
  }

  /**
   * @param maximum maximum number of members of a family, and of a rank in a round
   */
  CandidateSubtrees(CandidateRanges stretches, long maximum, int ranks) {
    int[] last = lasts(stretches, maximum);
    int[] longest =
        IntStream.range(0, last.length)
            .filter(c -> last[c] == c)
            .boxed()
            .sorted(Comparator.comparingInt(c -> -stretches.length()[c]))
            .mapToInt(c -> c)
            .toArray();
    List<List<Integer>> inside = new ArrayList<>();
    int[] number = new int[last.length];
    for (int c : longest) {
      number[c] = inside.size();
      inside.add(new ArrayList<>());
    }
    for (int c = 0; c < last.length; c++) {
      if (last[c] != NONE) {
        inside.get(number[last[c]]).add(c);
      }
    }
    List<Family> families = new ArrayList<>();
    long[] load = new long[ranks];
    int round = 0;
    for (int c : longest) {
      int length = stretches.length()[c];
      int rank = leastLoaded(load);
      if (load[rank] + length > maximum) {
        round++;
        Arrays.fill(load, 0);
        rank = 0;
      }
      load[rank] += length;
      int[] candidates = inside.get(number[c]).stream().mapToInt(i -> i).toArray();
      families.add(new Family(candidates, stretches.start()[c], length, round, rank));
    }
    this.rounds = families.isEmpty() ? 0 : round + 1;
    this.byStart = families.stream().sorted(Comparator.comparingInt(Family::start)).toList();
    this.start = ArrayParts.offsets(byStart.size(), f -> 0);
    for (int f = 0; f < byStart.size(); f++) {
      start[f] = byStart.get(f).start;
    }
    start[byStart.size()] = Long.MAX_VALUE;
  }

  /**
   * Returns the last candidate of the family of each candidate, or {@code NONE} for candidates that
   * are too long.
   */
  private static int[] lasts(CandidateRanges stretches, long maximum) {
    int[] last = new int[stretches.count()];
    for (int c = last.length - 1; c >= 0; c--) {
      int enclosing = stretches.enclosing()[c];
      boolean alone = enclosing == c || last[enclosing] == NONE;
      last[c] = stretches.length()[c] > maximum ? NONE : alone ? c : last[enclosing];
    }
    return last;
  }

  private static int leastLoaded(long[] load) {
    int least = 0;
    for (int r = 1; r < load.length; r++) {
      least = load[r] < load[least] ? r : least;
    }
    return least;
  }

  /** Returns the number of rounds. */
  int rounds() {
    return rounds;
  }

  /** Returns the families that a rank processes in a round, in the order of the chain. */
  List<Family> of(int round, int rank) {
    return byStart.stream().filter(f -> f.round == round && f.rank == rank).toList();
  }

  /** Returns the family that contains an index of the chain, or null. */
  Family at(int chainIndex) {
    if (byStart.isEmpty()) {
      return null;
    }
    Family family = byStart.get(ArrayParts.partOf(start, chainIndex));
    return family.start <= chainIndex && chainIndex < family.end() ? family : null;
  }
}
