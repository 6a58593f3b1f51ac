package org.jzfof.hdf5.filters;

/** Restores shuffled bytes and bits; shuffled values compress better. */
final class Shuffles {
  /** Number of values whose bits share a byte. */
  static final int GROUP = 8;

  private Shuffles() {}

  /**
   * Restores shuffled bytes. In the data the first bytes of all values precede their second bytes,
   * and so on. Bytes at the end that do not fill a value are unchanged.
   *
   * @param from offset of the first byte in the data
   * @param length length of the data in bytes
   * @param width bytes of a value
   * @param to offset of the first byte in the target
   */
  static void bytes(byte[] data, int from, int length, int width, byte[] target, int to) {
    int n = length / width;
    if (width <= 1 || n <= 1) {
      System.arraycopy(data, from, target, to, length);
      return;
    }
    for (int k = 0; k < width; k++) {
      int source = from + k * n;
      for (int i = 0, at = to + k; i < n; i++, at += width) {
        target[at] = data[source + i];
      }
    }
    System.arraycopy(data, from + n * width, target, to + n * width, length - n * width);
  }

  /**
   * Restores shuffled bits. In the data the lowest bits of the first bytes of all values precede
   * their second bits, and so on, with eight values per byte.
   *
   * @param from offset of the first byte in the data
   * @param length length of the data in bytes, a multiple of eight values
   * @param width bytes of a value
   * @param to offset of the first byte in the target
   */
  static void bits(byte[] data, int from, int length, int width, byte[] target, int to) {
    int row = length / width / GROUP;
    for (int b = 0; b < width; b++) {
      for (int i = 0; i < row; i++) {
        long x = 0;
        for (int k = 0, at = from + b * GROUP * row + i; k < GROUP; k++, at += row) {
          x |= (data[at] & 0xffL) << GROUP * k;
        }
        x = transpose(x);
        for (int k = 0, at = to + GROUP * i * width + b; k < GROUP; k++, at += width) {
          target[at] = (byte) (x >>> GROUP * k);
        }
      }
    }
  }

  /** Transposes a matrix of eight times eight bits (Warren, Hacker's Delight, section 7-3). */
  private static long transpose(long rows) {
    long x = rows;
    long t = (x ^ x >>> 7) & 0x00AA00AA00AA00AAL;
    x ^= t ^ t << 7;
    t = (x ^ x >>> 14) & 0x0000CCCC0000CCCCL;
    x ^= t ^ t << 14;
    t = (x ^ x >>> 28) & 0x00000000F0F0F0F0L;
    return x ^ t ^ t << 28;
  }
}
