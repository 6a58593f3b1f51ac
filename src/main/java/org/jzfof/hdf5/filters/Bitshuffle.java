package org.jzfof.hdf5.filters;

import java.util.Optional;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The filter bitshuffle. In each block of values the lowest bits of the first bytes of all values
 * precede their second bits, and so on, with eight values per byte. Values at the end that do not
 * fill a byte are unchanged. Blocks may be compressed one by one.
 *
 * @param block number of values per block; used only without a codec
 * @param codec number of the codec of the blocks, see the constants
 */
record Bitshuffle(int width, int block, int codec) implements Packing {
  private static final int NONE = 0;
  private static final int LZ4 = 2;
  private static final int ZSTD = 3;

  private static final int DEFAULT_BYTES = 8192;
  private static final int MINIMUM_DEFAULT = 128;

  /**
   * Returns the filter with given parameters.
   *
   * @param parameters two numbers of the version, bytes of a value, values per block or 0, codec
   * @return filter; empty for unknown parameters
   */
  static Optional<Packing> of(int... parameters) {
    int width = parameters[2];
    int block = parameters[3];
    int codec = parameters[4];
    if (width <= 0 || block < 0 || codec != NONE && codec != LZ4 && codec != ZSTD) {
      return Optional.empty();
    }
    int usual = Math.max(MINIMUM_DEFAULT, DEFAULT_BYTES / width / Shuffles.GROUP * Shuffles.GROUP);
    return Optional.of(new Bitshuffle(width, block == 0 ? usual : block, codec));
  }

  @Override
  public void unpack(byte[] data, int length, byte[] target) {
    if (codec != NONE) {
      BlockCodec blocks = codec == LZ4 ? BlockCodec.lz4() : BlockCodec.zstd();
      unpack(new PackedBlocks(blocks, data, length), target);
      return;
    }
    if (length != target.length) {
      throw new Hdf5Exception("it has %d bytes instead of %d".formatted(length, target.length));
    }
    int shuffledBytes = shuffledBytes(target, block * width);
    for (int done = 0; done < shuffledBytes; done += block * width) {
      Shuffles.bits(data, done, Math.min(block * width, shuffledBytes - done), width, target, done);
    }
    System.arraycopy(data, shuffledBytes, target, shuffledBytes, length - shuffledBytes);
  }

  private void unpack(PackedBlocks blocks, byte[] target) {
    int blockLength = blocks.blockBytes(target.length);
    int shuffledBytes = shuffledBytes(target, blockLength);
    byte[] bits = new byte[blockLength];
    for (int done = 0; done < shuffledBytes; done += blockLength) {
      int count = Math.min(blockLength, shuffledBytes - done);
      blocks.next(bits, count);
      Shuffles.bits(bits, 0, count, width, target, done);
    }
    blocks.rest(target, shuffledBytes, target.length - shuffledBytes);
  }

  /** Number of bytes of the values whose bits are shuffled. */
  private int shuffledBytes(byte[] target, int blockBytes) {
    if (target.length % width > 0
        || blockBytes % (Shuffles.GROUP * width) > 0 && blockBytes < target.length) {
      throw new Hdf5Exception(
          "values of %d bytes do not fill blocks of %d, or %d in all"
              .formatted(width, blockBytes, target.length));
    }
    return target.length / width / Shuffles.GROUP * Shuffles.GROUP * width;
  }
}
