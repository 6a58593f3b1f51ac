package org.jzfof.spheres.properties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/** A search in the mass profile of one group by queries, several at a time. */
interface ProfileQueries {
  /** Number of pieces into which a step divides a range of squares. */
  int PIECES = 16;

  /** Returns the index of the group among the searched groups. */
  int index();

  /** Returns the squared distances of the next queries; empty at the end. */
  long[] squares();

  /**
   * Makes a step with the answers to queries.
   *
   * @param answers number and mass of each query, alternating
   */
  void step(long[] squares, long[] answers);

  /**
   * Returns squares that divide a range into about equal pieces.
   *
   * @param low one more than a square, unsigned
   * @param high one more than a larger square, unsigned
   * @return increasing squares between both, without these; empty if none lies between
   */
  static long[] between(long low, long high) {
    long step = Long.divideUnsigned(high - low - 1, PIECES) + 1;
    return IntStream.range(1, PIECES)
        .mapToLong(i -> low + i * step)
        .takeWhile(cut -> Long.compareUnsigned(cut, high) < 0)
        .map(cut -> cut - 1)
        .toArray();
  }

  /**
   * Runs searches until no rank has queries left. Every rank calls this method.
   *
   * @param groups searched groups, as indices in the range of this rank
   */
  static void runAll(
      List<? extends ProfileQueries> all,
      int[] groups,
      GroupParts parts,
      MassProfiles local,
      Communicator comm) {
    List<ProfileQueries> open = new ArrayList<>(all);
    while (true) {
      List<long[]> queries = new ArrayList<>();
      List<ProfileQueries> active = new ArrayList<>();
      for (ProfileQueries one : open) {
        long[] squares = one.squares();
        if (squares.length > 0) {
          queries.add(squares);
          active.add(one);
        }
      }
      open = active;
      long[] left = {open.size()};
      comm.sum(left);
      if (left[0] == 0) {
        return;
      }
      int[] group =
          IntStream.range(0, active.size())
              .flatMap(
                  i -> Arrays.stream(queries.get(i)).mapToInt(s -> groups[active.get(i).index()]))
              .toArray();
      long[] squares = queries.stream().flatMapToLong(Arrays::stream).toArray();
      long[] answers = parts.query(group, squares, 2, local::within);
      int at = 0;
      for (int i = 0; i < active.size(); i++) {
        long[] ofSearch = queries.get(i);
        active
            .get(i)
            .step(ofSearch, Arrays.copyOfRange(answers, 2 * at, 2 * (at + ofSearch.length)));
        at += ofSearch.length;
      }
    }
  }
}
