package org.jzfof.snapshot.file;

import java.util.Optional;

/** Takes blocks of numbers in the precision in which they are stored, in row order. */
public interface FloatSink {
  /**
   * @param row first row of the block, counted from the first row asked for
   * @param count rows in the block
   * @param values values [count] or [3·count], rows one behind the other; the array is reused after
   *     the call
   */
  void accept(long row, int count, float[] values);

  /** As {@link #accept(long, int, float[])}, for numbers that float32 may not hold. */
  void accept(long row, int count, double[] values);

  /**
   * Where coordinates go that are stored as integers which divide the box. A sink that takes none
   * gets them as float64.
   */
  default Optional<Fractions> fractions() {
    return Optional.empty();
  }

  /** Takes blocks of coordinates as fractions of the box. */
  @FunctionalInterface
  interface Fractions {
    /**
     * @param row first row of the block, counted from the first row asked for
     * @param count rows in the block
     * @param fractions unsigned 32-bit fractions of the box side [3·count]: x = f · L / 2^32; the
     *     array is reused after the call
     */
    void accept(long row, int count, int[] fractions);
  }

  /** Takes blocks of float64 numbers in row order. */
  @FunctionalInterface
  interface Wide {
    /** As {@link FloatSink#accept(long, int, double[])}; the array may be longer. */
    void accept(long row, int count, double[] values);
  }

  /**
   * A sink, for one thread at a time, that passes everything on as float64.
   *
   * @param width values per row
   */
  static FloatSink widening(int width, Wide sink) {
    return new FloatSink() {
      private double[] wide = {};

      @Override
      public void accept(long row, int count, float[] values) {
        if (wide.length < width * count) {
          wide = new double[width * count];
        }
        for (int i = 0; i < width * count; i++) {
          wide[i] = values[i];
        }
        sink.accept(row, count, wide);
      }

      @Override
      public void accept(long row, int count, double[] values) {
        sink.accept(row, count, values);
      }
    };
  }

  /** The first values of an array as float64. */
  static double[] widen(float[] values, int count) {
    double[] wide = new double[count];
    for (int i = 0; i < count; i++) {
      wide[i] = values[i];
    }
    return wide;
  }
}
