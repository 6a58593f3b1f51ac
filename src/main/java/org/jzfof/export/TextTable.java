package org.jzfof.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Text with a line for each row, below lines that describe the columns. CSV has one with the names
 * and no metadata: TOPCAT, pandas and others take comments for data. In ECSV the metadata precede
 * it, as YAML in comments (APE 6, ECSV 1.0).
 */
final class TextTable implements TableWriter {
  private final TableContent content;
  private final BufferedWriter out;
  private final String separator;

  private TextTable(TableContent content, BufferedWriter out, String separator) {
    this.content = content;
    this.out = out;
    this.separator = separator;
  }

  /**
   * Begins a table.
   *
   * @param head lines above the rows
   * @param separator text between two numbers
   */
  static TextTable create(Path file, TableContent content, List<String> head, String separator)
      throws IOException {
    BufferedWriter out =
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    for (String line : head) {
      out.write(line);
      out.write('\n');
    }
    return new TextTable(content, out, separator);
  }

  /** Begins a table of comma-separated values. */
  static TextTable commas(Path file, TableContent content, boolean ecsv) throws IOException {
    List<String> head = new ArrayList<>();
    if (ecsv) {
      yaml(content).forEach(comment -> head.add("# " + comment));
    }
    head.add(content.components().stream().map(TableColumn::name).collect(Collectors.joining(",")));
    return create(file, content, head, ",");
  }

  private static List<String> yaml(TableContent content) {
    List<String> lines = new ArrayList<>();
    lines.add("%ECSV 1.0");
    lines.add("---");
    lines.add("delimiter: ','");
    lines.add("datatype:");
    for (TableColumn column : content.components()) {
      String unit = column.unit().isEmpty() ? "" : ", unit: " + quoted(column.unit());
      lines.add(
          "- {name: %s%s, datatype: %s, description: %s}"
              .formatted(
                  quoted(column.name()),
                  unit,
                  column.type().name().toLowerCase(Locale.ROOT),
                  quoted(column.description())));
    }
    lines.add("meta: !!omap");
    for (HeaderEntry entry : content.header()) {
      lines.add("- {%s: %s}".formatted(entry.name(), scalar(entry.value())));
      if (!entry.unit().isEmpty()) {
        lines.add("- {%s_unit: %s}".formatted(entry.name(), quoted(entry.unit())));
      }
    }
    lines.add("schema: astropy-2.0");
    return lines;
  }

  /** Returns a value of the metadata; exponents need a sign to be those of numbers in YAML. */
  private static String scalar(Object value) {
    return value instanceof String text
        ? quoted(text)
        : value.toString().replaceFirst("E(\\d)", "E+$1");
  }

  /** Returns a text as a scalar of YAML in double quotes. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public void write(List<Numbers> numbers, int[] rows) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int row : rows) {
      line.setLength(0);
      for (int c = 0; c < numbers.size(); c++) {
        TableColumn column = content.columns().get(c);
        int width = column.width();
        for (int i = 0; i < width; i++) {
          line.append(line.isEmpty() ? "" : separator);
          line.append(numbers.get(c).text(column.type(), row * width + i));
        }
      }
      out.append(line.append('\n'));
    }
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
