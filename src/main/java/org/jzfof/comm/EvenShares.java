package org.jzfof.comm;

/**
 * The division of consecutive rows into parts whose lengths differ by at most one row.
 *
 * @param parts number of parts, at least 1
 */
public record EvenShares(long total, int parts) {
  /** First row of a part; for part {@code parts}, the total number of rows. */
  public long start(int part) {
    return total / parts * part + Math.min(part, total % parts);
  }

  /** Number of rows of a part. */
  public long count(int part) {
    return start(part + 1) - start(part);
  }

  /** Index of the part that contains a row. */
  public int part(long row) {
    long each = total / parts;
    long larger = (each + 1) * (total % parts); // rows of the first parts, which have one more
    return (int) (row < larger ? row / (each + 1) : total % parts + (row - larger) / each);
  }
}
