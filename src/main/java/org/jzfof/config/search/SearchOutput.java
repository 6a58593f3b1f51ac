package org.jzfof.config.search;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jzfof.config.RunOptions;
import org.jzfof.error.UsageException;

/**
 * The output files of a search.
 *
 * @param name name of the first file, or null for PRODUCT_NNN.hdf5
 * @param files number of files, at least 1
 * @param overwrite whether files of another origin may be replaced
 */
public record SearchOutput(Path folder, String name, int files, boolean overwrite) {
  /**
   * @throws UsageException if the number of files is below 1
   */
  public SearchOutput {
    RunOptions.requireFiles(files);
  }

  /**
   * Reads the output from the value of an option.
   *
   * @param output path of a file, or of a folder if it exists as one or ends in a slash; null for
   *     the current folder
   * @throws UsageException if the name is empty, or the number of files is below 1
   */
  public static SearchOutput of(String output, int files, boolean overwrite) {
    if (output == null) {
      return new SearchOutput(Path.of(""), null, files, overwrite);
    }
    if (output.isBlank()) {
      throw new UsageException("-o is empty: name a file or a folder, or leave it out");
    }
    Path path = Path.of(output);
    if (output.endsWith("/") || Files.isDirectory(path)) {
      return new SearchOutput(path, null, files, overwrite);
    }
    String name = path.getFileName().toString();
    return new SearchOutput(path.resolveSibling(""), name, files, overwrite);
  }

  /**
   * Returns the path of the first file.
   *
   * @param product first part of the file name if the user gave no name
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  public Path file(String product, String snapshotNumber) {
    return folder.resolve(name == null ? product + "_" + snapshotNumber + ".hdf5" : name);
  }
}
