package org.jzfof.neighbours.packing;

import org.jzfof.error.CatalogueException;

/**
 * The code of packed lists. The bytes of a block are numbers of variable length (LEB128): 7 bits a
 * byte, the lowest first, and the highest bit set in all bytes but the last. A block has
 *
 * <ol>
 *   <li>the number of neighbours of each of its queries;
 *   <li>the neighbours of each query that has some, by increasing row: the first one as the
 *       difference d from the first neighbour of the list before in this block (from 0 in the first
 *       list), as 2d or, if d is negative, -2d - 1; the others as differences from the neighbour
 *       before.
 * </ol>
 */
public final class PackedCode {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private PackedCode() {}

  /** Returns an unsigned number for a difference: small for small differences of both signs. */
  public static long zigzag(long difference) {
    return difference << 1 ^ difference >> Long.SIZE - 1;
  }

  private static long difference(long zigzag) {
    return zigzag >>> 1 ^ -(zigzag & 1);
  }

  /** Returns the number of bytes of a number. */
  public static int bytes(long number) {
    int significant = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(number));
    return (significant + BITS - 1) / BITS;
  }

  /**
   * Writes a number.
   *
   * @return index one past its last byte
   */
  public static int put(long number, byte[] to, int at) {
    int next = at;
    long rest = number;
    while (rest >>> BITS != 0) {
      to[next++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    to[next++] = (byte) rest;
    return next;
  }

  /**
   * Returns the lists of a block, each by increasing row.
   *
   * @param bytes bytes of the block and of nothing else from {@code from} to {@code to}
   * @param queries number of queries of the block
   * @throws CatalogueException if the bytes are no such block
   */
  public static long[][] lists(byte[] bytes, int from, int to, int queries) {
    Numbers numbers = new Numbers(bytes, from, to);
    long[][] lists = new long[queries][];
    for (int q = 0; q < queries; q++) {
      long count = numbers.next();
      if (count < 0 || count > to - from) { // a neighbour takes at least a byte
        throw new CatalogueException(
            "a packed list has %d neighbours in a block of %d bytes: the file is damaged, make it again"
                .formatted(count, to - from));
      }
      lists[q] = new long[(int) count];
    }
    long first = 0;
    for (long[] list : lists) {
      for (int i = 0; i < list.length; i++) {
        list[i] = i == 0 ? first + difference(numbers.next()) : list[i - 1] + numbers.next();
      }
      first = list.length == 0 ? first : list[0];
    }
    numbers.requireEnd();
    return lists;
  }

  /** The numbers of a block, one after the other. */
  private static final class Numbers {
    private final byte[] bytes;
    private final int end;
    private int at;

    Numbers(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.at = from;
      this.end = to;
    }

    long next() {
      long number = 0;
      for (int shift = 0; at < end && shift < Long.SIZE; shift += BITS) {
        byte part = bytes[at++];
        number |= (long) (part & MORE - 1) << shift;
        if (part >= 0) {
          return number;
        }
      }
      throw new CatalogueException(
          "a block of packed lists ends within a number: the file is damaged, make it again");
    }

    void requireEnd() {
      if (at != end) {
        throw new CatalogueException(
            "a block of packed lists has %d bytes behind its last list: the file is damaged, make it again"
                .formatted(end - at));
      }
    }
  }
}
