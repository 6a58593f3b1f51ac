package org.jzfof.hdf5.filters;

import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Decompresses a block of bytes; one thread uses an object. */
@FunctionalInterface
interface BlockCodec {
  /**
   * Unpacks bytes.
   *
   * @param from offset of the first packed byte
   * @param length number of packed bytes
   * @param to offset of the first unpacked byte
   * @param count number of unpacked bytes
   * @throws Hdf5Exception if the packed bytes are damaged or give another number of bytes
   */
  void unpack(byte[] data, int from, int length, byte[] target, int to, int count);

  /** LZ4 blocks without a frame. */
  static BlockCodec lz4() {
    return of(new Lz4Decompressor());
  }

  /** Snappy without a frame. */
  static BlockCodec snappy() {
    return of(new SnappyDecompressor());
  }

  /** Zstandard. */
  static BlockCodec zstd() {
    return of(new ZstdDecompressor());
  }

  private static BlockCodec of(Decompressor decompressor) {
    return (data, from, length, target, to, count) -> {
      try {
        int n = decompressor.decompress(data, from, length, target, to, count);
        if (n != count) {
          throw new Hdf5Exception("it has %d bytes instead of %d".formatted(n, count));
        }
      } catch (MalformedInputException | IndexOutOfBoundsException | IllegalStateException e) {
        // the Zstandard decoder throws any of them for inconsistent tables of a frame
        throw new Hdf5Exception("it cannot be unpacked (%s)".formatted(e.getMessage()), e);
      }
    };
  }

  /** Deflate, with the header and the checksum of zlib. */
  static void inflate(byte[] data, int from, int length, byte[] target, int to, int count) {
    if (!LibDeflate.isAvailable() || !LibDeflate.unpack(data, from, length, target, to, count, 1)) {
      inflateByJdk(data, from, length, target, to, count);
    }
  }

  /** Deflate by the JDK, which reports the fault of damaged bytes. */
  static void inflateByJdk(byte[] data, int from, int length, byte[] target, int to, int count) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(data, from, length);
      int done = 0;
      int n = 1;
      while (n > 0 && done < count) {
        n = inflater.inflate(target, to + done, count - done);
        done += n;
      }
      int more = inflater.inflate(new byte[1]); // verifies the checksum after the values
      if (done < count || more > 0 || !inflater.finished()) {
        throw new Hdf5Exception("it is not %d bytes that deflate has packed".formatted(count));
      }
    } catch (DataFormatException e) {
      throw new Hdf5Exception("it cannot be inflated (%s)".formatted(e.getMessage()), e);
    } finally {
      inflater.end();
    }
  }
}
