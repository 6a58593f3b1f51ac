package org.jzfof.snapshot.positions;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jzfof.error.SnapshotException;

/** The bytes of a PLY file in order: its lines, then words or binary numbers. */
final class PlyInput implements Closeable {
  /** No line of a header and no number is longer than this. */
  private static final int LONGEST = 1 << 12;

  private static final int BUFFER = 1 << 20;

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);
  private long read;
  private int line = 1;

  /** Whether lines end in carriage return and newline; known after the first line. */
  private Boolean twoBytesEndLines;

  PlyInput(Path file) throws IOException {
    this.file = file;
    this.channel = FileChannel.open(file);
  }

  /** Sets the byte order of the binary numbers. */
  void order(ByteOrder order) {
    buffer.order(order);
  }

  /** Number of the current line, from 1. */
  int line() {
    return line;
  }

  /** Number of bytes that have been taken. */
  long position() {
    return read - buffer.remaining();
  }

  /** Number of bytes that follow. */
  long remaining() throws IOException {
    return channel.size() - position();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Makes bytes available, unless the file ends before. */
  private boolean has(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return true;
    }
    buffer.compact();
    int more = 0;
    while (more >= 0 && buffer.position() < bytes) {
      more = channel.read(buffer);
      read += Math.max(0, more);
    }
    buffer.flip();
    return buffer.remaining() >= bytes;
  }

  /**
   * Takes a line of the header, which ends in a newline, a carriage return, or both.
   *
   * @throws SnapshotException if the file ends, or no line ends for a long time
   */
  String takeLine() throws IOException {
    StringBuilder text = new StringBuilder();
    while (has(1) && text.length() < LONGEST) {
      char next = (char) (buffer.get() & 0xff);
      if (next == '\n' || next == '\r') {
        if (next == '\r' && !Boolean.FALSE.equals(twoBytesEndLines)) {
          // Binary numbers may begin with the byte of a newline: all lines end like the first.
          twoBytesEndLines = has(1) && buffer.get(buffer.position()) == '\n';
          if (twoBytesEndLines) {
            buffer.get();
          }
        }
        line++;
        return text.toString();
      }
      text.append(next);
    }
    throw new SnapshotException(
        "%s ends, or has no line end, in its header (line %d): a header ends with a line end_header"
            .formatted(file, line));
  }

  /** Takes the next word between blanks and line ends; empty at the end of the file. */
  String takeWord() throws IOException {
    StringBuilder word = new StringBuilder();
    while (has(1) && word.length() < LONGEST) {
      char next = (char) (buffer.get() & 0xff);
      if (next > ' ') {
        word.append(next);
      } else if (word.length() > 0) {
        buffer.position(buffer.position() - 1); // a line end counts when the next word is taken
        return word.toString();
      } else if (next == '\n') {
        line++;
      }
    }
    return word.toString();
  }

  /**
   * Takes a binary number.
   *
   * @throws SnapshotException if the file ends before
   */
  double takeNumber(PlyType type) throws IOException {
    if (!has(type.bytes())) {
      throw new SnapshotException(
          "%s ends at byte %d, in the middle of its data: copy the file again"
              .formatted(file, channel.size()));
    }
    return type.take(buffer);
  }
}
