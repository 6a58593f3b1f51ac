package org.jzfof.comm;

/**
 * Consecutive rows shared out so that no part has more than one row above any other.
 *
 * @param total rows in all
 * @param parts number of parts, at least 1
 */
public record EvenShares(long total, int parts) {
  /** First row of a part; of {@code parts} itself, the end. */
  public long start(int part) {
    return total / parts * part + Math.min(part, total % parts);
  }

  /** Rows of a part. */
  public long count(int part) {
    return start(part + 1) - start(part);
  }

  /** The part that has a row. */
  public int part(long row) {
    long each = total / parts;
    long larger = (each + 1) * (total % parts); // rows of the first parts, with one more
    return (int) (row < larger ? row / (each + 1) : total % parts + (row - larger) / each);
  }
}
