package org.jzfof.snapshot.binary;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The format of a binary snapshot: SnapFormat of Gadget's parameter file, and byte order.
 *
 * @param number 1, or 2 for files with a label before each block
 */
public record BinaryFormat(int number, ByteOrder order) {
  /** Bytes of a record marker, before and behind each block. */
  static final int MARKER_BYTES = Integer.BYTES;

  static final int HEADER_BYTES = 256;

  /** Bytes of the record with a label and the distance to the next label, without markers. */
  static final int LABEL_BYTES = 8;

  private static final long HDF5_SIGNATURE = 0x894844460d0a1a0aL;

  /** HDF5 looks for its signature at this offset, and at its doubles. */
  private static final int HDF5_USER_BLOCK = 512;

  /**
   * Recognises a binary snapshot by the marker of its first record; empty for other files, and for
   * those that cannot be read.
   */
  public static Optional<BinaryFormat> of(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty(); // a read would wait for a pipe
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Optional<Long> first = number(channel, 0, Integer.BYTES, ByteOrder.LITTLE_ENDIAN);
      Optional<BinaryFormat> format = first.flatMap(marker -> of(marker.intValue()));
      return format.isEmpty() || format.get().isClosed(channel) || !hasHdf5Signature(channel)
          ? format
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the HDF5 library reports the reason
    }
  }

  /** Recognises the marker of a first record that was read as little-endian. */
  private static Optional<BinaryFormat> of(int marker) {
    boolean little = marker == HEADER_BYTES || marker == LABEL_BYTES;
    return switch (little ? marker : Integer.reverseBytes(marker)) {
      case HEADER_BYTES -> Optional.of(new BinaryFormat(1, order(little)));
      case LABEL_BYTES -> Optional.of(new BinaryFormat(2, order(little)));
      default -> Optional.empty();
    };
  }

  private static ByteOrder order(boolean little) {
    return little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  /** Whether the first record has the same marker behind it. */
  private boolean isClosed(FileChannel channel) throws IOException {
    int length = hasLabels() ? LABEL_BYTES : HEADER_BYTES;
    return number(channel, MARKER_BYTES + length, MARKER_BYTES, order)
        .filter(marker -> marker == length)
        .isPresent();
  }

  /** Whether an HDF5 file begins behind a block of the user, whatever that contains. */
  private static boolean hasHdf5Signature(FileChannel channel) throws IOException {
    for (long at = HDF5_USER_BLOCK; at < channel.size(); at *= 2) {
      if (number(channel, at, Long.BYTES, ByteOrder.BIG_ENDIAN).orElse(0L) == HDF5_SIGNATURE) {
        return true;
      }
    }
    return false;
  }

  /** Reads a signed integer of 4 or 8 bytes; empty beyond the end of the file. */
  private static Optional<Long> number(FileChannel channel, long at, int bytes, ByteOrder order)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(order);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(bytes == Integer.BYTES ? buffer.getInt(0) : buffer.getLong(0));
  }

  /** Whether each block has a label. */
  boolean hasLabels() {
    return number == 2;
  }

  /** Describes the format, such as "format 2, big-endian". */
  public String describe() {
    return "format %d, %s"
        .formatted(number, order == ByteOrder.BIG_ENDIAN ? "big-endian" : "little-endian");
  }
}
