package org.jzfof.catalogue.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.columns.CatalogueColumn.Values;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.hdf5.library.Hdf5Type;

/** Creates the datasets of a layout for the columns that a run has. */
public final class ColumnDatasets {
  private final ColumnStyle style;
  private final CatalogueRows rows;
  private final ColumnWords words;

  private ColumnDatasets(ColumnStyle style, CatalogueRows rows) {
    this.style = style;
    this.rows = rows;
    this.words = style.words(rows);
  }

  /** Returns the datasets of all columns that the layout contains and the run has measured. */
  public static List<GroupField> of(
      ColumnStyle style, CatalogueRows rows, List<CatalogueColumn> columns) {
    ColumnDatasets datasets = new ColumnDatasets(style, rows);
    List<GroupField> fields = new ArrayList<>();
    for (CatalogueColumn column : columns) {
      Names names = column.names(style.layout());
      if (!names.paths().isEmpty() && names.when().test(rows)) {
        column.values(rows).ifPresent(values -> datasets.add(column, names, values, fields));
      }
    }
    return fields;
  }

  private void add(CatalogueColumn column, Names names, Values values, List<GroupField> fields) {
    int types = rows.groups().types();
    List<String> paths = names.datasets(types);
    if (values.ids() != null) {
      GroupField.Label label = label(column, names, "");
      Hdf5Type type = style.integers(column.type(), rows.share());
      fields.add(new GroupField(table(column), paths.get(0), type, 1, label, null, values.ids()));
      return;
    }
    int width = column.width(types);
    IntToDoubleFunction numbers = ofRows(column, width, inUnits(column, width, values.numbers()));
    if (column.width() == CatalogueColumn.TYPES && !names.byType()) {
      int typesInFile = style.types(types);
      fields.add(
          field(column, names, 0, paths.get(0), typesInFile, ofTypes(numbers, types, typesInFile)));
      return;
    }
    IntPredicate written = names.byType() ? writtenTypes(column) : k -> true;
    int valuesPerDataset = width / paths.size();
    for (int k = 0; k < paths.size(); k++) {
      if (written.test(k)) {
        int first = k * valuesPerDataset;
        IntToDoubleFunction part =
            valuesPerDataset == width
                ? numbers
                : i ->
                    numbers.applyAsDouble(
                        i / valuesPerDataset * width + first + i % valuesPerDataset);
        fields.add(field(column, names, k, paths.get(k), valuesPerDataset, part));
      }
    }
  }

  private CatalogueTable table(CatalogueColumn column) {
    return column.owner().isOfSubhaloes() || style.layout() == Layout.SOAP
        ? CatalogueTable.SUBHALOES
        : CatalogueTable.GROUPS;
  }

  private IntToDoubleFunction inUnits(
      CatalogueColumn column, int width, IntToDoubleFunction numbers) {
    if (column.type() == ColumnType.GROUP_INDEX) {
      int first = style.layout().firstGroup();
      return i -> numbers.applyAsDouble(i) + first;
    }
    if (!column.type().isReal()) {
      return numbers;
    }
    IntToDoubleFunction scaled =
        rows.groups().lightcone().epochs().differ()
            ? scaled(column, width, numbers)
            : scaled(numbers, style.factor(column, Double.NaN));
    return column.dimension() == Dimension.POSITION ? style.positions(scaled) : scaled;
  }

  private static IntToDoubleFunction scaled(IntToDoubleFunction numbers, double factor) {
    return factor == 1 ? numbers : i -> factor * numbers.applyAsDouble(i);
  }

  /** Scales values of groups, each at its own time. */
  private IntToDoubleFunction scaled(
      CatalogueColumn column, int width, IntToDoubleFunction numbers) {
    GroupEpochs epochs = rows.groups().lightcone().epochs();
    boolean ofSubhaloes = column.owner().isOfSubhaloes();
    return i -> {
      int group = ofSubhaloes ? rows.group(i / width) : i / width;
      return style.factor(column, epochs.at(group)) * numbers.applyAsDouble(i);
    };
  }

  /**
   * Returns the values for a table of subhaloes, in which quantities of groups are in the row of
   * the first subhalo of each group.
   */
  private IntToDoubleFunction ofRows(
      CatalogueColumn column, int width, IntToDoubleFunction numbers) {
    if (column.owner().isOfSubhaloes() || table(column) == CatalogueTable.GROUPS) {
      return numbers;
    }
    return i -> {
      int subhalo = i / width;
      return rows.isFirst(subhalo)
          ? numbers.applyAsDouble(rows.group(subhalo) * width + i % width)
          : 0;
    };
  }

  /** Returns the values for a different number of types; missing types have 0. */
  private static IntToDoubleFunction ofTypes(
      IntToDoubleFunction numbers, int types, int typesInFile) {
    if (types == typesInFile) {
      return numbers;
    }
    return i -> {
      int type = i % typesInFile;
      return type < types ? numbers.applyAsDouble(i / typesInFile * types + type) : 0;
    };
  }

  /** Returns the types with a separate dataset: those that a sphere or subhalo can contain. */
  private IntPredicate writtenTypes(CatalogueColumn column) {
    if (column.owner() == Owner.SPHERE || column.owner() == Owner.APERTURE) {
      long[] counts = rows.info().snapshot().counts();
      return type -> counts[type] > 0;
    }
    int[] members = rows.info().linking().types();
    return type -> Arrays.stream(members).anyMatch(member -> member == type);
  }

  private GroupField field(
      CatalogueColumn column,
      Names names,
      int number,
      String path,
      int width,
      IntToDoubleFunction numbers) {
    CatalogueTable table = table(column);
    int count =
        table == CatalogueTable.GROUPS ? rows.groups().groups() : rows.groups().subhaloes().count();
    Hdf5Type type =
        !column.type().isReal()
            ? style.integers(column.type(), rows.share())
            : style.isDouble() || names.wide()
                ? Hdf5Type.FLOAT64
                : GroupField.realType(count * width, numbers);
    GroupField.Label label = label(column, names, Integer.toString(number));
    return new GroupField(table, path, type, width, label, numbers, null);
  }

  /**
   * @param type number of the particle type, if each type has a separate dataset
   */
  private GroupField.Label label(CatalogueColumn column, Names names, String type) {
    String text = Optional.ofNullable(names.description()).orElse(column.description());
    String filled = words.fill(text.replace("{type}", type), column);
    return style.label(column, filled, column.limit() == null ? "" : words.crossing());
  }
}
