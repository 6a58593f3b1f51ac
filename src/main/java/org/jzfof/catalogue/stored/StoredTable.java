package org.jzfof.catalogue.stored;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.columns.ColumnType;
import org.jzfof.catalogue.columns.Dimension;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.columns.SwiftUnit;
import org.jzfof.catalogue.stored.StoredHeader.Attribute;
import org.jzfof.comm.ArrayParts;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * The groups or the subhaloes of a catalogue: a row for each, over all files. Numbers have Gadget's
 * meaning whatever the layout, so that radii of subhaloes are physical. Columns are read when they
 * are asked for. Everything throws {@link CatalogueException} naming file and dataset.
 */
public final class StoredTable {
  private static final int LISTED = 10;

  private final List<Piece> pieces;
  private final String counted;
  private final StoredNames names;
  private final DoubleSupplier scaleFactor;
  private final UnitChange change; // null where values are given as they are stored
  private final int rows;

  /**
   * One of the files.
   *
   * @param file where it is
   * @param rows that it holds
   */
  record Piece(Path file, int rows) {}

  /**
   * @param pieces the files, at least one
   * @param counted attribute with the rows of a file, for messages
   * @param names datasets of the first file that has rows, or of none
   * @param scaleFactor of the time that the catalogue is of
   */
  private StoredTable(
      List<Piece> pieces,
      String counted,
      StoredNames names,
      DoubleSupplier scaleFactor,
      UnitChange change) {
    this.pieces = pieces;
    this.counted = counted;
    this.names = names;
    this.scaleFactor = scaleFactor;
    this.change = change;
    this.rows = pieces.stream().mapToInt(Piece::rows).sum();
  }

  /** Looks at the files of a table, with their numbers of rows. */
  static StoredTable of(
      List<Piece> pieces,
      StoredHeader header,
      boolean ofSubhaloes,
      DoubleSupplier scaleFactor,
      UnitChange change) {
    StoredNames any = StoredNames.of(header.layout(ofSubhaloes), ofSubhaloes);
    StoredNames names =
        pieces.stream()
            .filter(piece -> piece.rows > 0)
            .findFirst()
            .map(piece -> StoredCatalogue.reading(piece.file, any::in))
            .orElse(any);
    return new StoredTable(pieces, header.here(ofSubhaloes).name(), names, scaleFactor, change);
  }

