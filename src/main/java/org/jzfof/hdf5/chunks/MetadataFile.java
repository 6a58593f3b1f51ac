package org.jzfof.hdf5.chunks;

import hdf.hdf5lib.H5;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;

/** Reads metadata of an HDF5 file to which the library gives no access. */
final class MetadataFile implements AutoCloseable {
  static final int CHECKSUM_BYTES = 4;

  private final FileChannel channel;
  private final long bytes;
  private final long base;
  private final int addressBytes;
  private final int lengthBytes;

  private MetadataFile(FileChannel channel, long base, int addressBytes, int lengthBytes)
      throws IOException {
    this.channel = channel;
    this.bytes = channel.size();
    this.base = base;
    this.addressBytes = addressBytes;
    this.lengthBytes = lengthBytes;
  }

  /** Opens the file of an open dataset; the caller closes the result. */
  static MetadataFile of(long dataset) {
    long[] sizes = new long[2];
    long[] userBlock = new long[1];
    try (Hdf5Id file = new Hdf5Id(H5.H5Iget_file_id(dataset), H5::H5Fclose);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Fget_create_plist(file.value()))) {
      H5.H5Pget_sizes(properties.value(), sizes);
      H5.H5Pget_userblock(properties.value(), userBlock);
    }
    try {
      FileChannel channel = FileChannel.open(path(dataset), StandardOpenOption.READ);
      return new MetadataFile(channel, userBlock[0], (int) sizes[0], (int) sizes[1]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Path of the file of an open dataset. */
  static Path path(long dataset) {
    return Path.of(H5.H5Fget_name(dataset));
  }

  int addressBytes() {
    return addressBytes;
  }

  /** Reads bytes at an address, which counts from the end of the user block. */
  ByteBuffer read(long address, long length) {
    requireInside(address, length);
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(length));
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, base + address + buffer.position()) < 0) {
          throw outside(address, length);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return buffer.flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads bytes as {@link #read(long, long)}, and verifies and skips their signature. */
  ByteBuffer read(long address, long length, String signature) {
    ByteBuffer buffer = read(address, length);
    requireSignature(buffer, signature);
    return buffer;
  }

  static void requireSignature(ByteBuffer buffer, String signature) {
    byte[] letters = new byte[signature.length()];
    buffer.get(letters);
    if (!signature.equals(new String(letters, StandardCharsets.ISO_8859_1))) {
      throw new Hdf5Exception("its metadata have no %s where one should be".formatted(signature));
    }
  }

  /** Converts an address to an offset in the file; the bytes must lie within the file. */
  long position(long address, long length) {
    requireInside(address, length);
    return base + address;
  }

  private void requireInside(long address, long length) {
    if (address < 0 || length < 0 || address > bytes - base || length > bytes - base - address) {
      throw outside(address, length);
    }
  }

  private Hdf5Exception outside(long address, long length) {
    return new Hdf5Exception(
        "%s bytes at %s are not in the file, which has %d"
            .formatted(Long.toUnsignedString(length), Long.toUnsignedString(address), bytes));
  }

  /** The next address of a buffer; -1 for an undefined address. */
  long address(ByteBuffer buffer) {
    long address = number(buffer, addressBytes);
    return address == -1L >>> 64 - 8 * addressBytes ? -1 : address;
  }

  /** The next length of a buffer. */
  long length(ByteBuffer buffer) {
    return number(buffer, lengthBytes);
  }

  /**
   * The next unsigned number of a buffer; a number of 64 bits may appear negative.
   *
   * @param width width of the number in bytes
   */
  static long number(ByteBuffer buffer, int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value |= (buffer.get() & 0xffL) << 8 * i;
    }
    return value;
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
