package org.jzfof.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats numbers as text. */
final class Numbers {
  private Numbers() {}

  /** Returns values with the digits of a float, or as integers. */
  static String text(double[] values, boolean integers) {
    return Arrays.stream(values)
        .mapToObj(x -> integers ? String.format(Locale.ROOT, "%.0f", x) : Float.toString((float) x))
        .collect(Collectors.joining(" "));
  }
}
