package org.jzfof.hdf5.chunks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.jzfof.hdf5.library.Hdf5Exception;

/** The bytes of an HDF5 file, for any number of threads at once. */
public record DataFile(FileChannel channel) implements AutoCloseable {
  /** Bytes that a channel copies into an array at once: they fit into the cache of a core. */
  private static final int PIECE_BYTES = 256 << 10;

  /** The file in which an open dataset is. */
  public static DataFile of(long dataset) {
    try {
      return new DataFile(FileChannel.open(MetadataFile.path(dataset), StandardOpenOption.READ));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads bytes into the start of an array.
   *
   * @throws Hdf5Exception if the file ends before
   */
  public void read(long position, byte[] target, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(target);
    while (buffer.position() < length) {
      buffer.limit(Math.min(length, buffer.position() + PIECE_BYTES));
      read(position + buffer.position(), buffer);
    }
  }

  /**
   * Fills a buffer up to its limit.
   *
   * @throws Hdf5Exception if the file ends before
   */
  public void read(long position, ByteBuffer target) throws IOException {
    int first = target.position();
    while (target.hasRemaining()) {
      if (channel.read(target, position + target.position() - first) < 0) {
        throw new Hdf5Exception(
            "truncated file: it has %d bytes, and %d at %d are needed"
                .formatted(channel.size(), target.limit() - first, position));
      }
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
