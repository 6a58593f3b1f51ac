package org.jzfof.catalogue.particles;

import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.EvenShares;

/**
 * The rows of a column that each rank processes, round by round. Every row occurs once, and the
 * rows of a rank per round are limited by memory.
 *
 * @param limit maximum number of rows per rank and round
 * @param inTurn whether the rows of a round are consecutive, rank by rank, and followed by those of
 *     the next round; otherwise every rank processes an even share
 */
record RowBatches(long rows, int ranks, long limit, boolean inTurn) {
  /** Largest index of a row in memory. */
  private static final long LONGEST = 1 << 30;

  /** Returns rounds with a maximum number of bytes per rank. */
  static RowBatches of(long rows, int ranks, int rowBytes, long bytes, boolean inTurn) {
    long share = Math.max(1, (rows + ranks - 1) / ranks);
    long limit = Math.min(LONGEST, Math.max(1, bytes / rowBytes));
    return new RowBatches(rows, ranks, Math.min(share, limit), inTurn);
  }

  /** Number of rounds. */
  long rounds() {
    long of = inTurn ? rows : new EvenShares(rows, ranks).count(0);
    long rowsPerRound = inTurn ? ranks * limit : limit;
    return (of + rowsPerRound - 1) / rowsPerRound;
  }

  /** Returns the rows of each rank in a round. */
  RowRange[] round(long round) {
    return IntStream.range(0, ranks).mapToObj(r -> rows(round, r)).toArray(RowRange[]::new);
  }

  private RowRange rows(long round, int rank) {
    RowRange among = inTurn ? new RowRange(0, rows) : RowRange.share(rows, rank, ranks);
    long first =
        Math.min(among.end(), among.first() + limit * (inTurn ? round * ranks + rank : round));
    return new RowRange(first, Math.min(limit, among.end() - first));
  }
}
