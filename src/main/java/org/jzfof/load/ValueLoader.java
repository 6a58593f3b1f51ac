package org.jzfof.load;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.ExactSum;
import org.jzfof.load.checks.RepeatedRows;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.ParticleColumn;

/** Checks blocks of a column of real numbers and copies them to the device. */
public final class ValueLoader implements FloatSink {
  private final RowRange range;
  private final int width;
  private final DeviceArray column;
  private final DeviceMemory memory;
  private final RepeatedRows odd;
  private final ExactSum sum;
  private final LongConsumer taken;

  /**
   * @param width values per row
   * @param column F32 or F64; float64 values must not come for F32
   * @param sum adds up the values; null where they are no masses
   * @param taken receives the number of values of each block
   */
  ValueLoader(
      RowRange range,
      int width,
      DeviceArray column,
      DeviceMemory memory,
      RepeatedRows odd,
      ExactSum sum,
      LongConsumer taken) {
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
      taken.accept((long) width * count);
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
    taken.accept((long) width * count);
  }

  /**
   * Complains of the first row that cannot be.
   *
   * @param values of the rows of a column [width·count]; may be longer
   * @param particle describes the particle of a row
   * @return what was seen of all
   * @throws SnapshotException if a value is not finite, or negative where none may be
   */
  public static ValueRange requireAll(
      ParticleColumn column, double[] values, int count, IntFunction<String> particle) {
    ValueRange range = ValueRange.of(column);
    int bad = range.add(values, count);
    if (bad != ValueRange.ALL_VALID) {
      int at = column.width() * bad;
      double[] row = Arrays.copyOfRange(values, at, at + column.width());
      throw unusable(column, particle.apply(bad), row);
    }
    return range;
  }

  /** The complaint about the values of a row, of which the first that is not finite is told. */
  static SnapshotException unusable(ParticleColumn column, String particle, double... row) {
    double fault =
        Arrays.stream(row).filter(value -> !Double.isFinite(value)).findFirst().orElse(row[0]);
    return new SnapshotException(
        "the %s of %s is %s: repair or remove the particle"
            .formatted(column.quantity(), particle, fault));
  }
}
