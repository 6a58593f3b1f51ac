package org.jzfof.snapshot.positions;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;

/**
 * Positions of a file that can only be read from its beginning, held in memory.
 *
 * @param xyz coordinates [3·rows]; each is a float32 if {@code isDouble} is false
 * @param describe location of a row, for a message
 */
record HeldPositions(double[] xyz, boolean isDouble, LongFunction<String> describe)
    implements PositionSource {
  /** Largest number of positions that an array holds. */
  static final int MAX_ROWS = (Integer.MAX_VALUE - 8) / 3;

  /** Returns the exception for a file with more positions than an array holds. */
  static SnapshotException tooMany(Path file, long rows) {
    return new SnapshotException(
        "%s has %d positions, and a file of this form may have %d: write them to a raw file, .f32 or .f64"
            .formatted(file, rows, MAX_ROWS));
  }

  @Override
  public long rows() {
    return xyz.length / 3;
  }

  @Override
  public void read(long from, long count, ColumnSink sink) {
    new Blocks(from, count, 0, RowReader.BLOCK_ROWS)
        .forEach((row, rows, target) -> sink.accept(block((int) row, rows, target)));
  }

  private ColumnBlock block(int row, int rows, long target) {
    double[] wide = Arrays.copyOfRange(xyz, 3 * row, 3 * (row + rows));
    if (isDouble) {
      return new ColumnBlock(target, rows, 3, wide);
    }
    float[] narrow = new float[wide.length];
    for (int i = 0; i < wide.length; i++) {
      narrow[i] = (float) wide[i];
    }
    return new ColumnBlock(target, rows, 3, narrow);
  }

  @Override
  public String describeRow(long row) {
    return describe.apply(row);
  }
}
