package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/** Checks blocks of a column and copies them to the device. */
public final class ValueLoader implements ColumnSink {
  private final ParticleColumn column;
  private final ReadRange range;
  private final DeviceArray array;
  private final DeviceMemory memory;
  private final RowChecks checks;
  private final LongConsumer valueCounter;
  private final LongFunction<String> location;

  /**
   * @param array array on the device: I64 for integers, F32, or F64 if any block has float64 values
   * @param valueCounter consumer of the number of values of each block
   * @param location describes the particle in a row of the type
   */
  ValueLoader(
      ParticleColumn column,
      ReadRange range,
      DeviceArray array,
      DeviceMemory memory,
      RowChecks checks,
      LongConsumer valueCounter,
      LongFunction<String> location) {
    this.column = column;
    this.range = range;
    this.array = array;
    this.memory = memory;
    this.checks = checks;
    this.valueCounter = valueCounter;
    this.location = location;
  }

  @Override
  public void accept(ColumnBlock block) {
    if (column.kind() == ParticleColumn.Kind.FRACTION) {
      requireFractions(block);
    }
    checks.inspect(column, range.type(), range.from(), block);
    long at = block.width() * (range.target() + block.row());
    switch (array.type()) {
      case I64 -> memory.write(array, at, block.integers(), block.length());
      case F32 -> memory.write(array, at, block.floats(), block.length());
      default -> memory.write(array, at, block.doubles(), block.length());
    }
    valueCounter.accept(block.length());
  }

  private void requireFractions(ColumnBlock block) {
    for (int i = 0; i < block.count(); i++) {
      double value =
          block.values() instanceof float[] single ? single[i] : ((double[]) block.values())[i];
      if (!(value > 0 && value <= 1)) {
        throw new SnapshotException(
            "the %s of %s is %s, and is to be above 0 and at most 1: name the right dataset with --scale-factors, or repair the particle"
                .formatted(
                    column.quantity(), location.apply(range.from() + block.row() + i), value));
      }
    }
  }

  /**
   * Requires that all values of a column are valid.
   *
   * @param values values of the rows of a column [width·count]; the array may be longer
   * @return range of all values
   * @throws SnapshotException naming the first row with a value that is not finite, or is negative
   *     in a column without negative values
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

  /**
   * Returns the exception for an invalid row. It states the first value that is not finite, if any.
   */
  static SnapshotException unusable(ParticleColumn column, String particle, double... row) {
    double fault =
        Arrays.stream(row).filter(value -> !Double.isFinite(value)).findFirst().orElse(row[0]);
    return new SnapshotException(
        "the %s of %s is %s: repair or remove the particle"
            .formatted(column.quantity(), particle, fault));
  }
}
