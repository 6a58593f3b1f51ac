package org.jzfof.load;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.FloatSink;

/** Takes blocks of masses or velocities to the device. */
public final class ValueLoader implements FloatSink {
  private final int width;
  private final DeviceMemory memory;
  private final DeviceArray column;
  private final long at;
  private final Blocks blocks;

  /** Takes blocks, whose first row is counted from the first of all. */
  @FunctionalInterface
  interface Blocks {
    /**
     * @param write puts the block on the device
     */
    void accept(long row, int count, IntToDoubleFunction values, Runnable write);
  }

  /**
   * @param width values per row
   * @param column F32 or F64; float64 values must not come for F32
   * @param at row of the column that the first row becomes
   * @param blocks takes each block, and lets it be written before it returns from the next one
   */
  ValueLoader(int width, DeviceMemory memory, DeviceArray column, long at, Blocks blocks) {
    this.width = width;
    this.memory = memory;
    this.column = column;
    this.at = at;
    this.blocks = blocks;
  }

  @Override
  public void accept(long row, int count, float[] values) {
    blocks.accept(
        row,
        count,
        i -> values[i],
        column.type() == ElementType.F32
            ? () -> memory.write(column, width * (at + row), values, width * count)
            : () -> write(row, count, FloatSink.widen(values, width * count)));
  }

  @Override
  public void accept(long row, int count, double[] values) {
    blocks.accept(row, count, i -> values[i], () -> write(row, count, values));
  }

  private void write(long row, int count, double[] values) {
    memory.write(column, width * (at + row), values, width * count);
  }

  /** What is wrong with a row: its first value that is not finite, or else its first. */
  private static double fault(double[] values, int width, int row) {
    for (int k = width * row; k < width * (row + 1); k++) {
      if (!Double.isFinite(values[k])) {
        return values[k];
      }
    }
    return values[width * row];
  }

  /**
   * The complaint about a row that cannot be.
   *
   * @param values of the row
   */
  static SnapshotException unusable(String quantity, String particle, double... values) {
    return unusable(quantity, particle, fault(values, values.length, 0));
  }

  /**
   * Complains of the first mass that is negative or not finite.
   *
   * @param particle describes the particle with a mass of the block
   */
  static void requireMasses(double[] masses, int count, IntFunction<String> particle) {
    requireAll(new ValueRange(1, false), masses, count, "mass", particle);
  }

  /**
   * As {@link #requireMasses}, of any quantity.
   *
   * @param range is told all values, of one in a row
   */
  public static void requireAll(
      ValueRange range, double[] values, int count, String quantity, IntFunction<String> particle) {
    int bad = range.add(values, count);
    if (bad != ValueRange.ALL_VALID) {
      throw unusable(quantity, particle.apply(bad), values[bad]);
    }
  }

  /** As {@link #requireMasses}, of velocities that are not finite [3·count]. */
  static void requireVelocities(double[] velocities, int count, IntFunction<String> particle) {
    int bad = new ValueRange(3, true).add(velocities, count);
    if (bad != ValueRange.ALL_VALID) {
      throw unusable("velocity", particle.apply(bad), fault(velocities, 3, bad));
    }
  }

  private static SnapshotException unusable(String quantity, String particle, double value) {
    return new SnapshotException(
        "the %s of %s is %s: repair or remove the particle".formatted(quantity, particle, value));
  }
}
