package org.jzfof.config;

import java.util.regex.Pattern;

/** Parses decimal numbers. */
public final class Decimal {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|NaN|Infinity)");

  private Decimal() {}

  /**
   * Parses a decimal number, NaN or Infinity. Other forms of Java, such as 1f and 0x1p3, are
   * invalid.
   *
   * @throws NumberFormatException if the text is invalid
   */
  public static double parse(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new NumberFormatException("'" + text + "' is no decimal number");
    }
    return Double.parseDouble(text);
  }
}
