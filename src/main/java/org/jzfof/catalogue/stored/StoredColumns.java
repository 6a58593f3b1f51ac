package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jzfof.comm.Parts;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * Datasets with a row per group, or of another table, over all files of a catalogue, by Gadget's
 * names of them.
 */
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
          1,
          "GroupIDMostbound",
          1);

  private final Function<String, List<String>> paths;
  private final Function<String, Integer> width;
  private final String counted;
  private final List<Piece> pieces;
  private final int rows;

  /**
   * One of the files.
   *
   * @param file where it is
   * @param groups or other rows that it holds
   */
  record Piece(Path file, int groups) {}

  /** Those of the groups of a layout. */
  StoredColumns(StoredLayout layout, StoredDatasets datasets, List<Piece> pieces) {
    this(
        datasets::paths,
        name -> {
          OptionalInt known = datasets.columns(name);
          return known.isPresent() ? Integer.valueOf(known.getAsInt()) : COLUMNS.get(name);
        },
        layout.groups().name(),
        pieces);
  }

  /** Those that Gadget-4 has, with numbers of a file in an attribute. */
  StoredColumns(Function<String, List<String>> paths, String counted, List<Piece> pieces) {
    this(paths, COLUMNS::get, counted, pieces);
  }

  /**
   * @param paths of the datasets that are, side by side, the one of a name; none where there is
   *     none like it
   * @param counted attribute with the rows of a file
   */
  StoredColumns(
      Function<String, List<String>> paths,
      Function<String, Integer> width,
      String counted,
      List<Piece> pieces) {
    this.paths = paths;
    this.width = width;
    this.counted = counted;
    this.pieces = pieces;
    this.rows = pieces.stream().mapToInt(Piece::groups).sum();
  }

  /** Rows of all files. */
  int rows() {
    return rows;
  }

  /** Whether there is a dataset; without groups, whether the layout has it. */
  boolean has(String dataset) {
    List<String> named = paths.apply(dataset);
    return !named.isEmpty()
        && pieces.stream()
            .filter(p -> p.groups > 0)
            .findFirst()
            .map(
                p ->
                    StoredCatalogue.reading(
                        p.file,
                        f -> named.stream().allMatch(path -> path.isEmpty() || f.exists(path))))
            .orElse(true);
  }

  /** Integers, all groups one after another. */
  long[] longs(String dataset) {
    List<long[]> parts = new ArrayList<>();
    forEach(
        paths(dataset).get(0),
        width.apply(dataset),
        (data, count, n) -> {
          long[] values = new long[n];
          data.read(0, count, values);
          parts.add(values);
        });
    return Parts.join(parts.toArray(long[][]::new));
  }

  /** Floats as they are stored, all groups one after another. */
  double[] doubles(String dataset) {
    List<String> named = paths(dataset);
    if (named.size() == 1) {
      return doubles(named.get(0), width.apply(dataset));
    }
    double[][] columns =
        named.stream()
            .map(path -> path.isEmpty() ? new double[rows] : doubles(path, 1))
            .toArray(double[][]::new);
    double[] all = new double[columns.length * rows];
    Arrays.setAll(all, i -> columns[i % columns.length][i / columns.length]);
    return all;
  }

  private double[] doubles(String path, Integer columns) {
    List<double[]> parts = new ArrayList<>();
    forEach(
        path,
        columns,
        (data, count, n) -> {
          double[] values = new double[n];
          data.read(0, count, values);
          parts.add(values);
        });
    return Parts.join(parts.toArray(double[][]::new));
  }

  private List<String> paths(String dataset) {
    List<String> named = paths.apply(dataset);
    if (named.isEmpty()) {
      throw new CatalogueException(
          "%s has nothing like Gadget's %s: name a catalogue that has it"
              .formatted(pieces.get(0).file, dataset));
    }
    return named;
  }

  /** Shape and type of a dataset in the first file that has rows; empty without any. */
  Optional<Hdf5Info> info(String dataset) {
    String path = paths(dataset).get(0);
    return pieces.stream()
        .filter(p -> p.groups > 0)
        .findFirst()
        .map(
            p ->
                StoredCatalogue.reading(
                    p.file,
                    f -> {
                      try (Hdf5Dataset data = f.dataset(path)) {
                        return data.info();
                      }
                    }));
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
                .formatted(name, piece.file, data.info().rows(), counted, piece.groups));
      }
      if (columns != null && data.info().columns() != columns) {
        throw new CatalogueException(
            "%s of %s is %s, but %d for each row are expected: the file was changed; write it again"
                .formatted(name, piece.file, data.info().describe(), columns));
      }
      if (rows * data.info().columns() > Integer.MAX_VALUE - 8) {
        throw new MemoryException(
            "%s of %d rows has more than 2^31 values: find fewer with a larger --min-length"
                .formatted(name, rows));
      }
      reader.read(data, piece.groups, (int) (piece.groups * data.info().columns()));
    }
  }

  @FunctionalInterface
  private interface DatasetReader {
    /** Reads all rows of a dataset, n values. */
    void read(Hdf5Dataset data, int count, int n);
  }
}
