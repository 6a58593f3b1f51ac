package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Columns that are read side by side. */
@Timeout(60)
class ReadingThreadsTest {
  private final ReadingThreads threads = new ReadingThreads(2);

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private void readForEver() {
    while (true) {
      threads.proceed();
    }
  }

  @Test
  void readingsAreDoneAtOnce() {
    CyclicBarrier bothRead = new CyclicBarrier(2);
    AtomicInteger done = new AtomicInteger();
    Runnable reading =
        () -> {
          meet(bothRead);
          threads.proceed();
          done.incrementAndGet();
        };
    threads.read(List.of(reading, reading));
    assertEquals(2, done.get());
  }

  @Test
  void moreThanThereAreThreadsBeginInOrder() {
    List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> readings = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int number = i;
      readings.add(() -> begun.add(number));
    }
    new ReadingThreads(1).read(readings);
    assertEquals(begun.stream().sorted().toList(), begun);
    assertEquals(20, begun.size());
  }

  @Test
  void aFailureStopsTheOthers() {
    RuntimeException fault = new IllegalArgumentException("damaged");
    CyclicBarrier bothRead = new CyclicBarrier(2);
    List<Runnable> readings =
        List.of(
            () -> {
              meet(bothRead);
              readForEver();
            },
            () -> {
              meet(bothRead);
              throw fault;
            },
            () -> {
              throw new IllegalStateException("never begun");
            });
    assertSame(fault, assertThrows(RuntimeException.class, () -> threads.read(readings)));
  }

  @Test
  void ofTwoFailuresTheFirstInOrderIsThrown() {
    RuntimeException first = new IllegalArgumentException("damaged");
    RuntimeException second = new IllegalArgumentException("damaged, too");
    CyclicBarrier bothFail = new CyclicBarrier(2);
    List<Runnable> readings =
        List.of(
            () -> {
              meet(bothFail);
              throw first;
            },
            () -> {
              meet(bothFail);
              throw second;
            });
    for (int i = 0; i < 50; i++) {
      ReadingThreads both = new ReadingThreads(2);
      assertSame(first, assertThrows(RuntimeException.class, () -> both.read(readings)));
    }
  }

  @Test
  void anErrorIsThrownAsItIs() {
    List<Runnable> readings =
        List.of(
            () -> {
              throw new OutOfMemoryError("heap");
            });
    assertThrows(OutOfMemoryError.class, () -> threads.read(readings));
  }

  @Test
  void anInterruptEndsAllThreads() {
    Thread caller = Thread.currentThread();
    AtomicInteger running = new AtomicInteger();
    Runnable endless =
        () -> {
          running.incrementAndGet();
          try {
            caller.interrupt();
            readForEver();
          } finally {
            running.decrementAndGet();
          }
        };
    assertThrows(CancellationException.class, () -> threads.read(List.of(endless, endless)));
    assertTrue(Thread.interrupted());
    assertEquals(0, running.get());
  }
}
