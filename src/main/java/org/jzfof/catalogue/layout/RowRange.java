package org.jzfof.catalogue.layout;

import org.jzfof.comm.EvenShares;

/**
 * Consecutive rows.
 *
 * @param first the first one
 */
public record RowRange(long first, long count) {
  /** One of several shares of all rows. */
  public static RowRange share(long rows, int share, int shares) {
    EvenShares even = new EvenShares(rows, shares);
    return new RowRange(even.start(share), even.count(share));
  }

  /** Behind the last row. */
  public long end() {
    return first + count;
  }

  /** Whether it has a row. */
  public boolean contains(long row) {
    return row >= first && row < end();
  }

  /** Whether both have a row. */
  public boolean overlaps(RowRange other) {
    return Math.max(first, other.first) < Math.min(end(), other.end());
  }
}
