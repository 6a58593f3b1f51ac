package org.jzfof.trees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.trees.files.TreeFileWriter;
import org.jzfof.trees.links.LinkOrigin;

/**
 * The descendants of the haloes of one catalogue, in a file of links of jzfof or of Gadget-4.
 *
 * @param haloes number of haloes of the catalogue
 */
public record StoredDescendants(Path file, int haloes) {
  private static final String AGAIN = "run jzfof link again";

  /**
   * Looks for the file of links of a catalogue.
   *
   * @param folders folders in which it may be, in this order
   * @param number number of the snapshot, as in names of files
   * @param subhaloes whether haloes are subhaloes instead of groups
   * @return empty if no folder has links of this kind
   * @throws CatalogueException if the file has not one row for each halo
   */
  public static Optional<StoredDescendants> find(
      List<Path> folders, String number, boolean subhaloes, int haloes) {
    Optional<StoredDescendants> found =
        folders.stream()
            .map(folder -> LinkFile.descendants(folder, number))
            .filter(Files::exists)
            .filter(file -> isOfSubhaloes(file) == subhaloes)
            .map(file -> new StoredDescendants(file, haloes))
            .findFirst();
    found.ifPresent(StoredDescendants::require);
    return found;
  }

  private static boolean isOfSubhaloes(Path file) {
    return StoredLinks.reading(
        file,
        f ->
            !f.hasAttribute(TreeFileWriter.HEADER, TreeFileWriter.LINKED_BY)
                || f.text(TreeFileWriter.HEADER, TreeFileWriter.LINKED_BY)
                    .equals(LinkOrigin.SUBHALO));
  }

  private void require() {
    StoredLinks.reading(
        file,
        f -> {
          if (!f.exists(LinkFile.DESCENDANT)) {
            throw new CatalogueException(
                "%s has no %s: %s".formatted(file, LinkFile.DESCENDANT.substring(1), AGAIN));
          }
          try (Hdf5Dataset data = f.dataset(LinkFile.DESCENDANT)) {
            if (data.info().rows() != haloes || data.info().columns() != 1) {
              throw new CatalogueException(
                  "%s of %s is %s, but the catalogue has %d: %s"
                      .formatted(
                          LinkFile.DESCENDANT.substring(1),
                          file,
                          data.info().describe(),
                          haloes,
                          AGAIN));
            }
          }
          return null;
        });
  }

  /** Returns the numbers of the descendants of some haloes in the next catalogue; -1 for none. */
  public long[] read(RowRange rows) {
    return StoredLinks.reading(
        file,
        f -> {
          try (Hdf5Dataset data = f.dataset(LinkFile.DESCENDANT)) {
            long[] numbers = new long[(int) rows.count()];
            data.read(rows.first(), numbers.length, numbers);
            return numbers;
          }
        });
  }
}
