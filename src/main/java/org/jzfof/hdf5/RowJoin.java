package org.jzfof.hdf5;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Assembles rows from tiles, each of which holds a part of the columns. Values have one or two
 * words of 32 bits, which are copied through an array, as in {@link StoredNumbers}.
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

  /** Prepares the buffer for a number of rows; its content is undefined until all tiles are put. */
  void begin(int rows) {
    int length = Math.multiplyExact(rows, rowBytes);
    if (bytes.length < length) {
      bytes = new byte[length];
      joined = new int[length / WORD];
    }
  }

  /**
   * Copies rows of a tile to their position in the assembled rows.
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

  /** Returns the bytes of the first rows, after all of their tiles have been put. */
  ByteBuffer end(int rows) {
    ByteBuffer all = ByteBuffer.wrap(bytes, 0, rows * rowBytes);
    all.order(ByteOrder.nativeOrder()).asIntBuffer().put(joined, 0, rows * rowBytes / WORD);
    return all;
  }
}
