package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jzfof.catalogue.stored.StoredColumns.Piece;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * The subhaloes of a catalogue, or the groups of one in Gadget's layout, with Gadget's names of
 * datasets: a row for each, over all files. Datasets are read when they are asked for. Everything
 * throws {@link CatalogueException} naming file and dataset.
 */
public final class StoredTable {
  private final StoredColumns columns;
  private final ToDoubleFunction<String> factor;
  private final int firstGroup;

  private StoredTable(StoredColumns columns, ToDoubleFunction<String> factor, int firstGroup) {
    this.columns = columns;
    this.factor = factor;
    this.firstGroup = firstGroup;
  }

  /** Whether a catalogue has subhaloes, or could have: it states their number, which may be 0. */
  public static boolean hasSubhaloes(StoredCatalogue catalogue) {
    SubhaloLayout layout = SubhaloLayout.of(catalogue.layout());
    String length = layout.paths(SubhaloLayout.LENGTH).get(0);
    return layout
        .file(catalogue.files().get(0))
        .filter(file -> StoredCatalogue.number(file, layout.total(), -1) >= 0)
        .filter(file -> !catalogue.isOwn() || StoredCatalogue.reading(file, f -> f.exists(length)))
        .isPresent();
  }

  /** The subhaloes of a catalogue that {@link #hasSubhaloes has} them. */
  public static StoredTable subhaloes(StoredCatalogue catalogue) {
    SubhaloLayout layout = SubhaloLayout.of(catalogue.layout());
    List<Path> files =
        catalogue.files().stream().map(file -> layout.file(file).orElse(file)).toList();
    List<Piece> pieces = new ArrayList<>();
    long sum = 0;
    for (Path file : files) {
      long here = StoredCatalogue.number(file, layout.here(), 0);
      sum += here;
      if (here < 0 || sum > Integer.MAX_VALUE) {
        throw new MemoryException(
            "%s of %s is %d: at most 2^31 subhaloes of a catalogue can be read"
                .formatted(layout.here().name(), file, here));
      }
      pieces.add(new Piece(file, (int) here));
    }
    long total = StoredCatalogue.number(files.get(0), layout.total(), sum);
    if (total != sum) {
      throw new CatalogueException(
          "%s of %s is %d, but its %d file(s) have %d subhaloes: they are not of one catalogue; write it again"
              .formatted(layout.total().name(), files.get(0), total, pieces.size(), sum));
    }
    return new StoredTable(
        new StoredColumns(layout::paths, layout.here().name(), pieces),
        catalogue::factor,
        layout.firstGroup());
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
        new StoredColumns(layout::datasets, layout.groups().name(), catalogue.pieces()),
        catalogue::factor,
        0);
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

  /**
   * A dataset of integers, all rows one after another; unsigned ones as their bits, numbers of
   * groups from 0.
   */
  public long[] longs(String dataset) {
    long[] values = columns.longs(dataset);
    if (firstGroup != 0 && dataset.equals(SubhaloLayout.GROUP)) {
      Arrays.setAll(values, s -> values[s] - firstGroup);
    }
    return values;
  }

  /** A dataset of floats, all rows one after another, in the units of the catalogue. */
  public double[] doubles(String dataset) {
    return StoredScale.scaled(columns.doubles(dataset), factor.applyAsDouble(dataset));
  }
}
