package org.jzfof.snapshot.file;

/**
 * Consecutive rows of a column, in their stored precision.
 *
 * @param row first row, counted from the first requested row
 * @param width values per row
 * @param values values of the rows, row after row [width·count]: a float[], a double[] for values
 *     that lose precision as float32, a long[] of integers, or an int[] of coordinates as unsigned
 *     fractions of the box side, x = f · L / 2^32. The array may be longer. Its contents are valid
 *     only during the call that receives the block: the reader reuses it.
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

  /** Whether the values are fractions of the box. */
  public boolean isFractions() {
    return values instanceof int[];
  }

  /** The values of a block of coordinates as fractions of the box. */
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

  /** The same block, with its row numbers increased by a constant. */
  public ColumnBlock shifted(long by) {
    return new ColumnBlock(row + by, count, width, values);
  }
}
