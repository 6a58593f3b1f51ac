package org.jzfof.plot.density;

import org.jzfof.snapshot.file.CoordinateSink;

/**
 * Hands coordinates on as doubles, however they are stored.
 *
 * @param points takes them
 */
record PointSink(Points points) implements CoordinateSink {
  /** Takes a block of points. */
  @FunctionalInterface
  interface Points {
    /**
     * @param row of the first point, counted from the first row asked for
     * @param count points of the block
     * @param x their coordinates, valid during the call
     */
    void accept(long row, int count, Coordinates x);
  }

  /** Coordinates of a block of points. */
  @FunctionalInterface
  interface Coordinates {
    /** Coordinate d of point i. */
    double of(int i, int d);
  }

  @Override
  public void accept(long row, int count, float[] xyz) {
    points.accept(row, count, (i, d) -> xyz[3 * i + d]);
  }

  @Override
  public void accept(long row, int count, double[] xyz) {
    points.accept(row, count, (i, d) -> xyz[3 * i + d]);
  }
}
