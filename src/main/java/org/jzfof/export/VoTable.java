package org.jzfof.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * A table of the Virtual Observatory as XML (VOTable 1.4, with TABLEDATA). It has no unsigned
 * integers of 64 bits: an ID from 2^63 on is refused.
 */
final class VoTable implements TableWriter {
  private static final int MATRIX = 9;

  private final TableContent content;
  private final BufferedWriter out;

  private VoTable(TableContent content, BufferedWriter out) {
    this.content = content;
    this.out = out;
  }

  /** Begins a table. */
  static VoTable create(Path file, TableContent content) throws IOException {
    BufferedWriter out =
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    VoTable table = new VoTable(content, out);
    table.begin();
    return table;
  }

  private void begin() throws IOException {
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    line("<VOTABLE version=\"1.4\" xmlns=\"http://www.ivoa.net/xml/VOTable/v1.3\">");
    line("<RESOURCE>");
    line("<TABLE name=\"" + content.name() + "\">");
    for (HeaderEntry entry : content.header()) {
      Object value = entry.value();
      String type =
          value instanceof String
              ? "datatype=\"char\" arraysize=\"*\""
              : "datatype=\"" + (value instanceof Double ? "double" : "long") + "\"";
      line(
          "<PARAM name=\"%s\" %s%s value=\"%s\"%s"
              .formatted(
                  entry.name(),
                  type,
                  unit(entry.unit()),
                  escape(value.toString()),
                  described(entry.comment(), "PARAM")));
    }
    for (TableColumn column : content.columns()) {
      line(
          "<FIELD name=\"%s\" datatype=\"%s\"%s%s%s"
              .formatted(
                  column.name(),
                  type(column.type()),
                  shape(column.width()),
                  unit(column.unit()),
                  described(column.description(), "FIELD")));
    }
    line("<DATA>");
    line("<TABLEDATA>");
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }

  private static String unit(String unit) {
    return unit.isEmpty() ? "" : " unit=\"" + escape(unit) + "\"";
  }

  private static String described(String description, String element) {
    return description.isEmpty()
        ? "/>"
        : "><DESCRIPTION>" + escape(description) + "</DESCRIPTION></" + element + ">";
  }

  private static String shape(int width) {
    return width == 1 ? "" : " arraysize=\"" + (width == MATRIX ? "3x3" : width) + "\"";
  }

  private static String type(Hdf5Type type) {
    return switch (type) {
      case FLOAT32 -> "float";
      case FLOAT64 -> "double";
      case INT32 -> "int";
      case UINT32, INT64, UINT64 -> "long";
      default -> throw new IllegalStateException("VOTable has no " + type);
    };
  }

  /** Escapes a text for XML, which cannot have most control characters. */
  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replaceAll("\\p{Cntrl}", " ");
  }

  @Override
  public void write(List<Numbers> numbers, int[] rows) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int row : rows) {
      line.setLength(0);
      line.append("<TR>");
      for (int c = 0; c < numbers.size(); c++) {
        TableColumn column = content.columns().get(c);
        int width = column.width();
        line.append("<TD>");
        for (int i = 0; i < width; i++) {
          line.append(i == 0 ? "" : " ").append(text(column, numbers.get(c), row * width + i));
        }
        line.append("</TD>");
      }
      out.append(line.append("</TR>\n"));
    }
  }

  private static String text(TableColumn column, Numbers numbers, int index) {
    String text = numbers.text(column.type(), index);
    if (numbers.reals() != null) {
      return text.endsWith("Infinity") ? text.replace("Infinity", "Inf") : text;
    }
    if (column.type() == Hdf5Type.UINT64 && numbers.integers()[index] < 0) {
      throw new UsageException(
          "%s has %s, but integers of VOTable are below 2^63: use --to fits, ecsv or csv, or leave it out with --columns"
              .formatted(column.name(), text));
    }
    return text;
  }

  @Override
  public void finish() throws IOException {
    line("</TABLEDATA>");
    line("</DATA>");
    line("</TABLE>");
    line("</RESOURCE>");
    line("</VOTABLE>");
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
