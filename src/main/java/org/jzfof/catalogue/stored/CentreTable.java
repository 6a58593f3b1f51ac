package org.jzfof.catalogue.stored;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jzfof.domain.Box;
import org.jzfof.error.CatalogueException;

/**
 * A table of positions in a box.
 *
 * @param position x, y and z of each position [3n], in the length unit of the snapshot
 * @param id ID of each position [n], unsigned; null if the table has none
 */
public record CentreTable(Path file, double[] position, long[] id) {
  private static final String HDF5_DATASET = ":";

  /**
   * Reads the table that a user has named: a text (see {@link CentreText}), or FILE:DATASET for a
   * dataset [n, 3] of an HDF5 file.
   *
   * @return empty if the name is not that of a table
   * @throws CatalogueException if the table cannot be read, is empty, or has a position outside of
   *     the box
   */
  public static Optional<CentreTable> named(Path named, Box box) {
    if (Files.isRegularFile(named)) {
      return CentreDataset.isHdf5(named)
          ? Optional.empty()
          : Optional.of(CentreText.read(named, box));
    }
    String name = named.toString();
    int end = name.lastIndexOf(HDF5_DATASET);
    if (Files.exists(named) || end <= 0 || !Files.isRegularFile(Path.of(name.substring(0, end)))) {
      return Optional.empty();
    }
    return Optional.of(
        CentreDataset.read(Path.of(name.substring(0, end)), name.substring(end + 1), box));
  }

  /** Number of positions. */
  public int count() {
    return position.length / 3;
  }

  /**
   * Checks that all positions are in the box.
   *
   * @param location description of a row, such as "line 3 of centres.txt"
   */
  CentreTable inside(Box box, IntFunction<String> location) {
    if (count() == 0) {
      throw new CatalogueException(file + " has no centres: give x, y and z of at least one");
    }
    for (int i = 0; i < position.length; i++) {
      double lower = box.lower()[i % 3];
      double upper = lower + box.size()[i % 3];
      if (!(position[i] >= lower && position[i] <= upper)) {
        throw new CatalogueException(
            "%s has %s = %s, and the box of the snapshot is from %s to %s: give centres in it, in its unit of length"
                .formatted(location.apply(i / 3), "xyz".charAt(i % 3), position[i], lower, upper));
      }
    }
    return this;
  }
}
