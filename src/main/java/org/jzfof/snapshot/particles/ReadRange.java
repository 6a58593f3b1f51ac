package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.snapshot.RowReader;

/**
 * Consecutive rows of one particle type.
 *
 * @param from first row, counted over all files
 * @param target row of this rank's particles that receives the first row
 */
record ReadRange(int type, long from, long count, long target) {
  /** Minimum number of rows per part: smaller parts take less time than the start of a thread. */
  private static final long MINIMUM_ROWS = 4 * RowReader.BLOCK_ROWS;

  /** Returns the even share of this rank of each type, in the order of the types. */
  static List<ReadRange> share(int[] types, long[] counts, Communicator comm) {
    List<ReadRange> all = new ArrayList<>();
    long target = 0;
    for (int type : types) {
      EvenShares shares = new EvenShares(counts[type], comm.size());
      long count = shares.count(comm.rank());
      all.add(new ReadRange(type, shares.start(comm.rank()), count, target));
      target += count;
    }
    return all;
  }

  /**
   * Divides ranges into lists; one thread reads the ranges of one list. The division of a type does
   * not depend on the other types, so that rows held in memory are found again.
   *
   * @param limit maximum number of parts of a type
   */
  static List<List<ReadRange>> split(List<ReadRange> ranges, RowReader reader, int limit) {
    List<List<ReadRange>> split = new ArrayList<>();
    List<ReadRange> unsplit = new ArrayList<>();
    for (ReadRange range : ranges) {
      int number = (int) Math.min(limit, range.count / MINIMUM_ROWS);
      if (number > 1 && reader.readsInParts(range.type)) {
        range.parts(number).forEach(part -> split.add(List.of(part)));
      } else {
        unsplit.add(range);
      }
    }
    if (!unsplit.isEmpty()) {
      split.add(unsplit);
    }
    return split;
  }

  /** Divides this range into parts of complete blocks; only the last block may be incomplete. */
  private List<ReadRange> parts(int number) {
    long rows = (count / number / RowReader.BLOCK_ROWS + 1) * RowReader.BLOCK_ROWS;
    List<ReadRange> parts = new ArrayList<>();
    for (long done = 0; done < count; done += rows) {
      parts.add(new ReadRange(type, from + done, Math.min(rows, count - done), target + done));
    }
    return parts;
  }
}
