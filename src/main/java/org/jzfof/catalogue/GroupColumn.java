package org.jzfof.catalogue;

import java.util.function.IntToDoubleFunction;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;

/** Writes a dataset with values of all or some groups, a block at a time. */
final class GroupColumn {
  /** Values converted and written at a time. */
  private static final int BLOCK = 1 << 18;

  private GroupColumn() {}

  /**
   * FLOAT32, or FLOAT64 where that would make infinity or 0 of a value, or lose some of its digits.
   *
   * @param count number of values
   */
  static Hdf5Type real(int count, IntToDoubleFunction values) {
    for (int i = 0; i < count; i++) {
      double size = Math.abs(values.applyAsDouble(i));
      if (size > Float.MAX_VALUE && size < Double.POSITIVE_INFINITY
          || size > 0 && size < Float.MIN_NORMAL) {
        return Hdf5Type.FLOAT64;
      }
    }
    return Hdf5Type.FLOAT32;
  }

  /**
   * Writes a dataset.
   *
   * @param path of the dataset
   * @param groups number of groups
   * @param columns values per group
   * @param values value number i, counted group by group
   * @throws SnapshotException where a value is infinite
   */
  static void write(
      Hdf5Writer out,
      String path,
      Hdf5Type type,
      int groups,
      int columns,
      IntToDoubleFunction values) {
    if (columns == 1) {
      out.dataset(path, type, groups);
    } else {
      out.dataset(path, type, groups, columns);
    }
    int step = Math.max(1, BLOCK / columns);
    double[] block = new double[Math.min(step, groups) * columns];
    for (int row = 0; row < groups; row += step) {
      int rows = Math.min(step, groups - row);
      for (int i = 0; i < rows * columns; i++) {
        block[i] = values.applyAsDouble(row * columns + i);
        if (Double.isInfinite(block[i])) {
          throw new SnapshotException(
              "%s of group %d is %s: the numbers of the snapshot add up to more than float64 holds; write it in larger units"
                  .formatted(path.substring(1), row + i / columns, block[i]));
        }
      }
      out.write(path, row, rows, block);
    }
  }
}
