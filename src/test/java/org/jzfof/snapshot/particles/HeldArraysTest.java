package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.jzfof.snapshot.RowReader;

/** Arrays of blocks that are used again. */
class HeldArraysTest {
  private static final int BLOCK = 3 * RowReader.BLOCK_ROWS;

  private final HeldArrays arrays = new HeldArrays();
  private final float[] block = new float[BLOCK + 1];

  @Test
  void aCopyHasTheFirstValues() {
    block[7] = 8;
    float[] copy = arrays.copy(block, 9);
    assertArrayEquals(new float[] {0, 0, 0, 0, 0, 0, 0, 8, 0}, copy);
  }

  @Test
  void arraysOfWholeBlocksAreUsedAgain() {
    float[] first = arrays.copy(block, BLOCK);
    assertNotSame(first, arrays.copy(block, BLOCK));
    arrays.release(first);
    assertNotSame(first, arrays.copy(new double[BLOCK], BLOCK));
    block[5] = 3;
    float[] again = arrays.copy(block, BLOCK);
    assertSame(first, again);
    assertEquals(3, again[5]);
    assertNotSame(first, arrays.copy(block, BLOCK));
  }

  @Test
  void whatIsFreeIsCounted() {
    float[] floats = arrays.copy(block, BLOCK);
    double[] doubles = arrays.copy(new double[BLOCK], BLOCK);
    assertEquals(0, arrays.freeBytes());
    arrays.release(floats);
    arrays.release(doubles);
    assertEquals(12L * BLOCK, arrays.freeBytes());
    assertSame(floats, arrays.copy(block, BLOCK));
    assertEquals(8L * BLOCK, arrays.freeBytes());
    arrays.clear();
    assertEquals(0, arrays.freeBytes());
    assertNotSame(doubles, arrays.copy(new double[BLOCK], BLOCK));
  }

  @Test
  void partsOfBlocksAreNotKept() {
    float[] part = arrays.copy(block, BLOCK - 3);
    arrays.release(part);
    assertNotSame(part, arrays.copy(block, BLOCK - 3));
  }

  @Test
  void nothingIsKeptAfterTheEnd() {
    float[] before = arrays.copy(block, BLOCK);
    float[] after = arrays.copy(block, BLOCK);
    arrays.release(before);
    arrays.close();
    arrays.release(after);
    float[] next = arrays.copy(block, BLOCK);
    assertNotSame(before, next);
    assertNotSame(after, next);
  }
}
