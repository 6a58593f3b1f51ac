package org.jzfof.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.chunks.DataFile;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;

/** Reads rows of a contiguous dataset on the calling thread; several threads can read at once. */
final class ContiguousReader implements DirectReader {
  /** Bytes per read of the file: they fit into the cache of a core. */
  private static final int BUFFER_BYTES = 256 << 10;

  private final DataFile file;
  private final long address;
  private final Hdf5Info info;
  private final Queue<ByteBuffer> buffers = new ConcurrentLinkedQueue<>(); // not in use

  /**
   * @param address offset of the first value in the file
   */
  ContiguousReader(DataFile file, long address, Hdf5Info info) {
    this.file = file;
    this.address = address;
    this.info = info;
  }

  @Override
  public void read(long row, int rows, StoredNumbers target) {
    ByteBuffer free = buffers.poll();
    ByteBuffer buffer = free == null ? ByteBuffer.allocateDirect(BUFFER_BYTES) : free;
    try {
      read(row, rows, target, buffer.order(StoredNumbers.order(info)));
    } finally {
      buffers.add(buffer);
    }
  }

  private void read(long row, int rows, StoredNumbers target, ByteBuffer buffer) {
    int width = info.bytes();
    long from = address + row * info.columns() * width;
    int values = Math.toIntExact(rows * info.columns());
    int limit = BUFFER_BYTES / width;
    try {
      for (int done = 0; done < values; done += limit) {
        int count = Math.min(limit, values - done);
        file.read(from + (long) done * width, buffer.clear().limit(count * width));
        target.put(buffer.flip(), done, count);
      }
    } catch (ClosedChannelException e) {
      throw new CancellationException("the reading was interrupted");
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
