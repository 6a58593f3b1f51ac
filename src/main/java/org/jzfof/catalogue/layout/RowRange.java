package org.jzfof.catalogue.layout;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.EvenShares;

/** A range of consecutive rows. */
public record RowRange(long first, long count) {
  /** Returns one of several even shares of all rows. */
  public static RowRange share(long rows, int share, int shares) {
    EvenShares even = new EvenShares(rows, shares);
    return new RowRange(even.start(share), even.count(share));
  }

  /** Returns consecutive blocks of all rows, with at most so many rows each. */
  public static List<RowRange> blocks(long rows, int most) {
    List<RowRange> blocks = new ArrayList<>();
    for (long first = 0; first < rows; first += most) {
      blocks.add(new RowRange(first, Math.min(most, rows - first)));
    }
    return blocks;
  }

  /** Row after the last row. */
  public long end() {
    return first + count;
  }

  /** Returns whether the range contains a row. */
  public boolean contains(long row) {
    return row >= first && row < end();
  }

  /** Returns whether the ranges have a common row. */
  public boolean overlaps(RowRange other) {
    return Math.max(first, other.first) < Math.min(end(), other.end());
  }
}
