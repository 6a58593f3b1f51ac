package org.jzfof.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The columns of the groups or the subhaloes of a catalogue. A column has the name of Gadget-4 in
 * every layout; its names in the file, and M200c and R200c for spheres, denote it as well.
 */
final class StoredColumns {
  private final StoredTable stored;
  private final boolean subhaloes;

  private StoredColumns(StoredTable stored, boolean subhaloes) {
    this.stored = stored;
    this.subhaloes = subhaloes;
  }

  /**
   * Returns the columns, with the number of the row first.
   *
   * @param subhaloes whether rows are the subhaloes, which the catalogue must have, instead of the
   *     groups
   */
  static NamedColumns of(StoredCatalogue catalogue, boolean subhaloes) {
    StoredTable stored = subhaloes ? catalogue.subhaloTable() : catalogue.groupTable();
    StoredColumns table = new StoredColumns(stored, subhaloes);
    TableUnits units = TableUnits.of(catalogue);
    boolean hasOthers = subhaloes || catalogue.hasSubhaloes();
    NamedColumns columns =
        new NamedColumns(
            subhaloes ? "subhaloes" : "groups",
            stored.rows(),
            name -> hasOthers && of(catalogue, !subhaloes).has(name) ? remedy(subhaloes) : "");
    columns.add(table.number(), List.of());
    for (CatalogueColumn column : stored.columns()) {
      if (!column.equals(GroupColumns.INDEX) && !column.equals(SubhaloColumns.INDEX)) {
        columns.add(table.column(column, units), table.aliases(column));
      }
    }
    return columns;
  }

  private static String remedy(boolean subhaloes) {
    return subhaloes ? ": it is one of groups, add --by group" : ": add --by subhalo";
  }

  /** Returns the column with the number of each row, from 0, which identifies it. */
  private TableColumn number() {
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
}
