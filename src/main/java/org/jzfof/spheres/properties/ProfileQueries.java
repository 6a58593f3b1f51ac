package org.jzfof.spheres.properties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/** Queries about the mass profile of one group, several at a time, until the answer is known. */
interface ProfileQueries {
  /** Into how many pieces a range of squares is cut at once. */
  int PIECES = 16;

  /** Place of the group among those that are asked about. */
  int place();

  /** Squares of distances to ask for next; none at the end. */
  long[] squares();

  /**
   * Takes answers.
   *
   * @param squares as asked
   * @param answers number and mass within each, in turn
   */
  void take(long[] squares, long[] answers);

  /**
   * Squares that cut a range into about equal pieces.
   *
   * @param low one more than a square, unsigned
   * @param high one more than a larger one; the same if there is nothing between them to ask for
   * @return squares between both, both excluded, increasing
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
   * Asks until there are no questions left on any rank; every rank calls it.
   *
   * @param groups that are asked about, in the range of this rank
   */
  static void answer(
      List<? extends ProfileQueries> all,
      int[] groups,
      GroupParts parts,
      MassProfiles here,
      Communicator comm) {
    List<ProfileQueries> open = new ArrayList<>(all);
    while (true) {
      List<long[]> asked = new ArrayList<>();
      List<ProfileQueries> asking = new ArrayList<>();
      for (ProfileQueries one : open) {
        long[] squares = one.squares();
        if (squares.length > 0) {
          asked.add(squares);
          asking.add(one);
        }
      }
      open = asking;
      long[] left = {open.size()};
      comm.sum(left);
      if (left[0] == 0) {
        return;
      }
      int[] group =
          IntStream.range(0, asking.size())
              .flatMap(
                  i -> Arrays.stream(asked.get(i)).mapToInt(s -> groups[asking.get(i).place()]))
              .toArray();
      long[] squares = asked.stream().flatMapToLong(Arrays::stream).toArray();
      long[] answers = parts.ask(group, squares, 2, here::within);
      int at = 0;
      for (int i = 0; i < asking.size(); i++) {
        long[] own = asked.get(i);
        asking.get(i).take(own, Arrays.copyOfRange(answers, 2 * at, 2 * (at + own.length)));
        at += own.length;
      }
    }
  }
}
