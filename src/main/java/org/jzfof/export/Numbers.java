package org.jzfof.export;

import java.util.Arrays;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The numbers of some rows of a column, all of a row one after another.
 *
 * @param reals real numbers; null for a column of integers
 * @param integers integers, unsigned ones of 64 bits as their bits; null for a column of real
 *     numbers
 */
record Numbers(double[] reals, long[] integers) {
  /** Returns one of several numbers of each row. */
  Numbers component(int component, int width) {
    if (reals == null) {
      long[] of = new long[integers.length / width];
      Arrays.setAll(of, row -> integers[row * width + component]);
      return new Numbers(null, of);
    }
    double[] of = new double[reals.length / width];
    Arrays.setAll(of, row -> reals[row * width + component]);
    return new Numbers(of, null);
  }

  /** Returns a number as text from which programs read the same number. */
  String text(Hdf5Type type, int index) {
    return switch (type) {
      case FLOAT32 -> Float.toString((float) reals[index]);
      case FLOAT64 -> Double.toString(reals[index]);
      case UINT64 -> Long.toUnsignedString(integers[index]);
      default -> Long.toString(integers[index]);
    };
  }
}
