package org.jzfof.snapshot.file;

/**
 * Consecutive rows of a column, in the precision in which they are stored.
 *
 * @param row first row, counted from the first requested row
 * @param width values per row
 * @param values of the rows, one behind the other [width·count]: float[], double[] where float32
 *     may not hold them, long[] of integers, or int[] of coordinates as unsigned fractions of the
 *     box side, x = f · L / 2^32. It may be longer, and whoever reads the column uses it again
 *     after the call that hands it over.
 */
public record ColumnBlock(long row, int count, int width, Object values) {
  /** Number of values. */
  public int length() {
    return width * count;
  }

  /** The values of a block of float32. */
  public float[] floats() {
    return (float[]) values;
  }

  /** The values of a block of integers. */
  public long[] integers() {
    return (long[]) values;
  }

  /** Whether they are fractions of the box. */
  public boolean isFractions() {
    return values instanceof int[];
  }

  /** Those of a block of coordinates that come as fractions of the box. */
  public int[] fractions() {
    return (int[]) values;
  }

  /** The values of a block of real numbers as float64; the array may be longer. */
  public double[] doubles() {
    if (values instanceof double[] wide) {
      return wide;
    }
    float[] narrow = floats();
    double[] wide = new double[length()];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = narrow[i];
    }
    return wide;
  }

  /** The same rows, counted from an earlier one. */
  public ColumnBlock shifted(long by) {
    return new ColumnBlock(row + by, count, width, values);
  }
}
