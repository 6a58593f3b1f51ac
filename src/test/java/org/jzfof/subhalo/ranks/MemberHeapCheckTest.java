package org.jzfof.subhalo.ranks;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.MemoryException;

class MemberHeapCheckTest {
  private static final int MIB = 1 << 20;
  private static final String WHAT = "1000 members";

  private volatile byte[][] held;

  private static void require(Communicator comm, Backend backend, long members, long needed) {
    new MemberHeapCheck(comm, backend.memory()).require(members, needed, WHAT);
  }

  private static void require(long members, long needed) {
    try (Backend backend = new CpuBackend()) {
      require(new LocalCommunicator(), backend, members, needed);
    }
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }

  @Test
  void moreThanThereIsRoomForIsRefused() {
    long most = Runtime.getRuntime().maxMemory();
    assertDoesNotThrow(() -> require(1000, 1 << 10));
    MemoryException e = assertThrows(MemoryException.class, () -> require(1000, most + 2 * MIB));
    assertTrue(e.getMessage().startsWith("1000 members need about " + (most / MIB + 2) + " MiB, "));
    assertTrue(e.getMessage().contains("JZFOF_HEAP"), e.getMessage());
  }

  /** Places are an array of three numbers each. */
  @Test
  void moreThanAnArrayHoldsIsRefused() {
    int most = (Integer.MAX_VALUE - 8) / 3;
    require(most, 0);
    assertThrows(MemoryException.class, () -> require(most + 1, 0));
  }

  /** A batch fills the heap with what it no longer uses. */
  @Test
  void garbageTakesNoRoom() {
    held = new byte[64][MIB];
    long free = free();
    held = null; // now garbage
    assertDoesNotThrow(() -> require(1000, free + 24 * MIB));
  }

  /** Nor do arrays of the device that are kept to be used again. */
  @Test
  void freeArraysTakeNoRoom() {
    try (Backend backend = new CpuBackend()) {
      System.gc();
      try (DeviceArray array = backend.memory().allocate(ElementType.I64, 8 * MIB)) {
        assertEquals(8 * MIB, array.length());
      }
      System.gc();
      long free = free();
      assertDoesNotThrow(() -> require(new LocalCommunicator(), backend, 1000, free + 32 * MIB));
    }
  }

  @Test
  void threadsShareTheHeap() {
    long most = Runtime.getRuntime().maxMemory();
    ThreadRanks.run(
        2,
        comm -> {
          try (Backend backend = new CpuBackend()) {
            MemoryException e =
                assertThrows(
                    MemoryException.class, () -> require(comm, backend, 1000, most / 2 + MIB));
            assertTrue(e.getMessage().contains("those of all ranks"), e.getMessage());
          }
          return null;
        });
  }
}
