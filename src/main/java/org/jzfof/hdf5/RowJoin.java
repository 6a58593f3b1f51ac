package org.jzfof.hdf5;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Rows that are put together from tiles, each of which has some of their columns: by words of 32
 * bits, of which values have one or two, and by way of an array ({@link StoredNumbers}).
 */
final class RowJoin {
  private static final int WORD = Integer.BYTES;

  private final int rowBytes;
  private final int tileRow;
  private int[] joined = new int[0];
  private int[] buffer = new int[0];
  private byte[] bytes = new byte[0];

  /**
   * @param tileRow bytes of a row of a tile; the last tile of a row may have fewer valid bytes
   */
  RowJoin(int rowBytes, int tileRow) {
    this.rowBytes = rowBytes;
    this.tileRow = tileRow;
  }

  /** Makes room for rows; what is in them before they are put together has no meaning. */
  void begin(int rows) {
    int length = Math.multiplyExact(rows, rowBytes);
    if (bytes.length < length) {
      bytes = new byte[length];
      joined = new int[length / WORD];
    }
  }

  /**
   * Puts rows of a tile into their place.
   *
   * @param stored stored bytes of the tile
   * @param from first requested row of the tile
   * @param rows number of requested rows
   * @param to target row of the first requested row
   * @param at offset of the tile within a row, in bytes
   */
  void put(byte[] stored, int from, int rows, int to, int at) {
    int length = Math.min(tileRow, rowBytes - at);
    int width = tileRow / WORD;
    int across = rowBytes / WORD;
    if (buffer.length < rows * width) {
      buffer = new int[rows * width];
    }
    ByteBuffer.wrap(stored)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer()
        .get(from * width, buffer, 0, rows * width);
    for (int k = 0; k < length / WORD; k++) {
      int target = to * across + at / WORD + k;
      for (int i = k; i < rows * width; i += width) {
        joined[target] = buffer[i];
        target += across;
      }
    }
  }

  /** The bytes of the first rows, all of which have been put together. */
  ByteBuffer end(int rows) {
    ByteBuffer all = ByteBuffer.wrap(bytes, 0, rows * rowBytes);
    all.order(ByteOrder.nativeOrder()).asIntBuffer().put(joined, 0, rows * rowBytes / WORD);
    return all;
  }
}
