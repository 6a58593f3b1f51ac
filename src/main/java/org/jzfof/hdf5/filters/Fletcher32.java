package org.jzfof.hdf5.filters;

import org.jzfof.hdf5.library.Hdf5Exception;

/** The checksum after the bytes of a chunk, computed from big-endian pairs of bytes. */
final class Fletcher32 {
  static final int BYTES = 4;

  /** Number of pairs whose sums cannot overflow 32 bits. */
  private static final int PAIRS = 360;

  private Fletcher32() {}

  /**
   * Verifies the checksum after the bytes of a chunk.
   *
   * @param length number of bytes before the checksum
   * @throws Hdf5Exception if the checksum is missing or wrong
   */
  static void require(byte[] data, int length) {
    if (length < 0) {
      throw new Hdf5Exception("it has no room for its checksum");
    }
    int stored = 0;
    for (int i = 0; i < BYTES; i++) {
      stored |= (data[length + i] & 0xff) << 8 * i;
    }
    int sum = of(data, length);
    // early versions of the library wrote the bytes of each half in the other order
    int swapped = (sum & 0x00ff00ff) << 8 | sum >>> 8 & 0x00ff00ff;
    if (stored != sum && stored != swapped) {
      throw new Hdf5Exception(
          "its Fletcher32 checksum is %08x, and %08x is stored".formatted(sum, stored));
    }
  }

  static int of(byte[] data, int length) {
    int low = 0;
    int high = 0;
    int pairs = length / 2;
    int at = 0;
    while (pairs > 0) {
      int n = Math.min(pairs, PAIRS);
      pairs -= n;
      for (int i = 0; i < n; i++, at += 2) {
        low += (data[at] & 0xff) << 8 | data[at + 1] & 0xff;
        high += low;
      }
      low = fold(low);
      high = fold(high);
    }
    if (length % 2 == 1) {
      low = fold(low + ((data[at] & 0xff) << 8));
      high = fold(high + low);
    }
    return fold(high) << 16 | fold(low);
  }

  private static int fold(int sum) {
    return (sum & 0xffff) + (sum >>> 16);
  }
}
