package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jzfof.comm.Parts;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;

/** Datasets with a row per group, over all files of a catalogue, by Gadget's names of them. */
final class StoredColumns {
  /** Values per group, of datasets that have as many in every catalogue. */
  private static final Map<String, Integer> COLUMNS =
      Map.of(
          "GroupLen",
          1,
          "GroupMass",
          1,
          "GroupPos",
          3,
          "GroupCM",
          3,
          "GroupVel",
          3,
          "GroupVelDisp",
          1,
          "GroupInertiaRadius",
          1);

  private final StoredLayout layout;
  private final StoredDatasets datasets;
  private final List<Piece> pieces;
  private final int groups;

  /**
   * One of the files.
   *
   * @param file where it is
   * @param groups that it holds
   */
  record Piece(Path file, int groups) {}

  /**
   * @param groups in all pieces
   */
  StoredColumns(StoredLayout layout, StoredDatasets datasets, List<Piece> pieces, int groups) {
    this.layout = layout;
    this.datasets = datasets;
    this.pieces = pieces;
    this.groups = groups;
  }

  /** Whether there is a dataset; without groups, whether the layout has it. */
  boolean has(String dataset) {
    List<String> paths = datasets.paths(dataset);
    return !paths.isEmpty()
        && pieces.stream()
            .filter(p -> p.groups > 0)
            .findFirst()
            .map(p -> StoredCatalogue.reading(p.file, f -> paths.stream().allMatch(f::exists)))
            .orElse(true);
  }

  /** Integers, all groups one after another. */
  long[] longs(String dataset) {
    List<long[]> parts = new ArrayList<>();
    forEach(
        paths(dataset).get(0),
        columns(dataset),
        (data, rows, n) -> {
          long[] values = new long[n];
          data.read(0, rows, values);
          parts.add(values);
        });
    return Parts.join(parts.toArray(long[][]::new));
  }

  /** Floats as they are stored, all groups one after another. */
  double[] doubles(String dataset) {
    List<String> paths = paths(dataset);
    if (paths.size() == 1) {
      return doubles(paths.get(0), columns(dataset));
    }
    double[][] columns = paths.stream().map(path -> doubles(path, 1)).toArray(double[][]::new);
    double[] all = new double[columns.length * groups];
    Arrays.setAll(all, i -> columns[i % columns.length][i / columns.length]);
    return all;
  }

  private double[] doubles(String path, Integer columns) {
    List<double[]> parts = new ArrayList<>();
    forEach(
        path,
        columns,
        (data, rows, n) -> {
          double[] values = new double[n];
          data.read(0, rows, values);
          parts.add(values);
        });
    return Parts.join(parts.toArray(double[][]::new));
  }

  private Integer columns(String dataset) {
    return datasets.spheres().contains(dataset) ? Integer.valueOf(1) : COLUMNS.get(dataset);
  }

  private List<String> paths(String dataset) {
    List<String> paths = datasets.paths(dataset);
    if (paths.isEmpty()) {
      throw new CatalogueException(
          "%s has nothing like Gadget's %s: name a catalogue that has it"
              .formatted(pieces.get(0).file, dataset));
    }
    return paths;
  }

  private void forEach(String path, Integer columns, DatasetReader reader) {
    for (Piece piece : pieces) {
      if (piece.groups > 0) {
        StoredCatalogue.reading(
            piece.file,
            f -> {
              read(piece, f, path, columns, reader);
              return null;
            });
      }
    }
  }

  private void read(Piece piece, Hdf5File f, String path, Integer columns, DatasetReader reader) {
    String name = path.substring(1);
    if (!f.exists(path)) {
      throw new CatalogueException(
          "%s is missing in %s: name a catalogue that has it".formatted(name, piece.file));
    }
    try (Hdf5Dataset data = f.dataset(path)) {
      if (data.info().rows() != piece.groups) {
        throw new CatalogueException(
            "%s of %s has %d rows, but %s is %d: the file was changed; write it again"
                .formatted(
                    name, piece.file, data.info().rows(), layout.groups().name(), piece.groups));
      }
      if (columns != null && data.info().columns() != columns) {
        throw new CatalogueException(
            "%s of %s is %s, but %d for each group are expected: the file was changed; write it again"
                .formatted(name, piece.file, data.info().describe(), columns));
      }
      if (groups * data.info().columns() > Integer.MAX_VALUE - 8) {
        throw new MemoryException(
            "%s of %d groups has more than 2^31 values: find fewer with a larger --min-length"
                .formatted(name, groups));
      }
      reader.read(data, piece.groups, (int) (piece.groups * data.info().columns()));
    }
  }

  @FunctionalInterface
  private interface DatasetReader {
    /** Reads all rows of a dataset, n values. */
    void read(Hdf5Dataset data, int rows, int n);
  }
}
