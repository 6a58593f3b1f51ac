package org.jzfof.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CancellationException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.chunks.DataFile;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * Reads rows of a dataset whose values lie in one piece, on the thread that asks: several datasets
 * are read at once by as many threads.
 */
final class ContiguousReader implements DirectReader {
  /** Bytes read from the file at once: they fit into the cache of a core. */
  private static final int PIECE_BYTES = 256 << 10;

  private final DataFile file;
  private final long address;
  private final Hdf5Info info;
  private final ByteBuffer piece;

  /**
   * @param address offset of the first value in the file
   */
  ContiguousReader(DataFile file, long address, Hdf5Info info) {
    this.file = file;
    this.address = address;
    this.info = info;
    this.piece = ByteBuffer.allocateDirect(PIECE_BYTES).order(StoredNumbers.order(info));
  }

  @Override
  public synchronized void read(long row, int rows, StoredNumbers target) {
    int width = info.bytes();
    long from = address + row * info.columns() * width;
    int values = Math.toIntExact(rows * info.columns());
    int limit = PIECE_BYTES / width;
    try {
      for (int done = 0; done < values; done += limit) {
        int count = Math.min(limit, values - done);
        file.read(from + (long) done * width, piece.clear().limit(count * width));
        target.put(piece.flip(), done, count);
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
