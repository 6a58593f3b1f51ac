package org.jzfof.hdf5.chunks;

import java.io.IOException;
import org.jzfof.hdf5.filters.ChunkFilters;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Reads chunks of a dataset and decodes their filters. */
public final class ChunkTiles implements AutoCloseable {
  private final DataFile file;
  private final ChunkIndex index;
  private final ChunkFilters filters;
  private final byte[] fill;

  /**
   * Buffer of the current thread for stored bytes. New buffers for each chunk would cause a third
   * of the computing time of a batch in the garbage collector.
   */
  private final ThreadLocal<byte[]> packed = ThreadLocal.withInitial(() -> new byte[0]);

  /**
   * @param file file that holds the chunks; closed with this object
   * @param fill stored value of elements that were never written
   */
  public ChunkTiles(DataFile file, ChunkIndex index, ChunkFilters filters, byte[] fill) {
    this.file = file;
    this.index = index;
    this.filters = filters;
    this.fill = fill;
  }

  /** The grid of the chunks, which has one or two dimensions. */
  public ChunkGrid grid() {
    return index.grid();
  }

  /**
   * Reads a chunk; several threads may call this method at the same time.
   *
   * @param number index of the chunk in the grid
   * @param values array that receives the stored values of a complete chunk; values beyond the
   *     dataset are undefined
   * @throws IOException if the file cannot be read
   * @throws Hdf5Exception if the chunk is damaged
   */
  public void read(long number, byte[] values) throws IOException {
    Hdf5Chunk chunk = index.find(number);
    if (chunk == null) {
      for (int at = 0; at < values.length; at += fill.length) {
        System.arraycopy(fill, 0, values, at, fill.length);
      }
      return;
    }
    int skipped = index.isRaw(chunk) ? ChunkFilters.ALL : chunk.skipped();
    if (chunk.bytes() == values.length && filters.areSkipped(skipped)) {
      file.read(chunk.address(), values, values.length);
      return;
    }
    try {
      int length = filters.storedBytes(chunk.bytes(), values.length);
      byte[] stored = buffer(length);
      file.read(chunk.address(), stored, length);
      filters.undo(stored, length, skipped, values);
    } catch (Hdf5Exception e) {
      throw new Hdf5Exception(
          "the chunk from row %d on (%d bytes at %d of the file) is damaged: %s"
              .formatted(index.row(chunk), chunk.bytes(), chunk.address(), e.getMessage()),
          e);
    }
  }

  /** Returns the buffer of the current thread, with at least the given length. */
  private byte[] buffer(int length) {
    if (packed.get().length < length) {
      packed.set(new byte[length]);
    }
    return packed.get();
  }

  @Override
  public void close() {
    file.close();
  }
}
