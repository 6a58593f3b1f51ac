package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.OpenOutputs;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.layout.WriterThreads;
import org.jzfof.threads.BackgroundThreads;
import org.jzfof.threads.Parallel;

/**
 * Writes rows of columns to their positions in files while the caller reads other rows. The kernel
 * lets one thread at a time write into a file; therefore one thread more than there are files
 * suffices, which prepares the next bytes.
 */
final class WindowWriter implements AutoCloseable {
  /** Number of bytes that are written, or sent to another rank, at a time. */
  static final int BYTES = 1 << 19;

  private final OpenOutputs files;
  private final WriterThreads lanes;
  private final int threads = Parallel.threads();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> BackgroundThreads.thread("write rows", work));
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  /**
   * Rows of a column.
   *
   * @param extents extents of the column
   * @param rows rows at the beginning of the window, counted over all files
   */
  record Rows(List<ColumnExtent> extents, RowWindow window, RowRange rows) {}

  private record Block(ColumnExtent extent, Rows of, long row, int count) {
    long offset() {
      return row - extent.rows().first();
    }
  }

  /**
   * @param files open files; they are closed after this object
   * @param widest number of bytes of the widest row
   */
  WindowWriter(OpenOutputs files, int widest) {
    this.files = files;
    this.lanes = new WriterThreads(Math.max(BYTES, widest));
  }

  /** Returns the number of rows that are written at a time. */
  static int limit(int rowBytes) {
    return Math.max(1, BYTES / rowBytes);
  }

  /**
   * Waits for the end of the last writing, and starts to write rows. The windows must not change
   * before the next call has returned.
   *
   * @throws org.jzfof.error.OutputException if rows of the last call cannot be written
   */
  void start(List<Rows> rows) {
    finish();
    List<Block> blocks = new ArrayList<>();
    rows.forEach(of -> of.extents.forEach(extent -> addBlocks(extent, of, blocks)));
    blocks.sort(Comparator.comparingLong(Block::offset)); // threads write to different files
    int parts = (int) blocks.stream().map(block -> block.extent.part()).distinct().count();
    if (parts > 0) {
      last =
          CompletableFuture.runAsync(
              () -> Parallel.with(Math.min(threads, parts + 1), () -> write(blocks)), thread);
    }
  }

  private static void addBlocks(ColumnExtent extent, Rows of, List<Block> blocks) {
    int limit = limit(of.window.rowBytes());
    long end = Math.min(of.rows.end(), extent.rows().end());
    for (long row = Math.max(of.rows.first(), extent.rows().first()); row < end; row += limit) {
      blocks.add(new Block(extent, of, row, (int) Math.min(limit, end - row)));
    }
  }

  private void write(List<Block> blocks) {
    lanes.run(
        blocks.size(),
        (i, bytes) -> {
          Block block = blocks.get(i);
          RowWindow window = block.of.window;
          window.toBytes((int) (block.row - block.of.rows.first()), block.count, bytes);
          files.write(block.extent, window.rowBytes(), block.row, bytes.flip());
        });
  }

  /** Writes rows of another rank, immediately. */
  void write(List<ColumnExtent> extents, int rowBytes, RowRange rows, byte[] bytes) {
    for (ColumnExtent extent : extents) {
      long row = Math.max(rows.first(), extent.rows().first());
      long end = Math.min(rows.end(), extent.rows().end());
      if (row < end) {
        int at = (int) (row - rows.first()) * rowBytes;
        int length = (int) (end - row) * rowBytes;
        files.write(extent, rowBytes, row, ByteBuffer.wrap(bytes, at, length));
      }
    }
  }

  /** Waits until all rows are written, as {@link #start} does. */
  void finish() {
    BackgroundThreads.join(last);
  }

  /** Waits for the end of the last writing, whether it fails or not. */
  @Override
  public void close() {
    BackgroundThreads.awaitEnd(last);
    thread.shutdown();
  }
}
