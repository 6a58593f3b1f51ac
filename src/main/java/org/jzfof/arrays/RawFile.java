package org.jzfof.arrays;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.threads.Parallel;

/**
 * A raw file of numbers in native byte order, or shared memory that the system names like a file.
 * Several ranks may write to different places at once. The file is no product that is whole or
 * absent: it belongs to the program that reads the reply about it.
 */
public final class RawFile implements AutoCloseable {
  private static final int BLOCK = 1 << 16;

  /** Numbers that a thread converts and writes at a time. */
  private static final int PART = 1 << 20;

  private final Path path;
  private final FileChannel channel;

  private final long room; // bytes that were there before

  private RawFile(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    this.room = channel.size();
  }

  /**
   * Opens a file, or creates one. Numbers that are there stay until others are written: whoever
   * reads them has made room for them in advance, or none.
   *
   * @throws OutputException if it cannot be written
   */
  public static RawFile open(Path path) {
    try {
      return new RawFile(
          path,
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  /**
   * Writes a column from the number {@code first} of the file on. Where there is room already,
   * threads write to the memory of the file: the system lets one thread at a time write to a file.
   *
   * @param as type of the numbers in the file, of the same kind as those of the column
   */
  public void write(long first, HostColumn column, ElementType as) {
    boolean mapped = as.bytes() * (first + column.length()) <= room;
    Parallel.forRange(
        column.length(),
        PART,
        (from, end) -> {
          HostColumn part = column.part(from, end - from);
          long position = as.bytes() * (first + from);
          if (mapped) {
            writeMapped(position, part, as);
          } else {
            part.forEachBlock(as, (at, bytes) -> write(position + as.bytes() * at, bytes));
          }
        });
  }

  private void writeMapped(long position, HostColumn part, ElementType as) {
    long size = (long) as.bytes() * part.length();
    try (MappedMemory memory = MappedMemory.of(channel, position, size)) {
      part.forEachBlock(as, (at, bytes) -> memory.bytes().put(bytes));
    } catch (IOException e) {
      throw failure(path, e);
    } catch (InternalError e) { // the system had no memory for a page
      throw failure(path, new IOException(e));
    }
  }

  /** Writes I64 numbers from the number {@code first} of the file on. */
  public void write(long first, long... numbers) {
    ByteBuffer bytes = block(numbers.length);
    for (int from = 0; from < numbers.length; from += BLOCK) {
      int count = Math.min(BLOCK, numbers.length - from);
      bytes.asLongBuffer().put(numbers, from, count);
      write(Long.BYTES * (first + from), bytes.clear().limit(Long.BYTES * count));
      bytes.clear();
    }
  }

  /** Writes F64 numbers from the number {@code first} of the file on. */
  public void write(long first, double... numbers) {
    write(first, Arrays.stream(numbers).mapToLong(Double::doubleToRawLongBits).toArray());
  }

  private static ByteBuffer block(int numbers) {
    return ByteBuffer.allocateDirect(Long.BYTES * Math.min(BLOCK, numbers))
        .order(ByteOrder.nativeOrder());
  }

  private void write(long position, ByteBuffer bytes) {
    long at = position;
    try {
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private static OutputException failure(Path path, IOException e) {
    return new OutputException(
        "cannot write %s: %s: free space there, or in the shared memory of the machine"
            .formatted(path, SystemFault.describe(e)),
        e);
  }
}
