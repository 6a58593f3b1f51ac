package org.jzfof.export;

import java.nio.file.Path;
import java.util.List;

/**
 * What an export has written.
 *
 * @param kind what a row is, in the plural
 * @param rows number of rows of the table
 * @param of number of rows of the catalogue
 * @param columns names of the columns
 * @param missing columns that the catalogue cannot fill, with what stands there instead
 * @param warnings complete sentences
 */
public record ExportReport(
    Path file,
    String kind,
    long rows,
    long of,
    List<String> columns,
    List<String> missing,
    List<String> warnings) {
  public ExportReport {
    columns = List.copyOf(columns);
    missing = List.copyOf(missing);
    warnings = List.copyOf(warnings);
  }
}
