package org.jzfof.export;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a table before its rows.
 *
 * @param name what the rows are, in the plural
 * @param header metadata
 */
record TableContent(String name, List<HeaderEntry> header, List<TableColumn> columns) {
  TableContent {
    header = List.copyOf(header);
    columns = List.copyOf(columns);
  }

  /** Returns the columns of formats with one number in each. */
  List<TableColumn> components() {
    List<TableColumn> components = new ArrayList<>();
    for (TableColumn column : columns) {
      for (int c = 0; c < column.width(); c++) {
        components.add(column.width() == 1 ? column : column.component(c));
      }
    }
    return components;
  }
}
