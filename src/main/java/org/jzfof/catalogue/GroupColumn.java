package org.jzfof.catalogue;

import java.util.function.IntToDoubleFunction;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;

/** Writes a dataset with values of all or some groups, a block at a time. */
final class GroupColumn {
  /** Values converted and written at a time. */
  private static final int BLOCK = 1 << 18;

  private GroupColumn() {}

  /**
   * Writes a dataset.
   *
   * @param path of the dataset
   * @param groups number of groups
   * @param columns values per group
   * @param values value number i, counted group by group
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
      }
      out.write(path, row, rows, block);
    }
  }
}
