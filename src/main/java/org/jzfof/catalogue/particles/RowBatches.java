package org.jzfof.catalogue.particles;

import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.EvenShares;

/**
 * Which rows of a column each rank has in hand, round by round: together all rows, each once, and
 * no more at a time than there is memory for.
 *
 * @param rows in all
 * @param ranks how many
 * @param most rows that a rank has at a time
 * @param inTurn whether the rows of a round follow each other, rank by rank, and those of the next
 *     round follow them; else every rank goes through an even share
 */
record RowBatches(long rows, int ranks, long most, boolean inTurn) {
  /** Rounds in which no rank has more than so many bytes. */
  static RowBatches of(long rows, int ranks, int rowBytes, int bytes, boolean inTurn) {
    long share = Math.max(1, (rows + ranks - 1) / ranks);
    return new RowBatches(rows, ranks, Math.min(share, Math.max(1, bytes / rowBytes)), inTurn);
  }

  /** Number of rounds. */
  long rounds() {
    long of = inTurn ? rows : new EvenShares(rows, ranks).count(0);
    long each = inTurn ? ranks * most : most;
    return (of + each - 1) / each;
  }

  /** Rows of each rank in a round. */
  RowRange[] round(long round) {
    return IntStream.range(0, ranks).mapToObj(r -> rows(round, r)).toArray(RowRange[]::new);
  }

  private RowRange rows(long round, int rank) {
    RowRange among = inTurn ? new RowRange(0, rows) : RowRange.share(rows, rank, ranks);
    long first =
        Math.min(among.end(), among.first() + most * (inTurn ? round * ranks + rank : round));
    return new RowRange(first, Math.min(most, among.end() - first));
  }

  /** The rank that has a row in some round. */
  int owner(long row) {
    return inTurn ? (int) (row / most % ranks) : new EvenShares(rows, ranks).part(row);
  }
}
