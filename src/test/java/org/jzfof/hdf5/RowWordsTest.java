package org.jzfof.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.threads.Parallel;

class RowWordsTest {
  private static final int ROWS = 10_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 8, 12, 17})
  void rowsOfAnyLengthKeepTheirBytes(int rowBytes) {
    byte[] bytes = new byte[ROWS * rowBytes];
    new Random(rowBytes).nextBytes(bytes);
    int perRow = RowWords.perRow(rowBytes);
    int[] words = new int[2 + ROWS * perRow];
    Arrays.fill(words, -1);
    ByteBuffer source = ByteBuffer.allocate(bytes.length + 3).position(3).put(bytes).position(3);
    Parallel.with(3, () -> RowWords.fromBytes(source, rowBytes, ROWS, words, 2));
    assertEquals(-1, words[1]);
    for (int row = 0; row < ROWS; row++) {
      for (int b = 0; b < 4 * perRow; b++) {
        int stored = words[2 + row * perRow + b / 4] >>> 8 * (b % 4) & 0xff;
        int expected = b < rowBytes ? bytes[row * rowBytes + b] & 0xff : 0;
        assertEquals(expected, stored);
      }
    }
    ByteBuffer target = ByteBuffer.allocateDirect(bytes.length + 1);
    target.put((byte) 7);
    RowWords.toBytes(words, 2, ROWS, rowBytes, target);
    assertEquals(0, target.remaining());
    byte[] copied = new byte[bytes.length];
    target.get(1, copied);
    assertArrayEquals(bytes, copied);
  }
}
