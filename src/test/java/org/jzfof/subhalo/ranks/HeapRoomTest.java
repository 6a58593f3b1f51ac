package org.jzfof.subhalo.ranks;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.jzfof.error.MemoryException;

class HeapRoomTest {
  private volatile byte[] garbage;

  @Test
  void moreThanThereIsRoomForIsRefused() {
    long most = Runtime.getRuntime().maxMemory();
    assertDoesNotThrow(() -> HeapRoom.require(1000, 1 << 10, "1000 members"));
    MemoryException e =
        assertThrows(
            MemoryException.class, () -> HeapRoom.require(1000, most + (2L << 20), "1000 members"));
    assertTrue(e.getMessage().startsWith("1000 members need about " + (most + (2L << 20) >> 20)));
    assertTrue(e.getMessage().contains("JZFOF_HEAP"), e.getMessage());
  }

  /** A column of nine numbers each is an array. */
  @Test
  void moreThanAnArrayHoldsIsRefused() {
    assertThrows(MemoryException.class, () -> HeapRoom.require(1L << 28, 0, "members"));
  }

  /** A batch fills the heap with what it no longer uses. */
  @Test
  void garbageTakesNoRoom() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 64; i++) {
      garbage = new byte[1 << 20];
    }
    garbage = null;
    long free = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
    assertDoesNotThrow(() -> HeapRoom.require(1000, free + (24L << 20), "1000 members"));
  }
}
