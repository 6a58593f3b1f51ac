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
 * Rows of a snapshot that have been read in advance. Rows that are not held are read from the
 * files. Several threads may hold rows at once.
 */
public final class HeldRows implements RowReader {
  private final RowReader files;
  private final HeldArrays arrays;
  private final int threads;
  private final Map<Place, Held> held = new ConcurrentHashMap<>();
  private final LongAdder bytes = new LongAdder();

  /** The first of some rows of a type. */
  private record Place(ParticleColumn column, int type, long from) {}

  /** So many rows of a column, in the blocks in which they came. */
  private record Held(long rows, List<ColumnBlock> blocks) {}

  /**
   * @param files reader of the snapshot files
   * @param arrays arrays that hold the rows
   * @param threads maximum number of simultaneous readers
   */
  HeldRows(RowReader files, HeldArrays arrays, int threads) {
    this.threads = threads;
    this.files = files;
    this.arrays = arrays;
  }

  /**
   * Bytes of each row at most.
   *
   * @param columns columns to hold
   */
  static long bytesPerRow(ParticleColumns columns) {
    return 3L * Double.BYTES + columns.storedBytes();
  }

  /** Threads that may read at once. */
  int threads() {
    return threads;
  }

  /** Reads rows of a column, and keeps them. */
  void hold(ParticleColumn column, ReadRange rows) {
    Held copies = new Held(rows.count(), new ArrayList<>());
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
    held.put(new Place(column, rows.type(), rows.from()), copies);
  }

  private ColumnBlock copy(ColumnBlock block) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the rows are no longer needed");
    }
    Object copy = arrays.copy(block.values(), block.length());
    bytes.add(HeldArrays.bytes(copy));
    return new ColumnBlock(block.row(), block.count(), block.width(), copy);
  }

  /** Bytes of all rows that are held. */
  public long bytes() {
    return bytes.sum();
  }

  /** Forgets all rows. */
  public void release() {
    bytes.reset();
    held.values().forEach(of -> of.blocks.forEach(block -> arrays.give(block.values())));
    held.clear();
  }

  /** Exactly these rows, if they are held; coordinates may be fractions, not for every sink. */
  @Override
  public void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink) {
    Held known = held.get(new Place(column, type, from));
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
