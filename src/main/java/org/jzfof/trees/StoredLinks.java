package org.jzfof.trees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.Provenance;
import org.jzfof.trees.files.TreeFileWriter;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.SnapshotLinks;

/** Reads links from files of jzfof or of Gadget-4. */
public final class StoredLinks {
  private static final String AGAIN = "run jzfof link again";

  private final Path folder;
  private final boolean subhaloes;

  /**
   * @param subhaloes whether the links must be those of subhaloes instead of groups
   */
  public StoredLinks(Path folder, boolean subhaloes) {
    this.folder = folder;
    this.subhaloes = subhaloes;
  }

  /**
   * One of two linked catalogues.
   *
   * @param number number of its snapshot
   * @param text the number as in names of files
   */
  public record Side(int number, String text, int haloes) {}

  /**
   * Reads the links between two catalogues.
   *
   * @param content fingerprint of both catalogues
   * @return empty if there are no files of links between exactly these catalogues
   * @throws CatalogueException if the links do not belong to the catalogues
   */
  public Optional<SnapshotLinks> read(Side earlier, Side later, String content) {
    Path down = LinkFile.descendants(folder, earlier.text);
    Path up = LinkFile.progenitors(folder, later.text);
    if (!Files.exists(down)
        || !Files.exists(up)
        || linked(down, earlier.number + 1) != later.number
        || linked(up, later.number - 1) != earlier.number) {
      return Optional.empty();
    }
    return Optional.of(
        new SnapshotLinks(
            numbers(down, LinkFile.DESCENDANT, earlier, later, content),
            numbers(up, LinkFile.PROGENITOR, later, earlier, content)));
  }

  /**
   * Returns the number of the snapshot on the other side; files of Gadget-4 do not state it,
   * because it is always the adjacent snapshot.
   */
  private static long linked(Path file, int neighbour) {
    return reading(
        file,
        f ->
            f.hasAttribute(TreeFileWriter.HEADER, LinkFile.OTHER)
                ? f.longs(TreeFileWriter.HEADER, LinkFile.OTHER)[0]
                : neighbour);
  }

  private int[] numbers(Path file, String dataset, Side of, Side to, String content) {
    return reading(
        file,
        f -> {
          requireSame(f, file, content);
          if (!f.exists(dataset)) {
            throw new CatalogueException(
                "%s has no %s: %s".formatted(file, dataset.substring(1), AGAIN));
          }
          try (Hdf5Dataset data = f.dataset(dataset)) {
            if (data.info().rows() != of.haloes || data.info().columns() != 1) {
              throw new CatalogueException(
                  "%s of %s is %s, but the catalogue has %d: %s"
                      .formatted(
                          dataset.substring(1), file, data.info().describe(), of.haloes, AGAIN));
            }
            return checked(data, file, to.haloes);
          }
        });
  }

  private void requireSame(Hdf5File f, Path file, String content) {
    String by =
        f.hasAttribute(TreeFileWriter.HEADER, TreeFileWriter.LINKED_BY)
            ? f.text(TreeFileWriter.HEADER, TreeFileWriter.LINKED_BY)
            : LinkOrigin.SUBHALO;
    if (by.equals(LinkOrigin.SUBHALO) != subhaloes) {
      throw new CatalogueException(
          "%s links by %s: add --by %s, or link again".formatted(file, by, by));
    }
    Optional<String> print = Provenance.contentOf(f);
    if (print.isPresent() && !print.get().equals(content)) {
      throw new CatalogueException(
          "%s was made of other catalogues than those named: %s".formatted(file, AGAIN));
    }
  }

  private static int[] checked(Hdf5Dataset data, Path file, int targets) {
    int rows = (int) data.info().rows();
    long[] values = new long[rows];
    data.read(0, rows, values);
    int[] numbers = new int[rows];
    for (int i = 0; i < rows; i++) {
      if (values[i] < SnapshotLinks.NONE || values[i] >= targets) {
        throw new CatalogueException(
            "row %d of %s links to %d, but the other catalogue has %d: %s"
                .formatted(i, file, values[i], targets, AGAIN));
      }
      numbers[i] = (int) values[i];
    }
    return numbers;
  }

  /** Reads from an open file. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Hdf5File file);
  }

  static <T> T reading(Path file, Reader<T> reader) {
    try (Hdf5File f = Hdf5File.open(file)) {
      return reader.read(f);
    } catch (Hdf5Exception e) {
      throw new CatalogueException(
          "cannot read %s: %s%s".formatted(file, e.getMessage(), e.remedy(AGAIN)), e);
    }
  }
}
