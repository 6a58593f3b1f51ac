package org.jzfof.export;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jzfof.error.Spelling;
import org.jzfof.error.UsageException;

/**
 * The columns that a table can have, by their names, by further names and by those of their
 * components, whatever the case of the letters.
 */
final class NamedColumns {
  private final String kind;
  private final int rows;
  private final UnaryOperator<String> remedy;
  private final List<TableColumn> columns = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, Supplier<TableColumn>> named = new LinkedHashMap<>();

  /**
   * @param kind what a row is, in the plural
   * @param remedy where a name that denotes no column is one, for messages; empty if it is unknown
   */
  NamedColumns(String kind, int rows, UnaryOperator<String> remedy) {
    this.kind = kind;
    this.rows = rows;
    this.remedy = remedy;
  }

  /** Adds a column with further names. */
  void add(TableColumn column, List<String> aliases) {
    columns.add(column);
    name(column.name(), () -> column);
    for (int c = 0; c < column.width(); c++) {
      int component = c;
      name(column.components().get(c), () -> column.component(component));
    }
    aliases.forEach(alias -> name(alias, () -> column));
  }

  private void name(String name, Supplier<TableColumn> column) {
    names.add(name);
    named.putIfAbsent(name.toLowerCase(Locale.ROOT), column);
  }

  /** What a row is, in the plural. */
  String kind() {
    return kind;
  }

  /** Number of rows. */
  int rows() {
    return rows;
  }

  /** Returns all columns in their order. */
  List<TableColumn> all() {
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
    String all = columns.stream().map(TableColumn::name).collect(joining(", "));
    String elsewhere = remedy.apply(name);
    String instead =
        elsewhere.isEmpty()
            ? Spelling.suggestion(name, names)
                .map(near -> ": did you mean " + near + "?")
                .orElse("")
            : elsewhere;
    throw new UsageException(
        "%s names %s, which is no column of these %s%s; there are %s"
            .formatted(option, name, kind, instead, all));
  }
}
