package org.jzfof.hdf5.filters;

import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The format of LibLZF, by which h5py's filter packs. A byte below 32 stands before one more bytes
 * than it says, to be taken as they are; any other has in its upper three bits how many bytes, less
 * two, are repeated (seven: so many and those that the next byte says), and in the lower five and
 * the byte after that how far back, less one, they begin.
 */
final class Lzf {
  private static final int LITERALS = 32;
  private static final int LONG = 7;

  private Lzf() {}

  /** As {@link Packing#unpack}. */
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
        for (int end = out + count; out < end; ) { // it may repeat what it has just written
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
