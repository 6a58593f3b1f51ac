package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Rows of a snapshot that have been read into memory in advance. All other rows are read from the
 * files. Several threads may use an object at once.
 */
public final class HeldRows implements RowReader {
  private final RowReader files;
  private final HeldArrays arrays;
  private final int threads;
  private final Map<RangeStart, HeldBlocks> held = new ConcurrentHashMap<>();
  private final LongAdder bytes = new LongAdder();

  /** The first row of a held range. */
  private record RangeStart(ParticleColumn column, int type, long from) {}

  /** A number of rows of a column, in the blocks of the reader. */
  private record HeldBlocks(long rows, List<ColumnBlock> blocks) {}

  HeldRows(RowReader files, HeldArrays arrays, int threads) {
    this.threads = threads;
    this.files = files;
    this.arrays = arrays;
  }

  /** Maximum number of bytes per row. */
  static long bytesPerRow(ParticleColumns columns) {
    return 3L * Double.BYTES + columns.storedBytes();
  }

  /** Maximum number of threads that read at once. */
  int threads() {
    return threads;
  }

  /** Reads rows of a column into memory. */
  void hold(ParticleColumn column, ReadRange rows) {
    HeldBlocks copies = new HeldBlocks(rows.count(), new ArrayList<>());
    files.read(
        column,
        rows.type(),
        rows.from(),
        rows.count(),
        new ColumnSink() {
          @Override
          public void accept(ColumnBlock block) {
            copies.blocks.add(copy(block));
          }

          @Override
          public boolean takesFractions() {
            return true;
          }
        });
    held.put(new RangeStart(column, rows.type(), rows.from()), copies);
  }

  private ColumnBlock copy(ColumnBlock block) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the rows are no longer needed");
    }
    Object copy = arrays.copy(block.values(), block.length());
    bytes.add(HeldArrays.bytes(copy));
    return new ColumnBlock(block.row(), block.count(), block.width(), copy);
  }

  /** Bytes of all rows in memory. */
  public long bytes() {
    return bytes.sum();
  }

  /** Returns the arrays of all rows to the pool. */
  public void release() {
    bytes.reset();
    held.values().forEach(range -> range.blocks.forEach(block -> arrays.release(block.values())));
    held.clear();
  }

  /**
   * Passes rows to a sink. Rows come from memory if exactly this range is held, and from the files
   * otherwise. Held coordinates may be fractions of the box, which the sink must then accept.
   */
  @Override
  public void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink) {
    HeldBlocks known = held.get(new RangeStart(column, type, from));
    boolean forAll = !column.equals(ParticleColumn.COORDINATES);
    if (known != null && known.rows == rows && (forAll || sink.takesFractions())) {
      known.blocks.forEach(sink::accept);
    } else {
      files.read(column, type, from, rows, sink);
    }
  }

  @Override
  public boolean readsInParts(int type) {
    return files.readsInParts(type);
  }
}
