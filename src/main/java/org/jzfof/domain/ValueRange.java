package org.jzfof.domain;

import java.util.function.IntToDoubleFunction;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The largest and smallest absolute value of the rows of a column; of a row of several values the
 * largest counts.
 */
public final class ValueRange {
  /** What {@link #add} returns when every value can be used. */
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

  /** Of a column of real numbers. */
  public static ValueRange of(ParticleColumn column) {
    return new ValueRange(column.width(), column.kind() == ParticleColumn.Kind.REAL);
  }

  /**
   * Adds rows.
   *
   * @return the first row with a value that is NaN, infinite, or negative where none may be; {@link
   *     #ALL_VALID} if there is none
   */
  public int add(float[] values, int count) {
    return add(values, 0, count);
  }

  /**
   * As {@link #add(float[], int)}, from some row on.
   *
   * @return the first row that cannot be, counted from {@code first}
   */
  public int add(float[] values, int first, int count) {
    // Without its sign, the bits of a float order it: NaN and infinity come last.
    int most = 0;
    int leastBelow = Integer.MAX_VALUE; // of rows one less, so that 0 comes last
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
      most = Math.max(most, row);
      leastBelow = Math.min(leastBelow, row - 1 & ~FLOAT_SIGN);
      at += width;
    }
    // As a number, the largest integer stands for NaN: there was no value but 0.
    int least = leastBelow == Integer.MAX_VALUE ? leastBelow : leastBelow + 1;
    include(Float.intBitsToFloat(most), Float.intBitsToFloat(least));
    return most < Float.floatToRawIntBits(Float.POSITIVE_INFINITY) && (signed || signs >= 0)
        ? ALL_VALID
        : firstFault(count, i -> values[width * first + i]);
  }

  /** As {@link #add(float[], int)}. */
  public int add(double[] values, int count) {
    return add(values, 0, count);
  }

  /** As {@link #add(float[], int, int)}. */
  public int add(double[] values, int first, int count) {
    long most = 0;
    long least = Long.MAX_VALUE;
    long signs = 0;
    for (int i = first; i < first + count; i++) {
      long row = 0;
      for (int k = width * i; k < width * (i + 1); k++) {
        long bits = Double.doubleToRawLongBits(values[k]);
        signs |= bits;
        row = Math.max(row, bits & ~SIGN);
      }
      most = Math.max(most, row);
      least = Math.min(least, row == 0 ? Long.MAX_VALUE : row);
    }
    include(Double.longBitsToDouble(most), Double.longBitsToDouble(least));
    return most < Double.doubleToRawLongBits(Double.POSITIVE_INFINITY) && (signed || signs >= 0)
        ? ALL_VALID
        : firstFault(count, i -> values[width * first + i]);
  }

  /** Adds rows that others have looked at and found no fault in. */
  public void add(ColumnRange rows) {
    include(rows.largest(), rows.smallest());
  }

  /** Values per row. */
  public int width() {
    return width;
  }

  /** Whether values may be negative. */
  public boolean signed() {
    return signed;
  }

  /** NaN stands for no value. */
  private void include(double most, double least) {
    largest = Math.max(largest, most);
    if (!Double.isNaN(least)) {
      smallest = Math.min(smallest, least);
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

  /** The largest absolute value; 0 where there is none. */
  public double largest() {
    return largest;
  }

  /** The smallest absolute value but 0; infinite where there is none. */
  public double smallest() {
    return smallest;
  }
}
