package org.jzfof.neighbours.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzfof.error.OutputException;

@Timeout(60)
class WriteQueueTest {
  @Test
  void writesInOrderWhileTheCallerGoesOn() throws InterruptedException {
    List<Integer> written = new ArrayList<>();
    CountDownLatch callerWentOn = new CountDownLatch(1);
    try (WriteQueue queue = new WriteQueue(1)) {
      queue.put(() -> assertTrue(awaits(callerWentOn)));
      queue.put(() -> written.add(0));
      callerWentOn.countDown();
      for (int i = 1; i < 100; i++) {
        int number = i;
        queue.put(() -> written.add(number));
      }
      queue.finish();
    }
    assertEquals(IntStream.range(0, 100).boxed().toList(), written);
  }

  @Test
  void noMoreBlocksAreInMemoryThanItSays() {
    AtomicInteger alive = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (WriteQueue queue = new WriteQueue(1)) {
      for (int i = 0; i < 50; i++) {
        most.accumulateAndGet(alive.incrementAndGet(), Math::max);
        queue.put(
            () -> {
              Thread.onSpinWait();
              alive.decrementAndGet();
            });
      }
      queue.finish();
    }
    assertTrue(most.get() <= WriteQueue.blocks(1), most + " blocks");
  }

  @Test
  void isIdleWhenAllIsWritten() {
    CountDownLatch wanted = new CountDownLatch(1);
    try (WriteQueue queue = new WriteQueue(1)) {
      assertTrue(queue.isIdle());
      queue.put(() -> assertTrue(awaits(wanted)));
      assertFalse(queue.isIdle());
      wanted.countDown();
      queue.finish();
      assertTrue(queue.isIdle());
    }
  }

  @Test
  void aFailureEndsTheCaller() {
    OutputException full = new OutputException("no space");
    try (WriteQueue queue = new WriteQueue(1)) {
      queue.put(
          () -> {
            throw full;
          });
      assertSame(full, assertThrows(OutputException.class, queue::finish));
    }
    try (WriteQueue queue = new WriteQueue(1)) {
      queue.put(
          () -> {
            throw new OutOfMemoryError("heap");
          });
      assertThrows(OutOfMemoryError.class, queue::finish);
    }
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
