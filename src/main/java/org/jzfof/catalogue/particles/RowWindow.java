package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.hdf5.RowWords;
import org.jzfof.threads.Parallel;

/**
 * Consecutive rows of a column in memory, as {@link RowWords} in arrays of up to 128 MiB. All
 * threads allocate the arrays, which are too large for the young generation and are therefore not
 * copied.
 */
final class RowWindow {
  private static final int ARRAY_WORDS = 1 << 25;

  private final int rowBytes;
  private final int words;
  private final int shift; // binary logarithm of the number of rows per array
  private final int[][] arrays;

  RowWindow(int rows, int rowBytes) {
    this(rows, rowBytes, ARRAY_WORDS);
  }

  /** Creates a window with a given number of words per array, unless a row has more. */
  RowWindow(int rows, int rowBytes, int arrayWords) {
    this.rowBytes = rowBytes;
    this.words = RowWords.perRow(rowBytes);
    this.shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, arrayWords / words));
    int arrayRows = 1 << shift;
    this.arrays = new int[(int) ((rows + arrayRows - 1L) >>> shift)][];
    Parallel.forEach(
        arrays.length,
        1,
        a -> arrays[a] = new int[Math.min(arrayRows, rows - (a << shift)) * words]);
  }

  /** Number of bytes of a row. */
  int rowBytes() {
    return rowBytes;
  }

  /** Number of words of a row. */
  int words() {
    return words;
  }

  /** Reads the first rows of the window from a source, with all threads. */
  void read(RowSource source, long first, int rows) {
    for (int done = 0; done < rows; done += 1 << shift) {
      source.read(first + done, Math.min(1 << shift, rows - done), arrays[done >>> shift]);
    }
  }

  /**
   * Copies those rows of a block that are in the window, with all threads. The loop calls nothing,
   * because it is one of the hot ones of a run whose code is compiled without optimisation.
   *
   * @param newRow row of each row of the block [count]
   * @param window rows of the window
   * @param block words of the rows
   */
  void put(long[] newRow, RowRange window, int count, int[] block) {
    int width = words;
    int mask = (1 << shift) - 1;
    long first = window.first();
    long end = window.end();
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (newRow[i] >= first && newRow[i] < end) {
              int row = (int) (newRow[i] - first);
              int[] array = arrays[row >>> shift];
              int target = (row & mask) * width;
              int source = i * width;
              for (int w = 0; w < width; w++) {
                array[target + w] = block[source + w];
              }
            }
          }
        });
  }

  /** Appends rows to a buffer as bytes. */
  void toBytes(int row, int rows, ByteBuffer target) {
    int mask = (1 << shift) - 1;
    for (int next = row; next < row + rows; ) {
      int at = next & mask;
      int count = Math.min(row + rows - next, mask + 1 - at);
      RowWords.toBytes(arrays[next >>> shift], at * words, count, rowBytes, target);
      next += count;
    }
  }

  /** Returns rows as bytes. */
  byte[] bytes(int row, int rows) {
    byte[] bytes = new byte[rows * rowBytes];
    toBytes(row, rows, ByteBuffer.wrap(bytes));
    return bytes;
  }
}