  /** The same table in other units. */
  StoredTable in(UnitChange other) {
    return new StoredTable(pieces, counted, names, scaleFactor, other);
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Its files with their numbers of rows. */
  List<Piece> pieces() {
    return pieces;
  }

  /** Whether there is a column; without rows, whether the layout has it. */
  public boolean has(CatalogueColumn column) {
    return rows == 0 ? names.has(column) : !names.find(column).isEmpty();
  }

  /** Whether there are all of some columns. */
  public boolean hasAll(CatalogueColumn... columns) {
    return Arrays.stream(columns).allMatch(this::has);
  }

  /** All columns that it has; none without rows. */
  public List<CatalogueColumn> columns() {
    return rows == 0 ? List.of() : names.columns();
  }

  /** Mean densities of the spheres that it has; none without rows. */
  public List<Overdensity> limits() {
    return rows == 0 ? List.of() : names.limits();
  }

  /** Paths of the datasets that are no column that is known; none without rows. */
  public List<String> unknown() {
    return rows == 0 ? List.of() : names.unknown();
  }

  /** The first of some paths of datasets, and how many there are more, for a report. */
  public static String listed(List<String> paths) {
    String first =
        paths.stream().limit(LISTED).map(path -> path.substring(1)).collect(joining(", "));
    return paths.size() > LISTED ? first + " and %d more".formatted(paths.size() - LISTED) : first;
  }

  /** Shape and type of a column in the first file that has rows; empty without any. */
  public Optional<Hdf5Info> info(CatalogueColumn column) {
    String path = paths(column).get(0);
    return pieces.stream()
        .filter(piece -> piece.rows > 0)
        .findFirst()
        .map(
            piece ->
                StoredCatalogue.reading(
                    piece.file,
                    f -> {
                      try (Hdf5Dataset data = f.dataset(path)) {
                        return data.info();
                      }
                    }));
  }

  /**
   * A column of integers, all rows one after another; unsigned ones as their bits, numbers of
   * groups from 0.
   */
  public long[] longs(CatalogueColumn column) {
    List<String> paths = paths(column);
    List<long[]> parts = new ArrayList<>();
    forEach(
        paths.get(0),
        columns(column, paths),
        (data, count, n) -> {
          long[] values = new long[n];
          data.read(0, count, values);
          parts.add(values);
        });
    long[] values = ArrayParts.join(parts.toArray(long[][]::new));
    int first = first(column);
    if (first != 0) {
      Arrays.setAll(values, row -> values[row] - first);
    }
    return values;
  }

  /** The number that stands for 0 in a column. */
  private int first(CatalogueColumn column) {
    return column.type() == ColumnType.GROUP_INDEX ? names.layout().firstGroup() : 0;
  }

  /** A column of numbers, all rows one after another, in the units of the catalogue. */
  public double[] doubles(CatalogueColumn column) {
    List<String> paths = paths(column);
    double[] values;
    if (paths.size() == 1) {
      values = doubles(paths.get(0), columns(column, paths));
    } else {
      double[][] each =
          paths.stream()
              .map(path -> path.isEmpty() ? new double[rows] : doubles(path, 1))
              .toArray(double[][]::new);
      values = new double[each.length * rows];
      Arrays.setAll(values, i -> each[i % each.length][i / each.length]);
    }
    double factor = factor(column);
    int first = first(column);
    if (factor != 1 || first != 0) {
      Arrays.setAll(values, i -> factor * (values[i] - first));
    }
    return values;
  }

  /** By which stored numbers are multiplied: first to Gadget's meaning, then to other units. */
  private double factor(CatalogueColumn column) {
    return toGadget(column) * (change == null ? 1 : column.dimension().factor(change));
  }

  /**
   * SWIFT's layout has comoving lengths where Gadget's have physical ones, and so has that of
   * IllustrisTNG; in yt's, whose unit of comoving lengths is that of physical ones over a, all
   * lengths are physical, and no velocity is written times a.
   */
  private double toGadget(CatalogueColumn column) {
    Layout layout = names.layout();
    if (column.dimension() == Dimension.MASS_RATE && layout != Layout.GADGET) {
      return cgs(column) / Units.SOLAR_MASS_PER_YEAR;
    }
    boolean differs =
        switch (column.dimension()) {
          case PHYSICAL_LENGTH -> layout != Layout.GADGET || isComoving(column);
          case LENGTH_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> layout == Layout.YT;
          default -> false;
        };
    return differs ? scaleFactor.getAsDouble() : 1;
  }

  /** The unit of a column as SWIFT's datasets state it; yt's are in cgs. */
  private double cgs(CatalogueColumn column) {
    if (names.layout() == Layout.YT) {
      return 1;
    }
    Attribute stated = new Attribute(paths(column).get(0), SwiftUnit.TO_CGS);
    return pieces.stream()
        .flatMapToDouble(piece -> Arrays.stream(stated.numbers(piece.file)))
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Whether a radius in Gadget's layout is comoving: as its unit says, which jzfof writes;
   * otherwise in catalogues of IllustrisTNG, which lack a dataset of Gadget-4's.
   */
  private boolean isComoving(CatalogueColumn column) {
    String path = paths(column).get(0);
    String ofGadget = SubhaloColumns.GROUP.path(Layout.GADGET);
    return pieces.stream()
        .flatMap(
            piece -> {
              boolean own = StoredCatalogue.isOwn(piece.file);
              Optional<Boolean> stated =
                  StoredCatalogue.reading(
                      piece.file,
                      f ->
                          f.exists(path)
                              ? Optional.of(
                                  own
                                      ? f.text(path, "units").startsWith("comoving")
                                      : column.owner() == Owner.SUBHALO && !f.exists(ofGadget))
                              : Optional.empty());
              return stated.stream();
            })
        .findFirst()
        .orElse(false);
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
    return ArrayParts.join(parts.toArray(double[][]::new));
  }

  /** Datasets of a column; the first of those that it would have where it is missing. */
  private List<String> paths(CatalogueColumn column) {
    List<String> found = names.find(column);
    if (!found.isEmpty()) {
      return found;
    }
    if (!names.has(column)) {
      throw new CatalogueException(
          "%s has nothing like Gadget's %s: name a catalogue that has it"
              .formatted(pieces.get(0).file, column.name()));
    }
    return column.names(names.layout()).datasets(1);
  }

  /** Values of a row in each dataset of a column; null where it is the number of types. */
  private static Integer columns(CatalogueColumn column, List<String> paths) {
    return column.width() == CatalogueColumn.TYPES ? null : column.width() / paths.size();
  }

  private void forEach(String path, Integer columns, DatasetReader reader) {
    for (Piece piece : pieces) {
      if (piece.rows > 0) {
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
      List<String> unknown = names.unknown();
      String instead =
          unknown.isEmpty() ? "" : " (whose %s is of unknown meaning)".formatted(listed(unknown));
      throw new CatalogueException(
          "%s is missing in %s%s: name a catalogue that has it"
              .formatted(name, piece.file, instead));
    }
    try (Hdf5Dataset data = f.dataset(path)) {
      if (data.info().rows() != piece.rows) {
        throw new CatalogueException(
            "%s of %s has %d rows, but %s is %d: the file was changed; write it again"
                .formatted(name, piece.file, data.info().rows(), counted, piece.rows));
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
      reader.read(data, piece.rows, (int) (piece.rows * data.info().columns()));
    }
  }

  @FunctionalInterface
  private interface DatasetReader {
    /** Reads all rows of a dataset, n values. */
    void read(Hdf5Dataset data, int count, int n);
  }
}
