package org.jzfof.comm;

import java.util.Arrays;

/** Conversion of text to the values that ranks exchange. */
public final class Text {
  private Text() {}

  /** Returns one value for each character; the empty text gives an empty array. */
  public static long[] toLongs(String text) {
    return text.chars().asLongStream().toArray();
  }

  /** Returns the text of these values. */
  public static String of(long[] values) {
    StringBuilder text = new StringBuilder(values.length);
    Arrays.stream(values).forEach(c -> text.append((char) c));
    return text.toString();
  }
}
