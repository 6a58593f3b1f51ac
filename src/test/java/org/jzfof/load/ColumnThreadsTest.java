package org.jzfof.load;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Columns that are read side by side. */
@Timeout(60)
class ColumnThreadsTest {
  private final ColumnThreads threads = new ColumnThreads();

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void columnsAreReadAtOnceAndTheDeviceIsUsedByTheCaller() {
    CyclicBarrier bothRead = new CyclicBarrier(2);
    List<Thread> used = new ArrayList<>();
    Runnable column =
        () -> {
          meet(bothRead);
          for (int i = 0; i < 100; i++) {
            threads.onDevice(() -> used.add(Thread.currentThread()));
          }
        };
    threads.read(List.of(column, column));
    assertEquals(200, used.size());
    assertTrue(used.stream().allMatch(t -> t == Thread.currentThread()), used.toString());
  }

  @Test
  void aColumnReadsOnWhileItsLastBlockIsTaken() {
    CountDownLatch nextIsRead = new CountDownLatch(1);
    List<Integer> taken = new CopyOnWriteArrayList<>(); // the caller adds, the column looks
    Runnable column =
        () -> {
          threads.handOver(
              () -> {
                assertDoesNotThrow(() -> nextIsRead.await());
                taken.add(1);
              });
          nextIsRead.countDown();
          threads.handOver(() -> taken.add(2));
          assertEquals(1, taken.get(0)); // the array of the first one is free
        };
    threads.read(List.of(column));
    assertEquals(List.of(1, 2), taken);
  }

  @Test
  void theFailureOfABlockGoesBeforeThoseOfLaterOnes() {
    RuntimeException fault = new IllegalArgumentException("no place in any box");
    List<Runnable> columns =
        List.of(
            () -> {
              threads.handOver(
                  () -> {
                    throw fault;
                  });
              throw new IllegalStateException("damaged chunk");
            });
    assertSame(fault, assertThrows(RuntimeException.class, () -> threads.read(columns)));
  }

  @Test
  void theFailureOfTheLastBlockIsThrown() {
    RuntimeException fault = new IllegalArgumentException("no place in any box");
    List<Runnable> columns =
        List.of(
            () ->
                threads.handOver(
                    () -> {
                      throw fault;
                    }));
    assertSame(fault, assertThrows(RuntimeException.class, () -> threads.read(columns)));
  }

  @Test
  void aFailureStopsTheOtherColumns() {
    RuntimeException fault = new IllegalArgumentException("damaged");
    AtomicInteger blocks = new AtomicInteger();
    List<Runnable> columns =
        List.of(
            () -> {
              while (true) {
                threads.onDevice(blocks::incrementAndGet);
              }
            },
            () -> {
              threads.onDevice(() -> {});
              throw fault;
            });
    assertSame(fault, assertThrows(RuntimeException.class, () -> threads.read(columns)));
  }

  @Test
  void aFailureOnTheDeviceIsThatOfItsColumn() {
    RuntimeException fault = new IllegalArgumentException("no place in any box");
    List<Runnable> columns =
        List.of(
            () ->
                threads.onDevice(
                    () -> {
                      throw fault;
                    }),
            () -> {});
    assertSame(fault, assertThrows(RuntimeException.class, () -> threads.read(columns)));
  }

  @Test
  void anErrorIsThrownAsItIs() {
    List<Runnable> columns =
        List.of(
            () -> {
              throw new OutOfMemoryError("heap");
            });
    assertThrows(OutOfMemoryError.class, () -> threads.read(columns));
  }

  @Test
  void anInterruptEndsAllThreads() {
    Thread caller = Thread.currentThread();
    AtomicInteger running = new AtomicInteger();
    Runnable endless =
        () -> {
          running.incrementAndGet();
          try {
            while (true) {
              threads.onDevice(() -> {});
              caller.interrupt();
            }
          } finally {
            running.decrementAndGet();
          }
        };
    assertThrows(CancellationException.class, () -> threads.read(List.of(endless, endless)));
    assertTrue(Thread.interrupted());
    assertEquals(0, running.get());
  }
}
