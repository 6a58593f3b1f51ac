package org.jzfof.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.threads.Parallel;

/**
 * A new HDF5 file, whose values are written at their position in the file without the library. All
 * threads can write values at the same time.
 */
public final class DirectWriter implements AutoCloseable {
  /** Number of 64-bit values per write of a thread. */
  private static final int BLOCK = 1 << 17;

  private final Hdf5Writer library;
  private final FileChannel channel;
  private final Map<String, Long> positions = new ConcurrentHashMap<>();

  private DirectWriter(Hdf5Writer library, FileChannel channel) {
    this.library = library;
    this.channel = channel;
  }

  /**
   * Creates a file.
   *
   * @param file path of the new file; it must not exist
   */
  public static DirectWriter create(Path file) {
    try (Scope made = new Scope()) {
      Hdf5Writer library = made.add(Hdf5Writer.create(file));
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      return made.keep(new DirectWriter(library, channel));
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
  }

  /** Returns the writer of groups and attributes, and of datasets that the library writes. */
  public Hdf5Writer library() {
    return library;
  }

  /** Creates a contiguous dataset; a length may be 0. Its group must exist. */
  public void dataset(String path, Hdf5Type type, long... dims) {
    OptionalLong position = library.reserve(path, type, dims);
    if (position.isPresent()) {
      positions.put(path, position.getAsLong());
    }
  }

  /**
   * Writes consecutive values of a dataset.
   *
   * @param at index of the first value among all values of the dataset
   * @param size bytes of a value in the file
   * @param values bytes of the values in the type of the dataset
   * @throws Hdf5Exception if the values cannot be written
   */
  public void write(String path, long at, int size, ByteBuffer values) {
    if (!values.hasRemaining()) {
      return;
    }
    long position = positions.get(path) + size * at;
    try {
      while (values.hasRemaining()) {
        position += channel.write(values, position);
      }
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
  }

  /** Writes all values of a dataset of F64, by all threads. */
  public void write(String path, double[] values) {
    write(
        path,
        values.length,
        (bytes, from, count) -> bytes.asDoubleBuffer().put(values, from, count));
  }

  /** Writes all values of a dataset of I64, by all threads. */
  public void write(String path, long[] values) {
    write(
        path, values.length, (bytes, from, count) -> bytes.asLongBuffer().put(values, from, count));
  }

  /** Copies consecutive values of 64 bits into a buffer. */
  @FunctionalInterface
  private interface Values {
    void copy(ByteBuffer bytes, int from, int count);
  }

  private void write(String path, int length, Values values) {
    Parallel.forRange(
        length,
        BLOCK,
        (from, to) -> {
          ByteBuffer bytes =
              ByteBuffer.allocate(Long.BYTES * (to - from)).order(ByteOrder.nativeOrder());
          values.copy(bytes, from, to - from);
          write(path, from, Long.BYTES, bytes);
        });
  }

  @Override
  public void close() {
    Cleanup.close(channel, library);
  }
}
