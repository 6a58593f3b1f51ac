package org.jzfof.catalogue.stored;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.columns.ColumnType;
import org.jzfof.catalogue.columns.Dimension;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.columns.SwiftUnit;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.stored.StoredHeader.Attribute;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * The groups or the subhaloes of a catalogue, with one row for each, over all files. Numbers are
 * converted to Gadget's conventions, so that radii of subhaloes are physical. Columns are read on
 * request. All methods throw {@link CatalogueException} that names file and dataset.
 */
public final class StoredTable {
  private static final int LISTED = 10;

  private final List<Piece> pieces;
  private final StoredDatasets datasets;
  private final StoredNames names;
  private final DoubleSupplier scaleFactor;
  private final UnitChange change; // null if values are returned in stored units
  private final int rows;

  /** A file of the table. */
  record Piece(Path file, int rows) {}

  /**
   * @param datasets datasets of the files, of which there is at least one
   * @param scaleFactor scale factor at the time of the catalogue
   */
  private StoredTable(StoredDatasets datasets, DoubleSupplier scaleFactor, UnitChange change) {
    this.pieces = datasets.pieces();
    this.datasets = datasets;
    this.names = datasets.names();
    this.scaleFactor = scaleFactor;
    this.change = change;
    this.rows = datasets.rows();
  }

  /** Creates a table from its files with their numbers of rows. */
  static StoredTable of(
      List<Piece> pieces,
      StoredHeader header,
      boolean ofSubhaloes,
      DoubleSupplier scaleFactor,
      UnitChange change) {
    StoredNames ofLayout = StoredNames.of(header.layout(ofSubhaloes), ofSubhaloes);
    StoredNames names =
        pieces.stream()
            .filter(piece -> piece.rows > 0)
            .findFirst()
            .map(piece -> StoredCatalogue.reading(piece.file, ofLayout::in))
            .orElse(ofLayout);
    String counted = header.inFile(ofSubhaloes).name();
    return new StoredTable(new StoredDatasets(pieces, counted, names), scaleFactor, change);
  }

