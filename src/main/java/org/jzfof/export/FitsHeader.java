package org.jzfof.export;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The header of a part of a FITS file: cards of 80 characters in blocks of 36 (FITS standard 4.0).
 */
final class FitsHeader {
  /** Bytes of the blocks of which FITS files consist. */
  static final int BLOCK = 2880;

  private static final int CARD = 80;
  private static final int KEYWORD = 8;
  private static final int HISTORY = CARD - KEYWORD;

  /** Characters of a text of which each card has a part, without quotes. */
  private static final int PART = 66;

  private final List<String> cards = new ArrayList<>();

  /** Adds a logical value. */
  FitsHeader flag(String keyword, boolean value) {
    return fixed(keyword, value ? "T" : "F", "");
  }

  /** Adds an integer, as decimal digits. */
  FitsHeader integer(String keyword, String digits, String comment) {
    return fixed(keyword, digits, comment);
  }

  /** Adds a number. */
  FitsHeader number(String keyword, double value, String comment) {
    return fixed(keyword, Double.toString(value), comment);
  }

  private FitsHeader fixed(String keyword, String value, String comment) {
    return card("%-8s= %20s".formatted(keyword, value), comment);
  }

  private FitsHeader card(String text, String comment) {
    String all = comment.isEmpty() ? text : text + " / " + ascii(comment);
    cards.add("%-80s".formatted(all.substring(0, Math.min(CARD, all.length()))));
    return this;
  }

  /** Adds a text, on further cards (CONTINUE) if it is long. */
  FitsHeader text(String keyword, String value, String comment) {
    List<String> parts = parts(ascii(value).replace("'", "''"));
    for (int i = 0; i < parts.size(); i++) {
      boolean last = i == parts.size() - 1;
      String start = i == 0 ? "%-8s= ".formatted(keyword) : "CONTINUE  ";
      String part = "'%-8s'".formatted(parts.get(i) + (last ? "" : "&"));
      card(start + part, last ? comment : "");
    }
    return this;
  }

  /** Splits a text, but no doubled quote. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    String rest = text;
    while (rest.length() > PART + 1) {
      int end = PART;
      if (rest.charAt(end) == '\'' && quotes(rest.substring(0, end)) % 2 == 1) {
        end--;
      }
      parts.add(rest.substring(0, end));
      rest = rest.substring(end);
    }
    parts.add(rest);
    return parts;
  }

  private static long quotes(String text) {
    return text.chars().filter(c -> c == '\'').count();
  }

  /** Adds a line of history, on several cards if it is long. */
  FitsHeader history(String text) {
    String rest = ascii(text);
    while (!rest.isEmpty()) {
      int length = Math.min(HISTORY, rest.length());
      card("%-8s%s".formatted("HISTORY", rest.substring(0, length)), "");
      rest = rest.substring(length);
    }
    return this;
  }

  /** Replaces characters that FITS cannot have. */
  private static String ascii(String text) {
    return text.replaceAll("[^ -~]", "?");
  }

  /** Returns all cards and the end, filled up to whole blocks. */
  byte[] bytes() {
    String all = String.join("", cards) + "%-80s".formatted("END");
    int blocks = (all.length() + BLOCK - 1) / BLOCK;
    return (all + " ".repeat(blocks * BLOCK - all.length())).getBytes(StandardCharsets.US_ASCII);
  }
}
