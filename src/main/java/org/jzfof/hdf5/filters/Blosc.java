package org.jzfof.hdf5.filters;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The format of Blosc 1. The header has 16 bytes: version, version of the codec, flags, bytes of a
 * value, then three numbers of 32 bits, lowest byte first: the unpacked size, the size of a block,
 * and the packed size. The offsets of all blocks follow, then the blocks. A block consists of one
 * piece, or of one piece per byte of a value. A piece is the number of its packed bytes and these
 * bytes; a piece that could not be compressed has as many packed as unpacked bytes. The bytes or
 * bits of each block may be shuffled.
 */
final class Blosc {
  private static final int VERSION = 2;
  private static final int HEADER = 16;
  private static final int INT = Integer.BYTES;

  private static final int BYTES_SHUFFLED = 1;
  private static final int COPIED = 2;
  private static final int BITS_SHUFFLED = 4;
  private static final int RESERVED = 8;
  private static final int UNDIVIDED = 16;
  private static final int CODEC_SHIFT = 5;

  /** Blocks are divided into pieces only for values of at most this many bytes. */
  private static final int MAXIMUM_PIECES = 16;

  /** Blocks are divided into pieces only if they have at least this many values. */
  private static final int MINIMUM_VALUES = 128;

  private final byte[] data;
  private final ByteBuffer in;
  private final int flags;
  private final int width;
  private final int blockBytes;
  private final BlockCodec codec;

  private Blosc(byte[] data, int length, int unpackedBytes) {
    this.data = data;
    this.in = ByteBuffer.wrap(data, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    if (length < HEADER) {
      throw new Hdf5Exception("it has %d bytes, less than the header of Blosc".formatted(length));
    }
    this.flags = data[2];
    this.width = data[3] & 0xff;
    this.blockBytes = in.getInt(2 * INT);
    if (data[0] != VERSION || (flags & RESERVED) != 0) {
      throw new Hdf5Exception(
          "its version %d of Blosc, flags %x, is not known".formatted(data[0], flags & 0xff));
    }
    int bytes = in.getInt(INT);
    int packed = in.getInt(3 * INT);
    if (bytes != unpackedBytes || packed != length || blockBytes <= 0 || width == 0) {
      throw new Hdf5Exception(
          "it says that it has %d bytes, packed %d, in blocks of %d with values of %d, instead of %d, packed %d"
              .formatted(bytes, packed, blockBytes, width, unpackedBytes, length));
    }
    this.codec = codec((flags & 0xff) >> CODEC_SHIFT);
  }

  /** Unpacks a chunk, as {@link Packing#unpack}. */
  static void unpack(byte[] data, int length, byte[] target) {
    Blosc chunk = new Blosc(data, length, target.length);
    if ((chunk.flags & COPIED) != 0) {
      chunk.require(HEADER, target.length);
      System.arraycopy(data, HEADER, target, 0, target.length);
    } else {
      chunk.unpack(target);
    }
  }

  private static BlockCodec codec(int number) {
    return switch (number) {
      case 0 -> BloscLz::unpack;
      case 1 -> BlockCodec.lz4();
      case 2 -> BlockCodec.snappy();
      case 3 -> BlockCodec::inflate;
      case 4 -> BlockCodec.zstd();
      default -> throw new Hdf5Exception("its codec %d of Blosc is not known".formatted(number));
    };
  }

  private void unpack(byte[] target) {
    int blockLength = Math.min(blockBytes, target.length);
    byte[] shuffled = shuffles(blockLength) ? new byte[blockLength] : target;
    for (int done = 0, entry = HEADER; done < target.length; done += blockLength, entry += INT) {
      int count = Math.min(blockLength, target.length - done);
      int at = number(entry);
      if (shuffled == target) {
        unpackBlock(at, target, done, count);
      } else {
        unpackBlock(at, shuffled, 0, count);
        unshuffle(shuffled, count, target, done);
      }
    }
  }

  private boolean shuffles(int bytes) {
    return (flags & BYTES_SHUFFLED) != 0 && width > 1
        || (flags & BITS_SHUFFLED) != 0 && bytes >= width;
  }

  private void unshuffle(byte[] shuffled, int count, byte[] target, int to) {
    if ((flags & BYTES_SHUFFLED) != 0 && width > 1) {
      Shuffles.bytes(shuffled, 0, count, width, target, to);
      return;
    }
    int values = count / width;
    int bits = values % Shuffles.GROUP == 0 ? values * width : 0; // all other blocks are unchanged
    Shuffles.bits(shuffled, 0, bits, width, target, to);
    System.arraycopy(shuffled, bits, target, to + bits, count - bits);
  }

  private void unpackBlock(int from, byte[] target, int to, int count) {
    boolean inPieces =
        (flags & UNDIVIDED) == 0
            && width <= MAXIMUM_PIECES
            && count / width >= MINIMUM_VALUES
            && count == blockBytes;
    int pieces = inPieces ? width : 1;
    int each = count / pieces;
    int at = from;
    for (int i = 0; i < pieces; i++) {
      int bytes = number(at);
      at += INT;
      require(at, bytes);
      if (bytes == each) {
        System.arraycopy(data, at, target, to + i * each, each);
      } else {
        codec.unpack(data, at, bytes, target, to + i * each, each);
      }
      at += bytes;
    }
  }

  /** Reads a number of 32 bits. */
  private int number(int at) {
    require(at, INT);
    return in.getInt(at);
  }

  private void require(int from, int bytes) {
    if (from < HEADER || bytes < 0 || bytes > in.limit() - from) {
      throw new Hdf5Exception(
          "%d bytes at %d of the chunk are not among its %d".formatted(bytes, from, in.limit()));
    }
  }
}
