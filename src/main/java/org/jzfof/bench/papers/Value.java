package org.jzfof.bench.papers;

import java.util.function.ToDoubleFunction;

/** Values that a figure shows. */
public enum Value {
  /** Milliseconds of the index and the search together. */
  TOTAL(point -> 1e3 * point.total()),
  /** Milliseconds in which the index is built. */
  BUILD(point -> 1e3 * point.build()),
  /** Milliseconds of the search. */
  SEARCH(point -> 1e3 * (point.total() - point.build())),
  /** Peak of the device memory in bytes per point. */
  BYTES(point -> (double) point.peakBytes() / point.points()),
  /** Milliseconds of each stage, side by side; the value is their sum. */
  STAGES(point -> 1e3 * point.total()),
  /** Count of work. */
  COUNT(Measured::count),
  /** Time of the line over that of the line it is compared with. */
  RATIO(point -> point.total() / point.other());

  private final ToDoubleFunction<Measured> value;

  Value(ToDoubleFunction<Measured> value) {
    this.value = value;
  }

  /** Returns the value of a measured point. */
  public double of(Measured point) {
    return value.applyAsDouble(point);
  }
}
