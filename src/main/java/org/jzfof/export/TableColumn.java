package org.jzfof.export;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.columns.ColumnType;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * A column of a table.
 *
 * @param type float or integer of 32 or 64 bits
 * @param components names of the numbers of a row where each has a column of its own
 * @param unit unit in the notation of VOUnits; empty for pure numbers, and if it is not known
 * @param source reads the numbers of some rows
 */
record TableColumn(
    String name,
    Hdf5Type type,
    List<String> components,
    String unit,
    String description,
    Source source) {
  /** Number of the axes of positions and velocities. */
  private static final int AXES = 3;

  /** Reads the numbers of some rows. */
  @FunctionalInterface
  interface Source {
    Numbers read(RowRange rows);
  }

  /**
   * Returns the names of the numbers of a row: the axes of a vector, and otherwise numbers from 0,
   * such as those of particle types.
   *
   * @param vector whether three numbers are the components of a vector
   */
  static List<String> components(String name, int width, boolean vector) {
    if (width == 1) {
      return List.of(name);
    }
    List<String> names = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      names.add(name + "_" + (vector && width == AXES ? "xyz".substring(c, c + 1) : c));
    }
    return List.copyOf(names);
  }

  /** Number of numbers per row. */
  int width() {
    return components.size();
  }

  /** Returns a column with one of the numbers of each row. */
  TableColumn component(int component) {
    int width = width();
    return new TableColumn(
        components.get(component),
        type,
        List.of(components.get(component)),
        unit,
        description,
        rows -> source.read(rows).component(component, width));
  }

  /**
   * Returns the type of the numbers of a quantity. Only IDs have no sign where they are stored so:
   * other numbers are signed, as -1 stands for none.
   *
   * @param stored type that holds the stored numbers
   */
  static Hdf5Type type(ColumnType of, Hdf5Type stored) {
    if (of == ColumnType.ID || stored != Hdf5Type.UINT64 && stored != Hdf5Type.UINT32) {
      return stored;
    }
    return of == ColumnType.FLAG ? Hdf5Type.INT32 : Hdf5Type.INT64;
  }
}
