package org.jzfof.catalogue.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.hdf5.RowWords;
import org.jzfof.threads.Parallel;

/** Rows that are divided among arrays anywhere. */
class RowWindowTest {
  private static final int ROWS = 20_000;
  private static final long FIRST = 5_000_000_000L;

  @ParameterizedTest
  @CsvSource({"4, 64", "6, 64", "12, 64", "12, 100000", "100, 7"})
  void rowsAreWhereTheyWerePut(int rowBytes, int arrayWords) {
    byte[] bytes = new byte[ROWS * rowBytes];
    new Random(2).nextBytes(bytes);
    int[] block = new int[ROWS * RowWords.perRow(rowBytes)];
    RowWords.fromBytes(ByteBuffer.wrap(bytes), rowBytes, ROWS, block, 0);
    long[] newRow =
        IntStream.range(0, ROWS).mapToLong(i -> FIRST - 100 + 7919L * i % ROWS).toArray();
    RowWindow window = new RowWindow(ROWS, rowBytes, arrayWords);
    RowRange kept = new RowRange(FIRST, ROWS - 300);
    Parallel.with(3, () -> window.put(newRow, kept, ROWS, block));
    byte[] expected = new byte[bytes.length];
    for (int i = 0; i < ROWS; i++) {
      int row = (int) (newRow[i] - FIRST);
      if (row >= 0 && row < ROWS - 300) {
        System.arraycopy(bytes, i * rowBytes, expected, row * rowBytes, rowBytes);
      }
    }
    for (int row = 0; row < ROWS; row += 777) {
      int count = Math.min(ROWS - row, 900);
      assertArrayEquals(
          Arrays.copyOfRange(expected, row * rowBytes, (row + count) * rowBytes),
          window.bytes(row, count));
    }
  }

  @ParameterizedTest
  @CsvSource({"100", "64", "63", "1", "0"})
  void theFirstRowsAreRead(int rows) {
    RowWindow window = new RowWindow(100, Long.BYTES, 32);
    window.read(RowSource.rowNumbers(), 1L << 40, rows);
    long[] read = new long[rows];
    ByteBuffer.wrap(window.bytes(0, rows)).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(read);
    assertArrayEquals(IntStream.range(0, rows).mapToLong(i -> (1L << 40) + i).toArray(), read);
  }
}
