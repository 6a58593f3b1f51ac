package org.jzfof.hdf5.chunks;

import java.nio.ByteBuffer;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The layout message in the object header of a chunked dataset.
 *
 * @param chunk lengths of a chunk in values along each dimension, then bytes of a value
 * @param address offset of the index in the file; -1 without an index
 * @param rawEdges whether chunks that extend beyond the dataset are stored without filters
 * @param single the only chunk of a dataset without an index
 */
record ChunkLayout(long[] chunk, Index index, long address, boolean rawEdges, Hdf5Chunk single) {
  private static final int LAYOUT = 8;
  private static final int CONTINUATION = 16;
  private static final int CHUNKED = 2;
  private static final int RAW_EDGES = 1;
  private static final int FILTERED_SINGLE = 2;

  /** The kinds of chunk index, in the order of their numbers in the file, which begin at 1. */
  enum Index {
    SINGLE,
    IMPLICIT,
    FIXED_ARRAY,
    EXTENSIBLE_ARRAY,
    TREE_2,
    TREE_1
  }

  /** Reads the message from the object header at an address. */
  static ChunkLayout read(MetadataFile file, long address) {
    ByteBuffer start = file.read(address, 16);
    ByteBuffer layout =
        start.get(0) == 1
            ? inOldHeader(file, address, start)
            : inNewHeader(file, address, start.get(5));
    if (layout == null) {
      throw new Hdf5Exception("its header has no message on its layout");
    }
    return parse(file, layout);
  }

  private static ByteBuffer inOldHeader(MetadataFile file, long address, ByteBuffer start) {
    return inOldBlock(file, file.read(address + 16, start.getInt(8) & 0xffffffffL), 0);
  }

  private static ByteBuffer inOldBlock(MetadataFile file, ByteBuffer block, int depth) {
    requireShallow(depth);
    ByteBuffer layout = null;
    while (layout == null && block.remaining() >= 8) {
      int type = block.getShort() & 0xffff;
      int length = block.getShort() & 0xffff;
      block.getInt();
      ByteBuffer message = next(block, length);
      if (type == LAYOUT) {
        layout = message;
      } else if (type == CONTINUATION) {
        layout =
            inOldBlock(file, file.read(file.address(message), file.length(message)), depth + 1);
      }
    }
    return layout;
  }

  private static ByteBuffer inNewHeader(MetadataFile file, long address, int flags) {
    int widthOfLength = 1 << (flags & 3);
    int before = 6 + ((flags & 32) != 0 ? 16 : 0) + ((flags & 16) != 0 ? 4 : 0);
    ByteBuffer prefix = file.read(address, before + widthOfLength, "OHDR").position(before);
    long length = MetadataFile.number(prefix, widthOfLength);
    return inNewBlock(
        file, file.read(address + before + widthOfLength, length), (flags & 4) != 0, 0);
  }

  private static ByteBuffer inNewBlock(
      MetadataFile file, ByteBuffer block, boolean ordered, int depth) {
    requireShallow(depth);
    int prefix = ordered ? 6 : 4;
    ByteBuffer layout = null;
    while (layout == null && block.remaining() >= prefix) {
      int type = block.get() & 0xff;
      int length = block.getShort() & 0xffff;
      block.position(block.position() + prefix - 3);
      ByteBuffer message = next(block, length);
      if (type == LAYOUT) {
        layout = message;
      } else if (type == CONTINUATION) {
        ByteBuffer more = file.read(file.address(message), file.length(message), "OCHK");
        layout =
            inNewBlock(
                file, more.limit(more.limit() - MetadataFile.CHECKSUM_BYTES), ordered, depth + 1);
      }
    }
    return layout;
  }

  private static void requireShallow(int depth) {
    if (depth > 1000) {
      throw new Hdf5Exception("its header refers back to itself");
    }
  }

  private static ByteBuffer next(ByteBuffer block, int length) {
    ByteBuffer message = block.slice(block.position(), length).order(block.order());
    block.position(block.position() + length);
    return message;
  }

  private static ChunkLayout parse(MetadataFile file, ByteBuffer message) {
    int version = message.get();
    if (version == 4) {
      return parseNew(file, message);
    }
    int dimensions;
    if (version == 3) {
      requireChunked(message.get());
      dimensions = message.get();
    } else {
      dimensions = message.get();
      requireChunked(message.get());
      message.position(message.position() + 5);
    }
    long address = file.address(message);
    return new ChunkLayout(lengths(message, dimensions, 4), Index.TREE_1, address, false, null);
  }

  private static ChunkLayout parseNew(MetadataFile file, ByteBuffer message) {
    requireChunked(message.get());
    int flags = message.get();
    int dimensions = message.get();
    long[] chunk = lengths(message, dimensions, message.get());
    int number = message.get();
    if (number < 1 || number > Index.TREE_2.ordinal() + 1) {
      throw new Hdf5Exception("its index of chunks is of the unknown kind %d".formatted(number));
    }
    Index index = Index.values()[number - 1];
    boolean filtered = index == Index.SINGLE && (flags & FILTERED_SINGLE) != 0;
    long bytes = bytes(chunk);
    int skipped = 0;
    if (filtered) {
      bytes = file.length(message);
      skipped = message.getInt();
    }
    int parameters =
        switch (index) {
          case FIXED_ARRAY -> 1;
          case EXTENSIBLE_ARRAY -> 5;
          case TREE_2 -> 6;
          default -> 0;
        };
    message.position(message.position() + parameters);
    long address = file.address(message);
    return new ChunkLayout(
        chunk, index, address, (flags & RAW_EDGES) != 0, new Hdf5Chunk(0, address, bytes, skipped));
  }

  private static void requireChunked(int storage) {
    if (storage != CHUNKED) {
      throw new Hdf5Exception("its storage is of the unknown kind %d".formatted(storage));
    }
  }

  private static long[] lengths(ByteBuffer message, int dimensions, int width) {
    long[] lengths = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      lengths[d] = MetadataFile.number(message, width);
    }
    return lengths;
  }

  private static long bytes(long[] chunk) {
    long bytes = 1;
    for (long n : chunk) {
      bytes = Math.multiplyExact(bytes, n);
    }
    return bytes;
  }

  /** Bytes of one value. */
  long valueBytes() {
    return chunk[chunk.length - 1];
  }

  /** Bytes of a complete chunk without filters. */
  long bytes() {
    return bytes(chunk);
  }
}
