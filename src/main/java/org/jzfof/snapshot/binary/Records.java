package org.jzfof.snapshot.binary;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.chunks.DataFile;

/**
 * The records of a binary snapshot: bytes between two equal markers of 32 bits, which are the lower
 * bits of their number.
 *
 * @param size bytes of the file
 */
record Records(Path path, DataFile file, long size, BinaryFormat format) {
  static final long NONE = -1;

  private static final long LOW_WORD = 0xffffffffL;
  private static final int MARKERS = 2 * BinaryFormat.MARKER_BYTES;
  private static final int LABEL_LETTERS = 4;

  /** Offset behind a record. */
  long after(long at, long length) {
    return at + length + MARKERS;
  }

  /** Offset behind a label. */
  long afterLabel(long at) {
    return after(at, BinaryFormat.LABEL_BYTES);
  }

  ByteBuffer read(long at, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(format.order());
    file.read(at, buffer);
    return buffer.flip();
  }

  /** The marker at an offset, unsigned. */
  private long marker(long at) throws IOException {
    return read(at, BinaryFormat.MARKER_BYTES).getInt() & LOW_WORD;
  }

  private boolean hasRoom(long at, long length) {
    return length <= size - at - MARKERS;
  }

  /** Whether a record of a length stands at an offset, between two markers that fit. */
  private boolean isRecord(long at, long length) throws IOException {
    return hasRoom(at, length)
        && marker(at) == (length & LOW_WORD)
        && marker(at + BinaryFormat.MARKER_BYTES + length) == (length & LOW_WORD);
  }

  /** Lengths that the marker at an offset can have, because of the bits that it lacks. */
  long[] lengths(long at) throws IOException {
    if (!hasRoom(at, 0)) {
      return new long[0];
    }
    long low = marker(at);
    return LongStream.iterate(
            low, length -> length == low || hasRoom(at, length), length -> length + LOW_WORD + 1)
        .toArray();
  }

  /**
   * Returns the length of the record at an offset; {@link #NONE} if it has none of the given ones.
   * Where values look like markers, several lengths with the same lower bits can be had: the one
   * with which the file ends is taken, or else the first one behind which another record stands.
   */
  long find(long at, long... lengths) throws IOException {
    long found = NONE;
    boolean followed = false;
    for (long length : lengths) {
      if (isRecord(at, length)) {
        if (after(at, length) == size) {
          return length;
        }
        boolean follows = isBegin(after(at, length));
        if (found == NONE || follows && !followed) {
          found = length;
          followed = follows;
        }
      }
    }
    return found;
  }

  private boolean isBegin(long at) throws IOException {
    if (format.hasLabels()) {
      return isRecord(at, BinaryFormat.LABEL_BYTES);
    }
    for (long length : lengths(at)) {
      if (isRecord(at, length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Requires a record of one of several lengths.
   *
   * @return its length
   * @throws SnapshotException naming the block, and the byte of the marker at fault
   */
  long require(String block, long at, long... lengths) throws IOException {
    long found = find(at, lengths);
    if (found != NONE) {
      return found;
    }
    if (!hasRoom(at, 0)) {
      throw damaged(block, at, "the file ends there, at byte %d".formatted(size));
    }
    long marker = marker(at);
    for (long length : lengths) {
      if (marker == (length & LOW_WORD)) {
        long end = at + BinaryFormat.MARKER_BYTES + length;
        throw damaged(
            block,
            at,
            hasRoom(at, length)
                ? "it has %d bytes, but the marker behind it, at byte %d, is %d"
                    .formatted(length, end, marker(end))
                : "it has %d bytes, but the file ends at byte %d".formatted(length, size));
      }
    }
    String expected =
        String.join(" or ", LongStream.of(lengths).mapToObj(Long::toString).distinct().toList());
    throw damaged(
        block,
        at,
        "its marker is %d, but it has %s bytes by the counts of the header"
            .formatted(marker, expected));
  }

  /**
   * Reads a label.
   *
   * @param number number of the block, from 1, for messages
   */
  String label(long at, int number) throws IOException {
    require("%d (its label)".formatted(number), at, BinaryFormat.LABEL_BYTES);
    byte[] letters = read(at + BinaryFormat.MARKER_BYTES, LABEL_LETTERS).array();
    return new String(letters, StandardCharsets.ISO_8859_1).replace('\0', ' ').strip();
  }

  /** The exception for a block that does not add up. */
  SnapshotException damaged(String block, long at, String how) {
    return new SnapshotException(
        "block %s of %s, at byte %d, is damaged: %s; copy or write the file again"
            .formatted(block, path, at, how));
  }
}
