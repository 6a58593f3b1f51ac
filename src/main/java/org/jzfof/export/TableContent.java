package org.jzfof.export;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a table before its rows.
 *
 * @param name what the rows are, in the plural
 * @param header metadata
 * @param missing columns that the catalogue cannot fill
 */
record TableContent(
    String name, List<HeaderEntry> header, List<TableColumn> columns, List<String> missing) {
  TableContent {
    header = List.copyOf(header);
    columns = List.copyOf(columns);
    missing = List.copyOf(missing);
  }

  /** Returns a number of the metadata; NaN if it is not known. */
  double number(String entry) {
    return header.stream()
        .filter(of -> of.name().equals(entry))
        .map(HeaderEntry::value)
        .filter(Double.class::isInstance)
        .mapToDouble(Double.class::cast)
        .findFirst()
        .orElse(Double.NaN);
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
