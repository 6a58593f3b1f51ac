package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

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
    LongBuffer requested = ByteBuffer.wrap(numbers).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    ByteBuffer picked = ByteBuffer.allocate(rows * source.rowBytes());
    for (int i = 0; i < rows; ) {
      long first = requested.get(i);
      int end = i + 1;
      while (end < rows && requested.get(end) == first + end - i) {
        end++;
      }
      RowWindow run = new RowWindow(end - i, source.rowBytes());
      run.read(source, first, end - i);
      run.toBytes(0, end - i, picked);
      i = end;
    }
    return picked.array();
  }
}
