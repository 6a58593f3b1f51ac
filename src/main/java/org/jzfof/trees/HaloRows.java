package org.jzfof.trees;

import java.util.function.IntFunction;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * Rows of a table of haloes.
 *
 * @param links with the haloes
 * @param row of each halo, or {@link SnapshotLinks#NONE} where it is not in the table
 * @param count number of rows
 */
record HaloRows(HaloLinks links, int[] row, int count) {
  /** Values of a property in the order of the rows [rows·columns]. */
  double[] reals(HaloProperty property) {
    double[] values = new double[count * property.columns()];
    forEach(property.columns(), output -> property.reals().apply(output), values);
    return values;
  }

  /** As {@link #reals}, of integers. */
  long[] integers(HaloProperty property) {
    long[] values = new long[count * property.columns()];
    forEach(property.columns(), output -> property.integers().apply(output), values);
    return values;
  }

  /** Values of all haloes, in the order of the rows. */
  int[] of(int... values) {
    int[] ordered = new int[count];
    for (int halo = 0; halo < values.length; halo++) {
      if (row[halo] != SnapshotLinks.NONE) {
        ordered[row[halo]] = values[halo];
      }
    }
    return ordered;
  }

  /**
   * @param source array of the values of a catalogue
   * @param target array of the same type
   */
  private void forEach(int columns, IntFunction<Object> source, Object target) {
    for (int output = 0; output < links.outputs(); output++) {
      int first = links.first(output);
      if (links.first(output + 1) > first) {
        Object values = source.apply(output);
        for (int halo = first; halo < links.first(output + 1); halo++) {
          if (row[halo] != SnapshotLinks.NONE) {
            System.arraycopy(
                values, (halo - first) * columns, target, row[halo] * columns, columns);
          }
        }
      }
    }
  }
}
