package org.jzfof.hdf5.filters;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Decodes a compression filter; several threads may use an object at the same time. */
@FunctionalInterface
public interface Packing {
  /** Number of the filter deflate; all numbers are registered with The HDF Group. */
  int DEFLATE = 1;

  int LZF = 32000;
  int BLOSC = 32001;
  int LZ4 = 32004;
  int BITSHUFFLE = 32008;
  int ZSTD = 32015;

  /** Numbers of all compression filters that this package decodes. */
  Set<Integer> FILTERS = Set.of(DEFLATE, LZF, BLOSC, LZ4, BITSHUFFLE, ZSTD);

  /**
   * Unpacks a chunk.
   *
   * @param data array that starts with the packed bytes
   * @param length number of packed bytes
   * @param target array that the unpacked bytes fill exactly
   * @throws Hdf5Exception if the packed bytes are damaged
   */
  void unpack(byte[] data, int length, byte[] target);

  /**
   * Unpacks a chunk whose values may have been shuffled before the compression.
   *
   * @param width bytes of a value if the bytes were shuffled, otherwise 1
   */
  default void unpackShuffled(byte[] data, int length, int width, byte[] target) {
    if (width <= 1) {
      unpack(data, length, target);
      return;
    }
    byte[] shuffled = new byte[target.length];
    unpack(data, length, shuffled);
    Shuffles.bytes(shuffled, 0, shuffled.length, width, target, 0);
  }

  /**
   * Returns the decoder of a filter.
   *
   * @param filter registered number of the filter
   * @param parameters parameters of the filter, at least eight, padded with zeros
   * @return decoder; empty for unknown filters and parameters
   */
  static Optional<Packing> of(int filter, int... parameters) {
    return switch (filter) {
      case DEFLATE -> Optional.of(new Deflate());
      case LZF -> Optional.of(Lzf::unpack);
      case BLOSC -> Optional.of(Blosc::unpack);
      case LZ4 -> Optional.of(PackedBlocks::unpackLz4);
      case BITSHUFFLE -> Bitshuffle.of(parameters);
      case ZSTD -> Optional.of(allAtOnce(BlockCodec::zstd));
      default -> Optional.empty();
    };
  }

  private static Packing allAtOnce(Supplier<BlockCodec> codec) {
    return (data, length, target) -> codec.get().unpack(data, 0, length, target, 0, target.length);
  }
}
