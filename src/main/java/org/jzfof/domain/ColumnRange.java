package org.jzfof.domain;

/**
 * What was seen of rows of a column; of a row of several values the largest absolute one counts.
 *
 * @param largest 0 where there is none
 * @param smallest but 0; infinite where there is none
 * @param fault the first row, from the first that was looked at, with a value that is NaN,
 *     infinite, or negative where none may be; {@link #NONE} if there is none, as there must be for
 *     the others to mean anything
 */
public record ColumnRange(double largest, double smallest, long fault) {
  /** No row. */
  public static final long NONE = -1;

  /** Of no rows. */
  public static final ColumnRange EMPTY = new ColumnRange(0, Double.POSITIVE_INFINITY, NONE);

  /** Of these and other rows. */
  public ColumnRange and(ColumnRange other) {
    long first =
        fault == NONE || other.fault == NONE
            ? Math.max(fault, other.fault)
            : Math.min(fault, other.fault);
    return new ColumnRange(
        Math.max(largest, other.largest), Math.min(smallest, other.smallest), first);
  }
}
