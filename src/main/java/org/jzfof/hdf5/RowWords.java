package org.jzfof.hdf5;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jzfof.threads.Parallel;

/**
 * Rows of bytes in arrays of words of 32 bits, which loops move four bytes at a time. Each row
 * starts with a word; a last word that the row does not fill has zeros in its upper bytes. Words
 * are little-endian, whatever the byte order of the values.
 */
public final class RowWords {
  private RowWords() {}

  /** Returns the number of words of a row. */
  public static int perRow(int rowBytes) {
    return (rowBytes + Integer.BYTES - 1) / Integer.BYTES;
  }

  /**
   * Copies rows of bytes into words, with all threads where rows do not fill their words.
   *
   * @param bytes buffer positioned at the first row; its position is not changed
   * @param target receives the words from index {@code at} on
   */
  public static void fromBytes(ByteBuffer bytes, int rowBytes, int rows, int[] target, int at) {
    ByteBuffer source = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    int words = perRow(rowBytes);
    if (rowBytes % Integer.BYTES == 0) {
      source.asIntBuffer().get(target, at, rows * words);
      return;
    }
    Parallel.forRange(
        rows,
        Parallel.GRAIN,
        (from, to) -> {
          byte[] part = new byte[(to - from) * rowBytes];
          source.get(from * rowBytes, part);
          for (int row = from; row < to; row++) {
            put(part, (row - from) * rowBytes, rowBytes, target, at + row * words);
          }
        });
  }

  /** Copies a row; loops over buffers are slow until the compiler has optimised them. */
  private static void put(byte[] bytes, int from, int rowBytes, int[] target, int at) {
    for (int b = 0; b < rowBytes; b += Integer.BYTES) {
      int word = 0;
      for (int k = Math.min(rowBytes - b, Integer.BYTES) - 1; k >= 0; k--) {
        word = word << Byte.SIZE | bytes[from + b + k] & 0xff;
      }
      target[at + b / Integer.BYTES] = word;
    }
  }

  /**
   * Appends rows to a buffer as bytes.
   *
   * @param words words of the rows, from index {@code at} on
   */
  public static void toBytes(int[] words, int at, int rows, int rowBytes, ByteBuffer target) {
    if (rowBytes % Integer.BYTES == 0) {
      int count = rows * perRow(rowBytes);
      target.slice().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(words, at, count);
      target.position(target.position() + count * Integer.BYTES);
      return;
    }
    byte[] bytes = new byte[rows * rowBytes];
    int first = at;
    for (int from = 0; from < bytes.length; from += rowBytes) {
      for (int b = 0; b < rowBytes; b++) {
        int shift = b % Integer.BYTES * Byte.SIZE;
        bytes[from + b] = (byte) (words[first + b / Integer.BYTES] >>> shift);
      }
      first += perRow(rowBytes);
    }
    target.put(bytes);
  }
}
