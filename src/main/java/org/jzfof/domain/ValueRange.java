package org.jzfof.domain;

import java.util.function.IntToDoubleFunction;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The largest and smallest absolute value of the rows of a column. A row of several values counts
 * with its largest absolute value.
 */
public final class ValueRange {
  /** The result of {@link #add} if every value is valid. */
  public static final int ALL_VALID = -1;

  private static final long SIGN = Long.MIN_VALUE;
  private static final int FLOAT_SIGN = Integer.MIN_VALUE;

  private final int width;
  private final boolean signed;
  private double largest;
  private double smallest = Double.POSITIVE_INFINITY;

  /**
   * @param width values per row, 1 or 3
   * @param signed whether values may be negative
   */
  public ValueRange(int width, boolean signed) {
    this.width = width;
    this.signed = signed;
  }

  /** Makes the empty range for the values of a column. */
  public static ValueRange of(ParticleColumn column) {
    return new ValueRange(column.width(), column.kind() == ParticleColumn.Kind.REAL);
  }

  /**
   * Adds rows.
   *
   * @return first row with a value that is NaN, infinite, or negative in a column without sign;
   *     {@link #ALL_VALID} if all values are valid
   */
  public int add(float[] values, int count) {
    return add(values, 0, count);
  }

  /**
   * Adds rows from row {@code first} on.
   *
   * @return first invalid row, counted from {@code first}; {@link #ALL_VALID} if all values are
   *     valid
   */
  public int add(float[] values, int first, int count) {
    // Without its sign, the bits of a float order it: NaN and infinity come last.
    int max = 0;
    int minMinusOne = Integer.MAX_VALUE; // bits of a row minus 1, so that 0 comes last
    int signs = 0;
    int at = width * first;
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToRawIntBits(values[at]);
      int row = bits & ~FLOAT_SIGN;
      signs |= bits;
      if (width == 3) {
        int second = Float.floatToRawIntBits(values[at + 1]);
        int third = Float.floatToRawIntBits(values[at + 2]);
        row = Math.max(row, Math.max(second & ~FLOAT_SIGN, third & ~FLOAT_SIGN));
        signs |= second | third;
      }
      max = Math.max(max, row);
      minMinusOne = Math.min(minMinusOne, row - 1 & ~FLOAT_SIGN);
      at += width;
    }
    // The bits of the largest integer are a NaN: all values were 0.
    int min = minMinusOne == Integer.MAX_VALUE ? minMinusOne : minMinusOne + 1;
    include(Float.intBitsToFloat(max), Float.intBitsToFloat(min));
    return max < Float.floatToRawIntBits(Float.POSITIVE_INFINITY) && (signed || signs >= 0)
        ? ALL_VALID
        : firstFault(count, i -> values[width * first + i]);
  }

  /** Adds rows like {@link #add(float[], int)}. */
  public int add(double[] values, int count) {
    return add(values, 0, count);
  }

  /** Adds rows like {@link #add(float[], int, int)}. */
  public int add(double[] values, int first, int count) {
    long max = 0;
    long min = Long.MAX_VALUE;
    long signs = 0;
    for (int i = first; i < first + count; i++) {
      long row = 0;
      for (int k = width * i; k < width * (i + 1); k++) {
        long bits = Double.doubleToRawLongBits(values[k]);
        signs |= bits;
        row = Math.max(row, bits & ~SIGN);
      }
      max = Math.max(max, row);
      min = Math.min(min, row == 0 ? Long.MAX_VALUE : row);
    }
    include(Double.longBitsToDouble(max), Double.longBitsToDouble(min));
    return max < Double.doubleToRawLongBits(Double.POSITIVE_INFINITY) && (signed || signs >= 0)
        ? ALL_VALID
        : firstFault(count, i -> values[width * first + i]);
  }

  /** Adds the range of other rows, which have no fault. */
  public void add(ColumnRange rows) {
    include(rows.largest(), rows.smallest());
  }

  /** Whether values may be negative. */
  public boolean signed() {
    return signed;
  }

  /**
   * Includes the extremes of a block of rows.
   *
   * @param min smallest value except 0; NaN if all values are 0
   */
  private void include(double max, double min) {
    largest = Math.max(largest, max);
    if (!Double.isNaN(min)) {
      smallest = Math.min(smallest, min);
    }
  }

  private int firstFault(int count, IntToDoubleFunction values) {
    for (int i = 0; i < width * count; i++) {
      double value = values.applyAsDouble(i);
      if (!Double.isFinite(value) || !signed && value < 0) {
        return i / width;
      }
    }
    return ALL_VALID;
  }

  /** The largest absolute value; 0 without rows. */
  public double largest() {
    return largest;
  }

  /** The smallest absolute value except 0; infinite if all values are 0. */
  public double smallest() {
    return smallest;
  }
}
