package org.jzfof.config;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jzfof.error.UsageException;

/**
 * Where neighbours are written.
 *
 * @param folder that gets the file
 * @param name of the file, or null for PRODUCT_NNN.hdf5
 * @param overwrite whether files of others may be replaced
 */
public record KnnOutput(Path folder, String name, boolean overwrite) {
  /**
   * What a user has named.
   *
   * @param place a file, or a folder: what exists as one or ends in a slash; null for the current
   * @throws UsageException if it is empty
   */
  public static KnnOutput of(String place, boolean overwrite) {
    if (place == null) {
      return new KnnOutput(Path.of(""), null, overwrite);
    }
    if (place.isBlank()) {
      throw new UsageException("-o is empty: name a file or a folder, or leave it out");
    }
    Path path = Path.of(place);
    if (place.endsWith("/") || Files.isDirectory(path)) {
      return new KnnOutput(path, null, overwrite);
    }
    return new KnnOutput(path.resolveSibling(""), path.getFileName().toString(), overwrite);
  }

  /**
   * The file.
   *
   * @param product first part of its name where none is given
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  public Path file(String product, String snapshotNumber) {
    return folder.resolve(name == null ? product + "_" + snapshotNumber + ".hdf5" : name);
  }
}
