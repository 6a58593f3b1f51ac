package org.jzfof.snapshot.file;

/** Takes blocks of numbers in the precision in which they are stored, in row order. */
public interface FloatSink {
  /**
   * @param row first row of the block, counted from the first row asked for
   * @param count rows in the block
   * @param values values [count] or [3·count]; the array is reused after the call
   */
  void accept(long row, int count, float[] values);

  /** As {@link #accept(long, int, float[])}, for numbers that float32 may not hold. */
  void accept(long row, int count, double[] values);

  /** Takes blocks of float64 numbers in row order. */
  @FunctionalInterface
  interface Wide {
    /** As {@link FloatSink#accept(long, int, double[])}. */
    void accept(long row, int count, double[] values);
  }

  /**
   * A sink that passes everything on as float64.
   *
   * @param width values per row
   */
  static FloatSink widening(int width, Wide sink) {
    return new FloatSink() {
      @Override
      public void accept(long row, int count, float[] values) {
        sink.accept(row, count, widen(values, width * count));
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
