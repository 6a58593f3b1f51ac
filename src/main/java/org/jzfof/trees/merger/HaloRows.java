package org.jzfof.trees.merger;

import java.util.function.IntFunction;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The rows of a table of haloes.
 *
 * @param row row of each halo, or {@link SnapshotLinks#NONE} if it is not in the table
 */
public record HaloRows(HaloLinks links, int[] row, int count) {
  /** Returns the values of a property in the order of the rows [rows·columns]. */
  public double[] reals(HaloProperty property) {
    double[] values = new double[count * property.columns()];
    forEach(property.columns(), output -> property.reals().apply(output), values);
    return values;
  }

  /** Returns the integers of a property in the order of the rows [rows·columns]. */
  public long[] integers(HaloProperty property) {
    long[] values = new long[count * property.columns()];
    forEach(property.columns(), output -> property.integers().apply(output), values);
    return values;
  }

  /** Returns some consecutive rows, of which the first becomes row 0. */
  public HaloRows range(int from, int length) {
    int[] inRange = new int[row.length];
    for (int halo = 0; halo < row.length; halo++) {
      int at = row[halo] - from;
      inRange[halo] = at >= 0 && at < length ? at : SnapshotLinks.NONE;
    }
    return new HaloRows(links, inRange, length);
  }

  /** Selects the rows from the values of all haloes, in the order of the rows. */
  public int[] of(int... values) {
    int[] ordered = new int[count];
    for (int halo = 0; halo < values.length; halo++) {
      if (row[halo] != SnapshotLinks.NONE) {
        ordered[row[halo]] = values[halo];
      }
    }
    return ordered;
  }

  /**
   * Copies the values of each row.
   *
   * @param source array of the values of a catalogue, by index of the catalogue
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
