package org.jzfof.domain;

/** Morton (z-order) arithmetic on fixed-point coordinates; x is the most significant dimension. */
public final class Morton {
  /** Bits per dimension of a fixed-point coordinate. */
  public static final int BITS = 32;

  private static final int SIGN = 0x80000000;

  private Morton() {}

  /**
   * Interleaves {@code width} bits of each coordinate below its {@code skip} leading bits.
   *
   * @return a key of 3·width bits
   */
  public static long key(int x, int y, int z, int skip, int width) {
    return spread(field(x, skip, width)) << 2
        | spread(field(y, skip, width)) << 1
        | spread(field(z, skip, width));
  }

  /**
   * Level of the smallest Morton cell that holds two points, whose coordinates differ in the given
   * bits: the position of the highest differing bit of the interleaved coordinates, counted from 1;
   * 0 for equal points (eq. 5 of the jz-tree paper).
   */
  public static int level(int xorX, int xorY, int xorZ) {
    int any = xorX | xorY | xorZ;
    if (any == 0) {
      return 0;
    }
    int high = 31 - Integer.numberOfLeadingZeros(any);
    int dimension = (xorX >>> high & 1) != 0 ? 3 : (xorY >>> high & 1) != 0 ? 2 : 1;
    return 3 * high + dimension;
  }

  /** Whether point a comes before point b in Morton order. */
  public static boolean before(int ax, int ay, int az, int bx, int by, int bz) {
    int x = ax ^ bx;
    int y = ay ^ by;
    int z = az ^ bz;
    if (hasLowerBit(x, y)) {
      return hasLowerBit(y, z) ? az < bz : ay < by;
    }
    return hasLowerBit(x, z) ? az < bz : ax < bx;
  }

  /** Whether the highest bit set in a is lower than that in b. */
  private static boolean hasLowerBit(int a, int b) {
    return Integer.numberOfLeadingZeros(a) > Integer.numberOfLeadingZeros(b);
  }

  /**
   * The key of a cell.
   *
   * @param x leading bits of the coordinate as returned by {@link #cell}, as {@code y} and {@code
   *     z}
   */
  public static long keyOfCells(int x, int y, int z) {
    return spread(x) << 2 | spread(y) << 1 | spread(z);
  }

  /** The leading {@code width} bits of a coordinate, from 0 at the lower end of the box. */
  public static int cell(int coordinate, int width) {
    return (coordinate ^ SIGN) >>> (BITS - width);
  }

  private static long field(int coordinate, int skip, int width) {
    return ((coordinate ^ SIGN) << skip >>> (32 - width)) & 0xffffffffL;
  }

  private static long spread(long v) {
    v = (v | v << 32) & 0x1f00000000ffffL;
    v = (v | v << 16) & 0x1f0000ff0000ffL;
    v = (v | v << 8) & 0x100f00f00f00f00fL;
    v = (v | v << 4) & 0x10c30c30c30c30c3L;
    return (v | v << 2) & 0x1249249249249249L;
  }
}
