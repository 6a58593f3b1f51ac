package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Info;

/** An open dataset of one particle type in one file; shape, type and filters are as expected. */
final class Column implements AutoCloseable {
  private final String what;
  private final Hdf5Dataset data;

  private Column(String what, Hdf5Dataset data) {
    this.what = what;
    this.data = data;
  }

  static String name(int type, String name) {
    return "/PartType" + type + "/" + name;
  }

  /**
   * Opens a dataset.
   *
   * @param rows expected rows
   * @param columns 3 for vectors, 1 for numbers
   * @throws SnapshotException if it is missing, of another shape, not numeric, or compressed with a
   *     filter that is not available
   */
  static Column open(Path path, Hdf5File file, int type, String name, long rows, int columns) {
    String what = "PartType%d/%s in %s".formatted(type, name, path);
    return PieceFile.reading(
        what,
        () -> {
          if (!file.exists(name(type, name))) {
            throw new SnapshotException(
                "%s is missing: write the snapshot with this dataset".formatted(what));
          }
          Hdf5Dataset data = file.dataset(name(type, name));
          try {
            verify(what, data.info(), type, rows, columns);
          } catch (SnapshotException e) {
            data.close();
            throw e;
          }
          return new Column(what, data);
        });
  }

  private static void verify(String what, Hdf5Info info, int type, long rows, int columns) {
    long[] expected = columns == 1 ? new long[] {rows} : new long[] {rows, columns};
    boolean column = columns == 1 && info.dims().length == 2 && info.columns() == 1;
    if (!column && info.dims().length != expected.length
        || info.columns() != columns
        || info.kind() != Hdf5Info.Kind.INTEGER && info.kind() != Hdf5Info.Kind.FLOAT) {
      throw new SnapshotException(
          "%s is %s, but numbers of shape %s are expected: write the snapshot in a supported layout"
              .formatted(what, info.describe(), Arrays.toString(expected)));
    }
    if (info.rows() != rows) {
      throw new SnapshotException(
          "%s has %d rows, but NumPart_ThisFile[%d] is %d: the file is incomplete or was changed; write or copy it again"
              .formatted(what, info.rows(), type, rows));
    }
    requireFilters(what, info);
  }

  /**
   * Opens positions that belong to no particle type.
   *
   * @param dataset path of the dataset in the file
   * @throws SnapshotException if they are not floats of shape [any, 3], or compressed with a filter
   *     that is not available
   */
  static Column ofPositions(Path path, Hdf5File file, String dataset) {
    String what = "%s in %s".formatted(dataset, path);
    return PieceFile.reading(
        what,
        () -> {
          Hdf5Dataset data = file.dataset(dataset);
          Hdf5Info info = data.info();
          try {
            if (info.kind() != Hdf5Info.Kind.FLOAT
                || info.dims().length != 2
                || info.columns() != 3) {
              throw new SnapshotException(
                  "%s is %s, but positions of shape [any, 3], float32 or float64, are expected"
                      .formatted(what, info.describe()));
            }
            requireFilters(what, info);
          } catch (SnapshotException e) {
            data.close();
            throw e;
          }
          return new Column(what, data);
        });
  }

  private static void requireFilters(String what, Hdf5Info info) {
    for (Hdf5Info.Filter f : info.filters()) {
      if (!f.available()) {
        throw new SnapshotException(
            "%s is compressed with filter %d (%s), which is not available: install its HDF5 plugin and set HDF5_PLUGIN_PATH to its folder"
                .formatted(what, f.id(), f.name().isEmpty() ? "no name" : f.name()));
      }
    }
  }

  Hdf5Info info() {
    return data.info();
  }

  /** Reads with one of the dataset's read methods. */
  void read(Consumer<Hdf5Dataset> read) {
    PieceFile.reading(
        what,
        () -> {
          read.accept(data);
          return null;
        });
  }

  @Override
  public void close() {
    data.close();
  }
}
