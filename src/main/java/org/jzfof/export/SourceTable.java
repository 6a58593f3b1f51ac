package org.jzfof.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.error.Spelling;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The groups or the subhaloes of a catalogue as a table, whose columns have names. A column has the
 * name of Gadget-4 in every layout; its names in the file, M200c and R200c for spheres, and the
 * names of its components denote it as well, whatever the case of their letters.
 */
final class SourceTable {
  private final StoredCatalogue catalogue;
  private final StoredTable stored;
  private final boolean subhaloes;
  private final List<TableColumn> columns = new ArrayList<>();
  private final Map<String, Supplier<TableColumn>> named = new LinkedHashMap<>();

  /**
   * @param subhaloes whether rows are the subhaloes, which the catalogue must have, instead of the
   *     groups
   */
  SourceTable(StoredCatalogue catalogue, boolean subhaloes) {
    this.catalogue = catalogue;
    this.stored = subhaloes ? catalogue.subhaloTable() : catalogue.groupTable();
    this.subhaloes = subhaloes;
    TableUnits units = new TableUnits(catalogue.units(), TableHeader.isComoving(catalogue));
    add(number(subhaloes));
    for (CatalogueColumn column : stored.columns()) {
      if (!column.equals(GroupColumns.INDEX) && !column.equals(SubhaloColumns.INDEX)) {
        TableColumn of = column(column, units);
        add(of);
        aliases(column).forEach(alias -> name(alias, () -> of));
      }
    }
  }

  /** Returns the column with the number of each row, from 0, which identifies it. */
  private static TableColumn number(boolean subhaloes) {
    String name = subhaloes ? "SubhaloNr" : "GroupNr";
    return new TableColumn(
        name,
        Hdf5Type.INT64,
        List.of(name),
        "",
        "number of the %s in the catalogue, from 0".formatted(subhaloes ? "subhalo" : "group"),
        rows -> {
          long[] numbers = new long[(int) rows.count()];
          Arrays.setAll(numbers, row -> rows.first() + row);
          return new Numbers(null, numbers);
        });
  }

  private TableColumn column(CatalogueColumn column, TableUnits units) {
    Hdf5Info info = stored.info(column).orElseThrow();
    Hdf5Type type = TableColumn.type(column.type(), Hdf5Type.holding(info));
    boolean reals = type.isFloat() || column.type().isReal();
    return new TableColumn(
        column.name(),
        reals && !type.isFloat() ? Hdf5Type.FLOAT64 : type,
        TableColumn.components(column.name(), stored.width(column), column.hasVectors()),
        units.unit(column.dimension()),
        ColumnText.of(column, units),
        rows ->
            reals
                ? new Numbers(stored.doubles(column, rows), null)
                : new Numbers(null, stored.longs(column, rows)));
  }

  private void add(TableColumn column) {
    columns.add(column);
    name(column.name(), () -> column);
    for (int c = 0; c < column.width(); c++) {
      int component = c;
      name(column.components().get(c), () -> column.component(component));
    }
  }

  private void name(String name, Supplier<TableColumn> column) {
    named.putIfAbsent(name.toLowerCase(Locale.ROOT), column);
  }

  /** Returns further names of a column. */
  private List<String> aliases(CatalogueColumn column) {
    List<String> aliases = new ArrayList<>();
    if (column.limit() != null) {
      if (column.equals(SphereColumns.MASS.at(column.limit()))) {
        aliases.add("M" + column.limit());
      } else if (column.equals(SphereColumns.RADIUS.at(column.limit()))) {
        aliases.add("R" + column.limit());
      }
    }
    for (String path : stored.datasets(column)) {
      aliases.add(path.substring(1));
      aliases.add(path.substring(path.lastIndexOf('/') + 1));
    }
    return aliases;
  }

  /** Number of rows. */
  int rows() {
    return stored.rows();
  }

  /** What a row is, in the plural. */
  String kind() {
    return subhaloes ? "subhaloes" : "groups";
  }

  /** Returns all columns, the number of the row first. */
  List<TableColumn> columns() {
    return List.copyOf(columns);
  }

  /** Returns whether a name denotes a column. */
  boolean has(String name) {
    return named.containsKey(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the column of a name.
   *
   * @param option option that has the name, for messages
   * @throws UsageException if there is no such column
   */
  TableColumn column(String option, String name) {
    if (has(name)) {
      return named.get(name.toLowerCase(Locale.ROOT)).get();
    }
    List<String> names = columns.stream().map(TableColumn::name).toList();
    throw new UsageException(
        "%s names %s, which is no column of these %s%s; there are %s"
            .formatted(option, name, kind(), remedy(name, names), String.join(", ", names)));
  }

  private String remedy(String name, List<String> names) {
    boolean others = subhaloes || catalogue.hasSubhaloes();
    if (others && new SourceTable(catalogue, !subhaloes).has(name)) {
      return subhaloes ? ": it is one of groups, add --by group" : ": add --by subhalo";
    }
    return Spelling.suggestion(name, names).map(near -> ": did you mean " + near + "?").orElse("");
  }
}
