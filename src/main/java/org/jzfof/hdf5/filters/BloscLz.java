package org.jzfof.hdf5.filters;

import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The format of BloscLZ, the default codec of Blosc. The data are a sequence of control bytes with
 * their operands; of the first control byte only the lower five bits count. A control byte c below
 * 32 precedes c + 1 literal bytes. Any other control byte repeats earlier bytes. Its upper three
 * bits are the number of bytes minus 2; if they are 7, the following bytes are added, up to and
 * including the first that is not 255. Its lower five bits and the next byte are the distance minus
 * 1; if all of these bits are set, two further bytes, the higher first, are the distance beyond
 * 8191.
 */
final class BloscLz {
  private static final int LITERALS = 32;
  private static final int LONG = 7;
  private static final int FULL = 255;

  /** Longer distances have two additional bytes. */
  private static final int NEAR = (31 << 8) + FULL;

  private final byte[] data;
  private final int end;
  private int in;

  private BloscLz(byte[] data, int from, int length) {
    this.data = data;
    this.in = from;
    this.end = from + length;
  }

  /** Unpacks a block, as {@link BlockCodec#unpack}. */
  static void unpack(byte[] data, int from, int length, byte[] target, int to, int count) {
    new BloscLz(data, from, length).unpack(target, to, to + count);
  }

  private void unpack(byte[] target, int first, int last) {
    int out = first;
    int control = next() & 31;
    while (true) {
      int bytes;
      if (control < LITERALS) {
        bytes = control + 1;
        require(bytes <= end - in && bytes <= last - out);
        System.arraycopy(data, in, target, out, bytes);
        in += bytes;
        out += bytes;
      } else {
        bytes = repeated(control);
        int from = out - distance(control);
        require(from >= first && bytes <= last - out);
        for (int stop = out + bytes; out < stop; ) { // source and target may overlap
          target[out++] = target[from++];
        }
      }
      if (in == end) {
        require(out == last);
        return;
      }
      control = next();
    }
  }

  private int repeated(int control) {
    int bytes = control >> 5;
    if (bytes == LONG) {
      int more = FULL;
      while (more == FULL) {
        more = next();
        bytes += more;
      }
    }
    return bytes + 2;
  }

  private int distance(int control) {
    int less = ((control & 31) << 8) + next();
    return 1 + (less == NEAR ? NEAR + (next() << 8) + next() : less);
  }

  private int next() {
    require(in < end);
    return data[in++] & 0xff;
  }

  private void require(boolean sound) {
    if (!sound) {
      throw new Hdf5Exception("it cannot be unpacked (BloscLZ, at byte %d)".formatted(in));
    }
  }
}
