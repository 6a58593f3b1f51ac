package org.jzfof.catalogue.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.jzfof.error.OutputException;

class WriterThreadsTest {
  private static final int BLOCKS = 1000;

  @Test
  void everyBlockHasAnEmptyBufferOnce() {
    AtomicIntegerArray times = new AtomicIntegerArray(BLOCKS);
    new WriterThreads(64)
        .run(
            BLOCKS,
            (block, buffer) -> {
              assertEquals(64, buffer.remaining());
              assertEquals(ByteOrder.LITTLE_ENDIAN, buffer.order());
              buffer.putLong(block);
              times.incrementAndGet(block);
            });
    for (int block = 0; block < BLOCKS; block++) {
      assertEquals(1, times.get(block));
    }
  }

  /** Whichever thread comes first: the same fault has the same words. */
  @RepeatedTest(200)
  void firstOfTheBlocksThatFailIsReported() {
    OutputException e =
        assertThrows(
            OutputException.class,
            () ->
                new WriterThreads(8)
                    .run(
                        BLOCKS,
                        (block, buffer) -> {
                          if (block % 7 == 5) {
                            throw new OutputException("block " + block);
                          }
                        }));
    assertEquals("block 5", e.getMessage());
  }
}
