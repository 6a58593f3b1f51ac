package org.jzfof.comm;

import java.util.Arrays;

/** Text as values that ranks can send to each other. */
public final class Text {
  private Text() {}

  /** One value for each character; none for the empty text. */
  public static long[] toLongs(String text) {
    return text.chars().asLongStream().toArray();
  }

  /** The text that became these values. */
  public static String of(long[] values) {
    StringBuilder text = new StringBuilder(values.length);
    Arrays.stream(values).forEach(c -> text.append((char) c));
    return text.toString();
  }
}
