package org.jzfof.config.catalogues;

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
 * @param units units of the table; those of ROCKSTAR are {@link UnitChoice#MPC}
 * @param links folder with the links to the next snapshot, for ROCKSTAR; empty for that of the
 *     catalogue and the one above
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
    String links,
    boolean overwrite,
    String commandLine) {
  /**
   * @throws UsageException if an option has no effect in the format
   */
  public ExportOptions {
    columns = List.copyOf(columns);
    if (format == TableFormat.ROCKSTAR) {
      refuse(!columns.isEmpty(), "--columns", "ROCKSTAR's columns are always the same");
      refuse(units != UnitChoice.MPC, "--units", "ROCKSTAR's units are always the same");
    } else {
      refuse(!links.isEmpty(), "--links", "only --to rockstar has descendants");
    }
  }

  private static void refuse(boolean given, String option, String reason) {
    if (given) {
      throw new UsageException("%s has no effect: %s; leave it out".formatted(option, reason));
    }
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
          "the format is not known: add --to csv, ecsv, fits, votable or rockstar, or name the file with -o");
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
