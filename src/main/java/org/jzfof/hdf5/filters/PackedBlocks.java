package org.jzfof.hdf5.filters;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The bytes of a chunk in blocks that were compressed one by one, in the format of the filters LZ4
 * and bitshuffle: the unpacked size (64 bits) and the size of a block (32 bits), then for each
 * block the number of its packed bytes (32 bits) and these bytes. All numbers have the highest byte
 * first.
 */
final class PackedBlocks {
  private final BlockCodec codec;
  private final byte[] data;
  private final ByteBuffer in;

  PackedBlocks(BlockCodec codec, byte[] data, int length) {
    this.codec = codec;
    this.data = data;
    this.in = ByteBuffer.wrap(data, 0, length);
  }

  /** Unpacks the filter LZ4. A block that could not be compressed is stored unchanged. */
  static void unpackLz4(byte[] data, int length, byte[] target) {
    PackedBlocks blocks = new PackedBlocks(BlockCodec.lz4(), data, length);
    int blockLength = blocks.blockBytes(target.length);
    for (int done = 0; done < target.length; done += blockLength) {
      int count = Math.min(blockLength, target.length - done);
      int bytes = blocks.nextBytes();
      if (bytes == count) {
        blocks.in.get(target, done, count);
      } else {
        blocks.decode(bytes, target, done, count);
      }
    }
    blocks.requireEnd();
  }

  /**
   * Reads the header of the chunk.
   *
   * @param unpackedBytes unpacked size of all blocks
   * @return unpacked size of each block except the last
   */
  int blockBytes(int unpackedBytes) {
    try {
      long bytes = in.getLong();
      int block = in.getInt();
      if (bytes != unpackedBytes || block <= 0) {
        throw new Hdf5Exception(
            "it says that it has %d bytes in blocks of %d instead of %d"
                .formatted(bytes, block, unpackedBytes));
      }
      return Math.min(block, unpackedBytes);
    } catch (BufferUnderflowException e) {
      throw cut(e);
    }
  }

  /** Unpacks the next block into the start of an array. */
  void next(byte[] target, int count) {
    decode(nextBytes(), target, 0, count);
  }

  private void decode(int bytes, byte[] target, int to, int count) {
    codec.unpack(data, in.position(), bytes, target, to, count);
    in.position(in.position() + bytes);
  }

  private int nextBytes() {
    try {
      int bytes = in.getInt();
      if (bytes < 0 || bytes > in.remaining()) {
        throw new Hdf5Exception(
            "a block of %d bytes is where %d are left".formatted(bytes, in.remaining()));
      }
      return bytes;
    } catch (BufferUnderflowException e) {
      throw cut(e);
    }
  }

  /** Copies unpacked bytes after the blocks to the target; they must end the chunk. */
  void rest(byte[] target, int to, int count) {
    if (in.remaining() < count) {
      throw cut(null);
    }
    in.get(target, to, count);
    requireEnd();
  }

  private void requireEnd() {
    if (in.hasRemaining()) {
      throw new Hdf5Exception("it has %d bytes too many".formatted(in.remaining()));
    }
  }

  private static Hdf5Exception cut(Throwable cause) {
    return new Hdf5Exception("it ends before its last block", cause);
  }
}
