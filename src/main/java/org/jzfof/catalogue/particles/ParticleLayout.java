package org.jzfof.catalogue.particles;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Creates the datasets of columns in a file, without their values.
 *
 * @param part temporary path of the file
 * @param file path of the complete file
 * @param extents receives the extents of the datasets
 */
record ParticleLayout(
    Hdf5Writer out, Path part, Path file, List<WrittenColumn> columns, List<ColumnExtent> extents) {

  /** Creates a dataset of numbers. */
  void numbers(String path, Hdf5Type type, RowRange rows) {
    out.reserve(path, type, rows.count())
        .ifPresent(at -> extents.add(new ColumnExtent(column(path), part, file, at, rows)));
  }

  /** Creates a dataset like that of the snapshot. */
  void like(Hdf5File in, String path, RowRange rows) {
    ColumnExtent.of(
            Hdf5Copy.emptyDataset(in, out, path, rows.count()), column(path), part, file, rows)
        .ifPresent(extents::add);
  }

  private int column(String path) {
    return IntStream.range(0, columns.size())
        .filter(i -> columns.get(i).path().equals(path))
        .findFirst()
        .orElseThrow();
  }
}
