package org.jzfof.snapshot.positions;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.header.FileState;

/**
 * Little-endian real numbers in a raw file, or in memory that the system names like a file, row
 * after row.
 *
 * @param name what messages call the column
 * @param start first byte of the first row
 * @param isDouble whether the values are float64 instead of float32
 * @param width values per row
 * @param state null for the memory of a process
 * @param readers permits of the threads that read at once
 */
public record RawColumn(
    Path path,
    String name,
    long start,
    boolean isDouble,
    int width,
    long rows,
    FileState state,
    Semaphore readers) {
  /**
   * Threads that read the memory of a process at once. With more of them the system takes longer:
   * they wait for each other at every page.
   */
  private static final int READERS = 4;

  /**
   * Opens a column.
   *
   * @throws SnapshotException if the file cannot be read or does not hold complete rows
   */
  public static RawColumn open(Path path, String name, boolean isDouble, int width) {
    PositionFile.requireRegular(path);
    FileState state = FileState.of(path);
    int rowBytes = width * bytes(isDouble);
    if (state.bytes() % rowBytes != 0) {
      throw new SnapshotException(
          "%s has %d bytes: a raw file holds %s%s, %d bytes per particle"
              .formatted(
                  name,
                  state.bytes(),
                  isDouble ? "float64" : "float32",
                  width == 3 ? " x, y, z" : "",
                  rowBytes));
    }
    return new RawColumn(
        path,
        name,
        0,
        isDouble,
        width,
        state.bytes() / rowBytes,
        state,
        new Semaphore(Integer.MAX_VALUE));
  }

  /**
   * Opens a column in the memory of a running process of this user, which must not change
   * meanwhile.
   *
   * @param path /proc/PID/mem
   * @param address of the first row
   */
  public static RawColumn inMemory(
      Path path, long address, long bytes, String name, boolean isDouble, int width) {
    long rows = bytes / (width * bytes(isDouble));
    return new RawColumn(path, name, address, isDouble, width, rows, null, new Semaphore(READERS));
  }

  private static int bytes(boolean isDouble) {
    return isDouble ? Double.BYTES : Float.BYTES;
  }

  /** Reads consecutive rows, which are counted from {@code from}. */
  public void read(long from, long count, ColumnSink sink) {
    Blocks blocks = new Blocks(from, count, 0, RowReader.BLOCK_ROWS);
    int rowBytes = width * bytes(isDouble);
    int length = width * blocks.length();
    ByteBuffer raw =
        ByteBuffer.allocateDirect(rowBytes * blocks.length()).order(ByteOrder.LITTLE_ENDIAN);
    float[] floats = new float[isDouble ? 0 : length];
    double[] doubles = new double[isDouble ? length : 0];
    try (FileChannel channel = FileChannel.open(path)) {
      for (long done = 0; done < count; done += blocks.length()) {
        int rows = (int) Math.min(blocks.length(), count - done);
        fill(channel, start + rowBytes * (from + done), raw.clear().limit(rowBytes * rows));
        if (isDouble) {
          raw.flip().asDoubleBuffer().get(doubles, 0, width * rows);
          sink.accept(new ColumnBlock(done, rows, width, doubles));
        } else {
          raw.flip().asFloatBuffer().get(floats, 0, width * rows);
          sink.accept(new ColumnBlock(done, rows, width, floats));
        }
      }
    } catch (IOException e) {
      throw SnapshotException.unreadable(path, e);
    }
    if (state != null) {
      state.requireUnchanged();
    }
  }

  /** Reads consecutive numbers of a column of one value per row. */
  public double[] numbers(long from, long count) {
    double[] numbers = new double[Math.toIntExact(count)];
    read(
        from,
        count,
        block -> System.arraycopy(block.doubles(), 0, numbers, (int) block.row(), block.count()));
    return numbers;
  }

  /** Fills a buffer; a single read of a channel may return fewer bytes than requested. */
  private void fill(FileChannel channel, long at, ByteBuffer target) throws IOException {
    long position = at;
    readers.acquireUninterruptibly();
    try {
      while (target.hasRemaining()) {
        int n = channel.read(target, position);
        if (n < 0) {
          throw new EOFException("it has become shorter");
        }
        position += n;
      }
    } finally {
      readers.release();
    }
  }

  /** The location of a row, for a message. */
  public String describeRow(long row) {
    return "row %d in %s".formatted(row, name);
  }
}
