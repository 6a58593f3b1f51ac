package org.jzfof.hdf5.chunks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Reads bytes of an HDF5 file; several threads may read at the same time. */
public record DataFile(FileChannel channel) implements AutoCloseable {
  /**
   * Bytes per read into an array: the channel copies them, and they fit into the cache of a core.
   */
  private static final int PIECE_BYTES = 256 << 10;

  /** Path of the file of an open dataset. */
  public static Path path(long dataset) {
    return MetadataFile.path(dataset);
  }

  /** Opens the file of an open dataset; the caller closes the result. */
  public static DataFile of(long dataset) {
    try {
      return open(path(dataset));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a file; the caller closes the result. */
  public static DataFile open(Path file) throws IOException {
    return new DataFile(FileChannel.open(file, StandardOpenOption.READ));
  }

  /**
   * Reads bytes into the start of an array.
   *
   * @param position offset of the first byte in the file
   * @throws Hdf5Exception if the file is too short
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
   * @param position offset of the first byte in the file
   * @throws Hdf5Exception if the file is too short
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
