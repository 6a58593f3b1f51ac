package org.jzfof.load;

import java.util.function.IntFunction;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.ExactSum;
import org.jzfof.load.checks.RepeatedRows;
import org.jzfof.snapshot.file.FloatSink;

/** Checks blocks of masses, velocities or thermal energies and copies them to the device. */
public final class ValueLoader implements FloatSink {
  private final RowRange range;
  private final int width;
  private final DeviceArray column;
  private final DeviceMemory memory;
  private final RepeatedRows odd;
  private final ExactSum sum;
  private final BlockListener taken;

  /**
   * @param width values per row
   * @param column F32 or F64; float64 values must not come for F32
   * @param sum adds up the values; null where they are no masses
   * @param taken receives the size of each block
   */
  ValueLoader(
      RowRange range,
      int width,
      DeviceArray column,
      DeviceMemory memory,
      RepeatedRows odd,
      ExactSum sum,
      BlockListener taken) {
    this.range = range;
    this.width = width;
    this.column = column;
    this.memory = memory;
    this.odd = odd;
    this.sum = sum;
    this.taken = taken;
  }

  @Override
  public void accept(long row, int count, float[] values) {
    odd.look(range.from() + row, count, values);
    for (int i = 0; sum != null && i < count; i++) {
      sum.add(values[i]);
    }
    if (column.type() == ElementType.F32) {
      memory.write(column, width * (range.target() + row), values, width * count);
      taken.values((long) width * count);
    } else {
      write(row, count, FloatSink.widen(values, width * count));
    }
  }

  @Override
  public void accept(long row, int count, double[] values) {
    odd.look(range.from() + row, count, values);
    for (int i = 0; sum != null && i < count; i++) {
      sum.add(values[i]);
    }
    write(row, count, values);
  }

  private void write(long row, int count, double[] values) {
    memory.write(column, width * (range.target() + row), values, width * count);
    taken.values((long) width * count);
  }

  /** The invalid value of a row: the first that is not finite, or else the first. */
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
   * @param range receives all values, one per row
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
