package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.snapshot.RowReader;

/**
 * Consecutive rows of one type that a thread reads.
 *
 * @param from first row, counted over all files
 * @param target row of this rank's particles that receives the first row
 */
record ReadRange(int type, long from, long count, long target) {
  /** Fewer are read sooner than another thread begins. */
  private static final long LEAST_ROWS = 4 * RowReader.BLOCK_ROWS;

  /** The even share of a rank of some types, one behind the other. */
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
   * Shares ranges out among threads, each of which reads a list. The rows of a type are cut in one
   * way, with whichever other types they are read.
   *
   * @param limit maximum number of parts of a type
   */
  static List<List<ReadRange>> split(List<ReadRange> ranges, RowReader reader, int limit) {
    List<List<ReadRange>> split = new ArrayList<>();
    List<ReadRange> unsplit = new ArrayList<>();
    for (ReadRange range : ranges) {
      int number = (int) Math.min(limit, range.count / LEAST_ROWS);
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

  /** These rows in so many parts, of whole blocks but for the last. */
  private List<ReadRange> parts(int number) {
    long rows = (count / number / RowReader.BLOCK_ROWS + 1) * RowReader.BLOCK_ROWS;
    List<ReadRange> parts = new ArrayList<>();
    for (long done = 0; done < count; done += rows) {
      parts.add(new ReadRange(type, from + done, Math.min(rows, count - done), target + done));
    }
    return parts;
  }
}
