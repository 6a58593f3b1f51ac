package org.jzfof.config.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.UnitChoice;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof export}.
 *
 * @param catalogue any file of the catalogue, or its folder
 * @param output file, or a folder for it if it exists as one or ends in a slash; empty for the
 *     current folder
 * @param columns names of the columns in their order; empty for all
 * @param where condition on the rows; empty for all rows
 * @param overwrite whether an existing file is replaced
 * @param commandLine command line as the user typed it; the table records it
 */
public record ExportOptions(
    Path catalogue,
    TableFormat format,
    String output,
    LinkBy by,
    List<String> columns,
    String where,
    UnitChoice units,
    boolean overwrite,
    String commandLine) {
  public ExportOptions {
    columns = List.copyOf(columns);
  }

  /**
   * Returns the format that the user has chosen.
   *
   * @param to name of a format; null for that of the file
   * @param output name of a file or folder; null if the user has given none
   * @throws UsageException if neither says which
   */
  public static TableFormat format(String to, String output) {
    if (to != null) {
      return TableFormat.named(to);
    }
    if (output == null || isFolder(output)) {
      throw new UsageException(
          "the format is not known: add --to csv, ecsv, fits or votable, or name the file with -o");
    }
    return TableFormat.of(Path.of(output));
  }

  private static boolean isFolder(String output) {
    return output.isEmpty() || output.endsWith("/") || Files.isDirectory(Path.of(output));
  }

  /**
   * Returns the file to write.
   *
   * @param name name of the file if the user has given none
   */
  public Path file(String name) {
    return isFolder(output) ? Path.of(output).resolve(name) : Path.of(output);
  }
}
