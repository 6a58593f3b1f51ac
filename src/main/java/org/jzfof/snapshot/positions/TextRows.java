package org.jzfof.snapshot.positions;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a text: one per line, with fields between commas or blanks. A # starts a comment, and
 * lines without fields are no rows.
 */
public final class TextRows {
  private static final String COMMENT = "#";
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private TextRows() {}

  /** Receives the rows in order. */
  @FunctionalInterface
  public interface Sink {
    /**
     * @param line number of the line, from 1
     */
    void accept(int line, List<String> fields);
  }

  /** Passes all rows of a file to the sink. */
  public static void read(Path file, Sink sink) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      int line = 1;
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        String row = line == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        int end = row.indexOf(COMMENT);
        String values = (end < 0 ? row : row.substring(0, end)).strip();
        if (!values.isEmpty()) {
          sink.accept(line, fields(values));
        }
        line++;
      }
    }
  }

  /** The place of a line for a message. */
  public static String location(Path file, int line) {
    return "line %d of %s".formatted(line, file);
  }

  private static List<String> fields(String row) {
    List<String> fields = new ArrayList<>();
    for (int start = 0; ; ) {
      int end = start;
      while (end < row.length() && row.charAt(end) != ',' && !isBlank(row, end)) {
        end++;
      }
      fields.add(row.substring(start, end));
      if (end == row.length()) {
        return fields;
      }
      start = afterBlanks(row, end);
      if (row.charAt(start) == ',') {
        start = afterBlanks(row, start + 1);
      }
    }
  }

  private static int afterBlanks(String row, int from) {
    int at = from;
    while (isBlank(row, at)) {
      at++;
    }
    return at;
  }

  private static boolean isBlank(String row, int at) {
    return at < row.length() && Character.isWhitespace(row.charAt(at));
  }
}
