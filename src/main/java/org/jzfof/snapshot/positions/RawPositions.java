package org.jzfof.snapshot.positions;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.header.FileState;

/**
 * Positions in a raw file: little-endian x, y, z, row after row.
 *
 * @param isDouble whether the values are float64 instead of float32
 */
public record RawPositions(Path path, boolean isDouble, long rows, FileState state)
    implements PositionSource {
  private static final String DOUBLE = ".f64";

  /**
   * Opens a raw file: float64 if its name ends in .f64, else float32.
   *
   * @throws SnapshotException if the file cannot be read or does not hold complete rows
   */
  public static RawPositions open(Path path) {
    boolean isDouble = PositionFile.ending(path).equals(DOUBLE);
    int rowBytes = 3 * (isDouble ? Double.BYTES : Float.BYTES);
    PositionFile.requireRegular(path);
    FileState state = FileState.of(path);
    long bytes = state.bytes();
    if (bytes % rowBytes != 0) {
      throw new SnapshotException(
          "%s has %d bytes: a raw file holds %s x, y, z, %d bytes per particle"
              .formatted(path, bytes, isDouble ? "float64" : "float32", rowBytes));
    }
    return new RawPositions(path, isDouble, bytes / rowBytes, state);
  }

  @Override
  public void read(long from, long count, ColumnSink sink) {
    Blocks blocks = new Blocks(from, count, 0, RowReader.BLOCK_ROWS);
    int size = isDouble ? Double.BYTES : Float.BYTES;
    ByteBuffer raw =
        ByteBuffer.allocateDirect(3 * size * blocks.length()).order(ByteOrder.LITTLE_ENDIAN);
    float[] floats = new float[isDouble ? 0 : 3 * blocks.length()];
    double[] doubles = new double[isDouble ? 3 * blocks.length() : 0];
    try (FileChannel channel = FileChannel.open(path)) {
      for (long done = 0; done < count; done += blocks.length()) {
        int rows = (int) Math.min(blocks.length(), count - done);
        fill(channel, 3L * size * (from + done), raw.clear().limit(3 * size * rows));
        if (isDouble) {
          raw.flip().asDoubleBuffer().get(doubles, 0, 3 * rows);
          sink.accept(new ColumnBlock(done, rows, 3, doubles));
        } else {
          raw.flip().asFloatBuffer().get(floats, 0, 3 * rows);
          sink.accept(new ColumnBlock(done, rows, 3, floats));
        }
      }
    } catch (IOException e) {
      throw SnapshotException.unreadable(path, e);
    }
    state.requireUnchanged();
  }

  @Override
  public boolean readsInParts() {
    return true;
  }

  /** Fills a buffer; a single read of a channel may return fewer bytes than requested. */
  private static void fill(FileChannel channel, long at, ByteBuffer target) throws IOException {
    long position = at;
    while (target.hasRemaining()) {
      int n = channel.read(target, position);
      if (n < 0) {
        throw new EOFException("it has become shorter");
      }
      position += n;
    }
  }

  @Override
  public String describeRow(long row) {
    return "row %d in %s".formatted(row, path);
  }
}