  /** Returns the table in other units. */
  StoredTable in(UnitChange other) {
    return new StoredTable(datasets, scaleFactor, other);
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns the files with their numbers of rows. */
  List<Piece> pieces() {
    return pieces;
  }

  /** Number of rows of each file. */
  public int[] rowsOfFiles() {
    return pieces.stream().mapToInt(Piece::rows).toArray();
  }

  /** Returns the number of the file of each row, from 0. */
  public long[] fileNumbers() {
    return IntStream.range(0, pieces.size())
        .flatMap(file -> IntStream.range(0, pieces.get(file).rows).map(row -> file))
        .asLongStream()
        .toArray();
  }

  /** Returns whether the table has a column; without rows, whether the layout has it. */
  public boolean has(CatalogueColumn column) {
    return rows == 0 ? names.has(column) : !names.find(column).isEmpty();
  }

  /** Returns whether the table has all given columns. */
  public boolean hasAll(CatalogueColumn... columns) {
    return Arrays.stream(columns).allMatch(this::has);
  }

  /** Returns all columns of the table; empty without rows. */
  public List<CatalogueColumn> columns() {
    return rows == 0 ? List.of() : names.columns();
  }

  /** Returns the mean densities of the spheres of the table; empty without rows. */
  public List<Overdensity> limits() {
    return rows == 0 ? List.of() : names.limits();
  }

  /** Returns the paths of the datasets that are no known column; empty without rows. */
  public List<String> unknown() {
    return rows == 0 ? List.of() : names.unknown();
  }

  /** Lists the first paths of datasets and the number of further ones, for a report. */
  public static String listed(List<String> paths) {
    String first =
        paths.stream().limit(LISTED).map(path -> path.substring(1)).collect(joining(", "));
    return paths.size() > LISTED ? first + " and %d more".formatted(paths.size() - LISTED) : first;
  }

  /**
   * Returns shape and type of a column, or of its first dataset, in the first file with rows; empty
   * without rows.
   */
  public Optional<Hdf5Info> info(CatalogueColumn column) {
    String path = datasets(column).get(0);
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

  /** Returns the number of values per row of a column; 0 without rows. */
  public int width(CatalogueColumn column) {
    int datasets = paths(column).size();
    return info(column).map(i -> datasets > 1 ? datasets : (int) i.columns()).orElse(0);
  }

  /**
   * Returns a column of integers, all rows one after another; unsigned integers as their bits,
   * numbers of groups from 0.
   */
  public long[] longs(CatalogueColumn column) {
    return longs(column, all());
  }

  /** Returns some rows of a column of integers, as {@link #longs(CatalogueColumn)} does. */
  public long[] longs(CatalogueColumn column, RowRange range) {
    List<String> paths = paths(column);
    long[] values = datasets.longs(paths, columns(column, paths), range);
    int first = first(column);
    if (first != 0) {
      Arrays.setAll(values, row -> values[row] - first);
    }
    return values;
  }

  private RowRange all() {
    return new RowRange(0, rows);
  }

  /** Returns the stored number that denotes 0 in a column. */
  private int first(CatalogueColumn column) {
    return column.type() == ColumnType.GROUP_INDEX ? names.layout().firstGroup() : 0;
  }

  /** Returns a column of numbers, all rows one after another, in the units of the catalogue. */
  public double[] doubles(CatalogueColumn column) {
    return doubles(column, all());
  }

  /** Returns some rows of a column of numbers, as {@link #doubles(CatalogueColumn)} does. */
  public double[] doubles(CatalogueColumn column, RowRange range) {
    List<String> paths = paths(column);
    double[] values = datasets.doubles(paths, columns(column, paths), range);
    double factor = factor(column);
    int first = first(column);
    if (factor != 1 || first != 0) {
      Arrays.setAll(values, i -> factor * (values[i] - first));
    }
    if (hasOwnTimes(column)) {
      double[] times = doubles(GroupColumns.SCALE_FACTOR, range);
      int width = values.length / Math.max(1, times.length);
      Arrays.setAll(values, i -> times[i / width] * values[i]);
    }
    return values;
  }

  /**
   * Returns whether stored lengths are comoving where Gadget's are physical, and each row has a
   * scale factor: on a light cone.
   */
  private boolean hasOwnTimes(CatalogueColumn column) {
    return column.dimension() == Dimension.PHYSICAL_LENGTH
        && names.layout() != Layout.GADGET
        && has(GroupColumns.SCALE_FACTOR);
  }

  /** Returns the factor of stored numbers: first to Gadget's conventions, then to other units. */
  private double factor(CatalogueColumn column) {
    return toGadget(column) * (change == null ? 1 : column.dimension().factor(change));
  }

  /**
   * Returns the factor to Gadget's conventions. SWIFT's layout and that of IllustrisTNG have
   * comoving lengths where Gadget's have physical lengths. In yt's layout, whose unit of comoving
   * lengths is that of physical lengths over a, all lengths are physical, and no velocity is
   * multiplied by a.
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

  /**
   * Returns the unit of a column according to the attributes of SWIFT's datasets; yt's are in cgs.
   */
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
   * Returns whether a radius in Gadget's layout is comoving: according to its unit, which jzfof
   * writes, and otherwise if the catalogue is one of IllustrisTNG, recognised by a missing dataset
   * of Gadget-4.
   */
  private boolean isComoving(CatalogueColumn column) {
    String path = paths(column).get(0);
    String ofGadget = SubhaloColumns.GROUP.path(Layout.GADGET);
    return pieces.stream()
        .flatMap(
            piece -> {
              boolean fromJzfof = StoredCatalogue.isFromJzfof(piece.file);
              Optional<Boolean> stated =
                  StoredCatalogue.reading(
                      piece.file,
                      f ->
                          f.exists(path)
                              ? Optional.of(
                                  fromJzfof
                                      ? f.text(path, "units").startsWith("comoving")
                                      : column.owner() == Owner.SUBHALO && !f.exists(ofGadget))
                              : Optional.empty());
              return stated.stream();
            })
        .findFirst()
        .orElse(false);
  }

  /** Returns the paths of the datasets that a column of the table has. */
  public List<String> datasets(CatalogueColumn column) {
    return paths(column).stream().filter(path -> !path.isEmpty()).toList();
  }

  /** Returns the datasets of a column; if it is missing, the first paths that it would have. */
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

  /**
   * Returns the number of values per row in each dataset of a column; null if it is the number of
   * types.
   */
  private static Integer columns(CatalogueColumn column, List<String> paths) {
    if (column.width() != CatalogueColumn.TYPES) {
      return column.width() / paths.size();
    }
    return paths.size() > 1 ? 1 : null;
  }
}
