package org.jzfof.domain;

/**
 * The range of the absolute values of rows of a column. A row of several values counts with its
 * largest absolute value. The range has no meaning unless {@code fault} is {@link #NONE}.
 *
 * @param largest largest absolute value; 0 without rows
 * @param smallest smallest absolute value except 0; infinite if all values are 0
 * @param fault first row, counted from the first row of the range, with a value that is NaN,
 *     infinite, or negative in a column without sign; {@link #NONE} if all values are valid
 */
public record ColumnRange(double largest, double smallest, long fault) {
  /** The value of {@link #fault} if all rows are valid. */
  public static final long NONE = -1;

  /** The range of no rows. */
  public static final ColumnRange EMPTY = new ColumnRange(0, Double.POSITIVE_INFINITY, NONE);

  /** The range of the rows of both. */
  public ColumnRange and(ColumnRange other) {
    long first =
        fault == NONE || other.fault == NONE
            ? Math.max(fault, other.fault)
            : Math.min(fault, other.fault);
    return new ColumnRange(
        Math.max(largest, other.largest), Math.min(smallest, other.smallest), first);
  }
}
