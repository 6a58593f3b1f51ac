package org.jzfof.catalogue.stored;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.stored.StoredTable.Piece;
import org.jzfof.comm.ArrayParts;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;

/**
 * The datasets of the groups or the subhaloes of a catalogue, each over all files, as they are
 * stored.
 *
 * @param pieces the files, at least one
 * @param counted attribute with the number of rows of a file, for messages
 * @param names datasets of the first file with rows, or of no file
 */
record StoredDatasets(List<Piece> pieces, String counted, StoredNames names) {
  /** Number of rows of all files. */
  int rows() {
    return pieces.stream().mapToInt(Piece::rows).sum();
  }

  /**
   * Reads some rows of datasets side by side, all values of a row one after another.
   *
   * @param paths datasets; an empty path stands for zeros
   * @param columns number of values per row in each dataset; null if any number is right
   */
  double[] doubles(List<String> paths, Integer columns, RowRange range) {
    double[][] read = new double[paths.size()][];
    Arrays.setAll(read, d -> doubles(paths.get(d), columns, range));
    double[] values = read[0];
    if (read.length > 1) {
      values = new double[read.length * (int) range.count()];
      Arrays.setAll(values, i -> read[i % read.length][i / read.length]);
    }
    return values;
  }

  private double[] doubles(String path, Integer columns, RowRange range) {
    if (path.isEmpty()) {
      return new double[(int) range.count()];
    }
    List<double[]> parts = new ArrayList<>();
    forEach(
        path,
        columns,
        range,
        (data, row, count, n) -> {
          double[] values = new double[n];
          data.read(row, count, values);
          parts.add(values);
        });
    return parts.size() == 1 ? parts.get(0) : ArrayParts.join(parts.toArray(double[][]::new));
  }

  /** Reads some rows of datasets of integers, as {@link #doubles} reads numbers. */
  long[] longs(List<String> paths, Integer columns, RowRange range) {
    long[][] read = new long[paths.size()][];
    Arrays.setAll(read, d -> longs(paths.get(d), columns, range));
    long[] values = read[0];
    if (read.length > 1) {
      values = new long[read.length * (int) range.count()];
      Arrays.setAll(values, i -> read[i % read.length][i / read.length]);
    }
    return values;
  }

  private long[] longs(String path, Integer columns, RowRange range) {
    if (path.isEmpty()) {
      return new long[(int) range.count()];
    }
    List<long[]> parts = new ArrayList<>();
    forEach(
        path,
        columns,
        range,
        (data, row, count, n) -> {
          long[] values = new long[n];
          data.read(row, count, values);
          parts.add(values);
        });
    return parts.size() == 1 ? parts.get(0) : ArrayParts.join(parts.toArray(long[][]::new));
  }

  private void forEach(String path, Integer columns, RowRange range, DatasetReader reader) {
    long before = 0;
    for (Piece piece : pieces) {
      long first = Math.max(range.first() - before, 0);
      long end = Math.min(range.end() - before, piece.rows());
      before += piece.rows();
      if (end > first) {
        StoredCatalogue.reading(
            piece.file(),
            f -> {
              requireDataset(piece, f, path);
              try (Hdf5Dataset data = f.dataset(path)) {
                requireShape(piece, data, path, columns);
                long values = data.info().columns();
                requireArray(path, range.count(), values);
                int count = (int) (end - first);
                reader.read(data, first, count, (int) (count * values));
              }
              return null;
            });
      }
    }
  }

  private void requireDataset(Piece piece, Hdf5File f, String path) {
    if (!f.exists(path)) {
      List<String> unknown = names.unknown();
      String instead =
          unknown.isEmpty()
              ? ""
              : " (whose %s is of unknown meaning)".formatted(StoredTable.listed(unknown));
      throw new CatalogueException(
          "%s is missing in %s%s: name a catalogue that has it"
              .formatted(path.substring(1), piece.file(), instead));
    }
  }

  private void requireShape(Piece piece, Hdf5Dataset data, String path, Integer columns) {
    String name = path.substring(1);
    if (data.info().rows() != piece.rows()) {
      throw new CatalogueException(
          "%s of %s has %d rows, but %s is %d: the file was changed; write it again"
              .formatted(name, piece.file(), data.info().rows(), counted, piece.rows()));
    }
    if (columns != null && data.info().columns() != columns) {
      throw new CatalogueException(
          "%s of %s is %s, but %d for each row are expected: the file was changed; write it again"
              .formatted(name, piece.file(), data.info().describe(), columns));
    }
  }

  private static void requireArray(String path, long rows, long columns) {
    if (rows * columns > Integer.MAX_VALUE - 8) {
      throw new MemoryException(
          "%s of %d rows has more than 2^31 values: find fewer with a larger --min-length"
              .formatted(path.substring(1), rows));
    }
  }

  @FunctionalInterface
  private interface DatasetReader {
    /** Reads rows of a dataset, of {@code n} values. */
    void read(Hdf5Dataset data, long row, int count, int n);
  }
}
