package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.stored.StoredColumns.Piece;
import org.jzfof.catalogue.stored.StoredLayout.Attribute;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * The subhaloes or the groups of a catalogue in Gadget's layout, as they are stored: a row for
 * each, over all files. Datasets are read when they are asked for. Everything throws {@link
 * CatalogueException} naming file and dataset.
 */
public final class StoredTable {
  private static final Attribute SUBHALOES = new Attribute("/Header", "Nsubhalos_ThisFile");
  private static final Attribute ALL_SUBHALOES = new Attribute("/Header", "Nsubhalos_Total");

  /** What an own catalogue has only where subhaloes were looked for. */
  private static final String LENGTH = "/Subhalo/SubhaloLen";

  private final StoredColumns columns;

  private StoredTable(StoredColumns columns) {
    this.columns = columns;
  }

  /** Whether a catalogue has subhaloes, or could have: it states their number, which may be 0. */
  public static boolean hasSubhaloes(StoredCatalogue catalogue) {
    Path first = catalogue.files().get(0);
    return catalogue.layout() == StoredLayout.GADGET
        && StoredCatalogue.number(first, ALL_SUBHALOES, -1) >= 0
        && (!catalogue.isOwn() || StoredCatalogue.reading(first, f -> f.exists(LENGTH)));
  }

  /** The subhaloes of a catalogue that {@link #hasSubhaloes has} them. */
  public static StoredTable subhaloes(StoredCatalogue catalogue) {
    List<Piece> pieces = new ArrayList<>();
    long sum = 0;
    for (Piece piece : catalogue.pieces()) {
      long here = StoredCatalogue.number(piece.file(), SUBHALOES, 0);
      sum += here;
      if (here < 0 || sum > Integer.MAX_VALUE) {
        throw new MemoryException(
            "%s of %s is %d: at most 2^31 subhaloes of a catalogue can be read"
                .formatted(SUBHALOES.name(), piece.file(), here));
      }
      pieces.add(new Piece(piece.file(), (int) here));
    }
    long total = StoredCatalogue.number(catalogue.files().get(0), ALL_SUBHALOES, sum);
    if (total != sum) {
      throw new CatalogueException(
          "%s of %s is %d, but its %d file(s) have %d subhaloes: they are not of one catalogue; write it again"
              .formatted(
                  ALL_SUBHALOES.name(), catalogue.files().get(0), total, pieces.size(), sum));
    }
    return new StoredTable(
        new StoredColumns(name -> List.of("/Subhalo/" + name), SUBHALOES.name(), pieces));
  }

  /** The groups of a catalogue, which must be in Gadget's layout. */
  public static StoredTable groups(StoredCatalogue catalogue) {
    if (catalogue.layout() != StoredLayout.GADGET) {
      throw new CatalogueException(
          "%s is in the layout of %s: name a catalogue in Gadget's, such as jzfof run writes with --format gadget"
              .formatted(catalogue.files().get(0), catalogue.layoutName()));
    }
    StoredLayout layout = catalogue.layout();
    return new StoredTable(
        new StoredColumns(layout::datasets, layout.groups().name(), catalogue.pieces()));
  }

  /** Number of rows. */
  public int rows() {
    return columns.rows();
  }

  /** Whether there is a dataset; true of any name without rows. */
  public boolean has(String dataset) {
    return columns.has(dataset);
  }

  /** Whether all of some datasets are there. */
  public boolean hasAll(String... datasets) {
    return Arrays.stream(datasets).allMatch(this::has);
  }

  /** Shape and type of a dataset in the first file that has rows; empty without any. */
  public Optional<Hdf5Info> info(String dataset) {
    return columns.info(dataset);
  }

  /** A dataset of integers, all rows one after another; unsigned ones as their bits. */
  public long[] longs(String dataset) {
    return columns.longs(dataset);
  }

  /** A dataset of floats as stored, all rows one after another. */
  public double[] doubles(String dataset) {
    return columns.doubles(dataset);
  }
}
