package org.jzfof.load;

import java.util.function.LongFunction;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.snapshot.file.CoordinateSink;

/** Checks coordinates of any stored type and passes them on as double. */
final class WideCoordinates implements CoordinateSink {
  private final FixedPoint map;
  private final LongFunction<String> describe;
  private final Target target;
  private double[] wide = new double[0];

  /** Takes a block of coordinates. */
  @FunctionalInterface
  interface Target {
    /** Arguments as for {@link CoordinateSink}. */
    void accept(long row, int count, double[] xyz);
  }

  /**
   * @param box in which every coordinate must have a place
   * @param describe names the particle of a row for a message
   */
  WideCoordinates(Box box, LongFunction<String> describe, Target target) {
    this.map = FixedPoint.of(box);
    this.describe = describe;
    this.target = target;
  }

  @Override
  public void accept(long row, int count, float[] xyz) {
    if (wide.length < 3 * count) {
      wide = new double[3 * count];
    }
    for (int i = 0; i < 3 * count; i++) {
      wide[i] = xyz[i];
    }
    accept(row, count, wide);
  }

  @Override
  public void accept(long row, int count, double[] xyz) {
    for (int i = 0; i < 3 * count; i++) {
      if (!map.valid(xyz[i], i % 3)) {
        int at = i - i % 3;
        throw ColumnReading.invalid(describe.apply(row + i / 3), xyz[at], xyz[at + 1], xyz[at + 2]);
      }
    }
    target.accept(row, count, xyz);
  }
}
