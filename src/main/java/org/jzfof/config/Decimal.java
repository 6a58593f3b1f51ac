package org.jzfof.config;

import java.util.regex.Pattern;

/** Numbers as people write them. */
public final class Decimal {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|NaN|Infinity)");

  private Decimal() {}

  /**
   * Reads a decimal number, NaN or Infinity, without what else Java takes, such as 1f and 0x1p3.
   *
   * @throws NumberFormatException if it is none
   */
  public static double parse(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new NumberFormatException("'" + text + "' is no decimal number");
    }
    return Double.parseDouble(text);
  }
}
