package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;

/**
 * Reads rows of a column by their numbers: for values that are pointers to memory, and therefore
 * cannot be sent to another rank.
 */
record RowPicker(RowSource source) {
  /**
   * Reads rows.
   *
   * @param numbers numbers of the rows, 8 bytes each, as from {@link RowSource#rowNumbers}
   * @return [rows·rowBytes]
   */
  byte[] pick(byte[] numbers, int rows) {
    int rowBytes = source.rowBytes();
    ByteBuffer requested = ByteBuffer.wrap(numbers);
    byte[] picked = new byte[rows * rowBytes];
    for (int i = 0; i < rows; ) {
      long first = requested.getLong(i * Long.BYTES);
      int end = i + 1;
      while (end < rows && requested.getLong(end * Long.BYTES) == first + end - i) {
        end++;
      }
      byte[] run = new byte[(end - i) * rowBytes];
      source.read(first, end - i, run);
      System.arraycopy(run, 0, picked, i * rowBytes, run.length);
      i = end;
    }
    return picked;
  }
}
