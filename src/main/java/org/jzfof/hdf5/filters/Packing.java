package org.jzfof.hdf5.filters;

import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Optional;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Undoes a filter that packs the bytes of a chunk; any number of threads at once. */
@FunctionalInterface
public interface Packing {
  /** Numbers of the filters, as registered with The HDF Group. */
  int DEFLATE = 1;

  int LZF = 32000;
  int LZ4 = 32004;
  int BITSHUFFLE = 32008;
  int ZSTD = 32015;

  /** All of them. */
  Set<Integer> FILTERS = Set.of(DEFLATE, LZF, LZ4, BITSHUFFLE, ZSTD);

  /**
   * Unpacks a chunk.
   *
   * @param data packed bytes, from the start on
   * @param length how many
   * @param target receives what was packed, which fills it
   * @throws Hdf5Exception if they are damaged
   */
  void unpack(byte[] data, int length, byte[] target);

  /**
   * That of a filter.
   *
   * @param parameters of the filter, at least eight, zeros behind those that it has
   * @return empty for other filters, and other parameters than are known
   */
  static Optional<Packing> of(int filter, int... parameters) {
    return switch (filter) {
      case DEFLATE -> Optional.of(Packing::inflate);
      case LZF -> Optional.of(Lzf::unpack);
      case LZ4 -> Optional.of(PackedBlocks::unpackLz4);
      case BITSHUFFLE -> Bitshuffle.of(parameters);
      case ZSTD -> Optional.of(Packing::unpackZstd);
      default -> Optional.empty();
    };
  }

  private static void unpackZstd(byte[] data, int length, byte[] target) {
    PackedBlocks.decode(new ZstdDecompressor(), data, 0, length, target, 0, target.length);
  }

  private static void inflate(byte[] data, int length, byte[] target) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(data, 0, length);
      int done = 0;
      int n = 1;
      while (n > 0 && done < target.length) {
        n = inflater.inflate(target, done, target.length - done);
        done += n;
      }
      int more = inflater.inflate(new byte[1]); // looks at the checksum behind the values
      if (done < target.length || more > 0 || !inflater.finished()) {
        throw new Hdf5Exception(
            "it is not %d bytes that deflate has packed".formatted(target.length));
      }
    } catch (DataFormatException e) {
      throw new Hdf5Exception("it cannot be inflated (%s)".formatted(e.getMessage()), e);
    } finally {
      inflater.end();
    }
  }
}
