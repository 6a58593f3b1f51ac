package org.jzfof.hdf5.filters;

import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The format of LibLZF, which h5py's filter uses. The data are a sequence of control bytes with
 * their operands. A control byte c below 32 precedes c + 1 literal bytes. Any other control byte
 * repeats earlier bytes. Its upper three bits are the number of bytes minus 2; if they are 7, the
 * next byte is added. Its lower five bits and the following byte are the distance minus 1.
 */
final class Lzf {
  private static final int LITERALS = 32;
  private static final int LONG = 7;

  private Lzf() {}

  /** Unpacks a chunk, as {@link Packing#unpack}. */
  static void unpack(byte[] data, int length, byte[] target) {
    int in = 0;
    int out = 0;
    while (in < length) {
      int control = data[in++] & 0xff;
      if (control < LITERALS) {
        int count = control + 1;
        require(in + count <= length && out + count <= target.length, in);
        System.arraycopy(data, in, target, out, count);
        in += count;
        out += count;
      } else {
        int count = control >> 5;
        require(in + (count == LONG ? 2 : 1) <= length, in);
        if (count == LONG) {
          count += data[in++] & 0xff;
        }
        count += 2;
        int from = out - ((control & 31) << 8) - (data[in++] & 0xff) - 1;
        require(from >= 0 && out + count <= target.length, in);
        for (int end = out + count; out < end; ) { // source and target may overlap
          target[out++] = target[from++];
        }
      }
    }
    require(out == target.length, in);
  }

  private static void require(boolean sound, int at) {
    if (!sound) {
      throw new Hdf5Exception("it cannot be unpacked (LZF, at byte %d)".formatted(at));
    }
  }
}
