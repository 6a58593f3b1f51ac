package org.jzfof.snapshot.positions;

import java.nio.file.Path;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.file.ColumnSink;

/** Positions in a raw file: little-endian x, y, z, row after row. */
public record RawPositions(RawColumn column) implements PositionSource {
  private static final String DOUBLE = ".f64";

  /**
   * Opens a raw file: float64 if its name ends in .f64, else float32.
   *
   * @throws org.jzfof.error.SnapshotException if the file cannot be read or does not hold complete
   *     rows
   */
  public static RawPositions open(Path path) {
    boolean isDouble = PositionFile.ending(path).equals(DOUBLE);
    return new RawPositions(RawColumn.open(path, path.toString(), isDouble, 3));
  }

  @Override
  public long rows() {
    return column.rows();
  }

  @Override
  public boolean isDouble() {
    return column.isDouble();
  }

  @Override
  public void read(long from, long count, ColumnSink sink) {
    column.read(from, count, sink);
  }

  @Override
  public boolean readsInParts() {
    return true;
  }

  @Override
  public String describeRow(long row) {
    return column.describeRow(row);
  }
}
